import { Failure } from '@coverdesk/domain/failures.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { type HeadingMapping, type ImportRun, uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { useSyncExternalStore } from 'react'
import { call, sendFile } from '../platform/call.ts'
import { keyOf, queryClient } from '../platform/query.ts'
import { onSessionEnd } from '../platform/session.ts'
import { toasts } from '../platform/toasts.tsx'
import type { Period } from './upload-period.ts'

/** What the person decided before 'Process'. */
export interface LoadOrder extends Period {
  carrierId: number
  carrierName: string
  file: File
  loadGoodRows: boolean
  mapping: HeadingMapping
}

/** A load that this page began; it lives here and not in a screen, so it goes on when one leaves (P-58). */
export interface RunningUpload extends Period {
  runId: string
  carrierId: number
  carrierName: string
  fileName: string
  size: number
  /** Bytes that have left the browser. */
  sent: number
  /** How it ended; null while it is on its way. */
  result: ImportRun | null
  failure: Error | null
}

let all: readonly RunningUpload[] = []
const watchers = new Set<() => void>()
const sending = new Map<string, AbortController>()

/** The loads that this page began, ended ones too, newest last. */
export function useRunningUploads(): readonly RunningUpload[] {
  return useSyncExternalStore(watch, () => all)
}

/** Sends the file to be loaded (UPLOAD-07) and answers its id at once; the end is told by a toast wherever one is. */
export function startUpload(order: LoadOrder): string {
  const { carrierId, carrierName, month, year, file } = order
  const runId = newRunId()
  const upload = { runId, carrierId, carrierName, month, year, fileName: file.name, size: file.size }
  keep([...all, { ...upload, sent: 0, result: null, failure: null }])
  void send(runId, order).then(
    (result) => finish(runId, { result }),
    (failure: unknown) => finish(runId, { failure: failure instanceof Error ? failure : new Error(String(failure)) }),
  )
  return runId
}

/** Ends a running load, this page's or another's; nothing of it is loaded. Throws when the server refuses to. */
export async function stopUpload(runId: string): Promise<void> {
  try {
    await call(uploads.stop, { runId })
  } catch (error) {
    if (!sending.has(runId)) throw error
  }
  sending.get(runId)?.abort()
}

/** True until the load has ended. */
export function isUnderWay(upload: RunningUpload): boolean {
  return upload.result === null && upload.failure === null
}

/** True when it ended without loading anything. */
export function hasFailed(upload: RunningUpload): boolean {
  return upload.failure !== null || (upload.result !== null && upload.result.state !== 'loaded')
}

async function send(runId: string, order: LoadOrder): Promise<ImportRun> {
  const { carrierId, month, year, file, loadGoodRows, mapping } = order
  const abort = new AbortController()
  sending.set(runId, abort)
  window.addEventListener('beforeunload', warn)
  try {
    const input = {
      carrierId,
      month,
      year,
      fileName: file.name,
      runId,
      ...(loadGoodRows ? { loadGoodRows } : {}),
      ...(Object.keys(mapping).length > 0 ? { mapping: JSON.stringify(mapping) } : {}),
    }
    return await sendFile(uploads.process, input, file, {
      signal: abort.signal,
      onProgress: ({ sent, total }) => {
        patch(runId, { sent: Math.round(total > 0 ? (file.size * sent) / total : sent) })
        if (sent >= total) allSent(runId)
      },
    })
  } catch (error) {
    // The file is all there and the line broke: the load goes on without us, so ask how it ended.
    if (!(error instanceof TypeError) || sending.has(runId)) throw error
    return await outcomeOf(runId)
  } finally {
    allSent(runId)
  }
}

/** The page may be closed from here on: the server has the whole file. */
function allSent(runId: string): void {
  sending.delete(runId)
  if (sending.size === 0) window.removeEventListener('beforeunload', warn)
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

async function outcomeOf(runId: string): Promise<ImportRun> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const run = await call(uploads.run, { runId })
    if (run.state !== 'running') return run
  }
}

function finish(runId: string, end: { result: ImportRun } | { failure: Error }): void {
  if (!all.some((upload) => upload.runId === runId)) return
  patch(runId, end)
  for (const stale of [...Object.values(policies), ...Object.values(uploads)])
    if (stale.method === 'GET' && stale !== uploads.checkedRows && stale !== uploads.refusals)
      void queryClient.invalidateQueries({ queryKey: keyOf(stale) })
  tell(end)
}

/** The texts of UPLOAD-09 and UPLOAD-10; a load that was stopped on purpose is no error. */
function tell(end: { result: ImportRun } | { failure: Error }): void {
  if ('result' in end && end.result.state === 'loaded') {
    toasts.success('File submitted')
    return
  }
  if (wasStopped(end)) toasts.info('The load was stopped; nothing was loaded')
  else toasts.failure('File submission error:', 'failure' in end ? end.failure : messageOf(end.result))
}

function wasStopped(end: { result: ImportRun } | { failure: Error }): boolean {
  if ('result' in end) return end.result.state === 'stopped'
  return end.failure.name === 'AbortError' || (end.failure instanceof Failure && end.failure.code === 'upload.stopped')
}

/** What a run that did not load says about it. */
export function messageOf(run: ImportRun): string {
  return run.message ?? 'Nothing was loaded'
}

/** A version 4 UUID; `crypto.randomUUID` does not exist on a page that came over plain http. */
export function newRunId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = (8 + (Number.parseInt(hex.charAt(16), 16) % 4)).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}

function patch(runId: string, change: Partial<RunningUpload>): void {
  keep(all.map((upload) => (upload.runId === runId ? { ...upload, ...change } : upload)))
}

function keep(value: readonly RunningUpload[]): void {
  all = value
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

// The next person at this computer does not see whose file was loaded.
onSessionEnd(() => keep([]))
