import { commissionLoads } from '@coverdesk/domain/commissions/commission-load-contract.ts'
import { Failure } from '@coverdesk/domain/failures.ts'
import { menu } from '@coverdesk/domain/menu/menu-contract.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import type { HeadingMapping } from '@coverdesk/domain/uploads/carrier-profile.ts'
import { type ImportRun, uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { useSyncExternalStore } from 'react'
import { call, type SendProgress, sendFile } from '../../platform/api/call.ts'
import { newId } from '../../platform/api/new-id.ts'
import { invalidate } from '../../platform/api/query.ts'
import { onSessionEnd } from '../../platform/session/session.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import type { ChosenPeriod, LoadScope, Period } from '../upload-period.ts'

/** What the person decided before 'Process'. */
export type LoadOrder = PolicyLoad | CommissionLoad

interface Load {
  file: File
  loadGoodRows: boolean
  mapping: HeadingMapping
}

interface PolicyLoad extends Load, Period {
  kind: 'policies'
  carrierId: number
  carrierName: string
}

/** Carrier and month are null where the rows of the file say them. */
interface CommissionLoad extends Load, LoadScope {
  kind: 'commissions'
  carrierId: number | null
  onTop: boolean
}

/** A load that this page began; it lives here and not in a screen, so it goes on when one leaves (P-58). */
export interface RunningUpload extends LoadScope {
  runId: string
  kind: LoadOrder['kind']
  carrierId: number | null
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
  const { kind, carrierId, carrierName, month, year, file } = order
  const runId = newId()
  const upload = { runId, kind, carrierId, carrierName, month, year, fileName: file.name, size: file.size }
  keep([...all, { ...upload, sent: 0, result: null, failure: null }])
  void send(runId, order).then(
    (result) => finish(runId, kind, { result }),
    (failure: unknown) =>
      finish(runId, kind, { failure: failure instanceof Error ? failure : new Error(String(failure)) }),
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
  const abort = new AbortController()
  sending.set(runId, abort)
  window.addEventListener('beforeunload', warn)
  try {
    return await sendOrder(runId, order, {
      signal: abort.signal,
      onProgress: ({ sent, total }) => {
        patch(runId, { sent: Math.round(total > 0 ? (order.file.size * sent) / total : sent) })
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

type HowSent = { signal: AbortSignal; onProgress: (progress: SendProgress) => void }

/** Policies go as the raw body (UPLOAD-07), commissions as the field `file` of a form (UPLOAD-14). */
function sendOrder(runId: string, order: LoadOrder, how: HowSent): Promise<ImportRun> {
  const { file, loadGoodRows, mapping } = order
  const rest = {
    fileName: file.name,
    runId,
    ...(loadGoodRows ? { loadGoodRows } : {}),
    ...(Object.keys(mapping).length > 0 ? { mapping: JSON.stringify(mapping) } : {}),
  }
  if (order.kind === 'policies') {
    const { carrierId, month, year } = order
    return sendFile(uploads.process, { carrierId, month, year, ...rest }, file, how)
  }
  const input = { ...scopeSent(order), ...rest, onTop: order.onTop }
  return sendFile(commissionLoads.upload, input, file, { ...how, asForm: true })
}

/** Carrier and month of a file of commissions, as far as the form says them. */
export function scopeSent({ carrierId, month, year }: ChosenPeriod & { carrierId: number | null }) {
  return { ...(carrierId === null ? {} : { carrierId }), ...(month === null || year === null ? {} : { month, year }) }
}

/** The page may be closed from here on: the server has the whole file. */
function allSent(runId: string): void {
  sending.delete(runId)
  if (sending.size === 0) window.removeEventListener('beforeunload', warn)
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** The outcome of a run whose answer was lost. A server that is being restarted is waited for. */
async function outcomeOf(runId: string): Promise<ImportRun> {
  let lastAnswerAt = Date.now()
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    try {
      const run = await call(uploads.run, { runId })
      if (run.state !== 'running') return run
      lastAnswerAt = Date.now()
    } catch (error) {
      if (!isUnreachable(error) || Date.now() - lastAnswerAt > maxUnreachable) throw error
    }
  }
}

/** Milliseconds for which a server that does not answer is asked again; a killed one is back within half a minute. */
const maxUnreachable = 120_000

/** No answer at all, or one that says that the server cannot work now. */
function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Failure && [502, 503, 504].includes(error.status))
}

function finish(runId: string, kind: LoadOrder['kind'], end: { result: ImportRun } | { failure: Error }): void {
  if (!all.some((upload) => upload.runId === runId)) return
  patch(runId, end)
  const stale = [...Object.values(policies), ...Object.values(uploads)].filter(
    (route) => route.method === 'GET' && route !== uploads.checkedRows && route !== uploads.refusals,
  )
  // The menu goes by what is sent through a form; a file goes its own way.
  void invalidate(...stale, menu.counts)
  if (kind === 'policies') tell(end)
  else tellOfCommissions(end)
}

/** The texts of UPLOAD-09 and UPLOAD-10; a load that was stopped on purpose is no error. */
function tell(end: { result: ImportRun } | { failure: Error }): void {
  if ('result' in end && end.result.state === 'loaded') {
    toasts.success('File submitted')
    return
  }
  if (wasStopped(end)) toasts.info('Upload stopped. Nothing was loaded')
  else toasts.failure('File submission error:', 'failure' in end ? end.failure : messageOf(end.result))
}

/** The texts of UPLOAD-15, UPLOAD-16 and UPLOAD-17; why it failed stands in the dialog. */
function tellOfCommissions(end: { result: ImportRun } | { failure: Error }): void {
  if ('result' in end && end.result.state === 'loaded') {
    toasts.success('File successfully uploaded.')
    toasts.success('Commissions successfully uploaded.')
    return
  }
  if (wasStopped(end)) toasts.info('Upload stopped. Nothing was loaded')
  else toasts.error('Error found uploading Commissions.')
}

function wasStopped(end: { result: ImportRun } | { failure: Error }): boolean {
  if ('result' in end) return end.result.state === 'stopped'
  return end.failure.name === 'AbortError' || (end.failure instanceof Failure && end.failure.code === 'upload.stopped')
}

/** What a run that did not load says about it. */
export function messageOf(run: ImportRun): string {
  return run.message ?? 'Nothing was loaded'
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
