import { commissionLoads } from '@coverdesk/domain/commissions/commission-load-contract.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { menu } from '@coverdesk/domain/menu/menu-contract.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { termFiles } from '@coverdesk/domain/term-files/term-file-contract.ts'
import type { HeadingMapping, ValueMapping } from '@coverdesk/domain/uploads/carrier-profile.ts'
import type { TermFileKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import { type FilePart, type ImportRun, uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { useSyncExternalStore } from 'react'
import { call } from '../../platform/api/call.ts'
import { newId } from '../../platform/api/new-id.ts'
import { invalidate } from '../../platform/api/query.ts'
import { type SendProgress, sendFile } from '../../platform/api/send-file.ts'
import { ConnectionLost } from '../../platform/failures/connection-lost.ts'
import { onSessionEnd } from '../../platform/session/session.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { type PaidBefore, paidSent } from '../load-dialog/use-commission-form.ts'
import { readingSent } from '../mapping/file-reading.ts'
import { isTermFile, runCallsOf } from '../run-calls.ts'
import { termRefreshes, termWords } from '../terms/term-file-words.ts'
import type { ChosenPeriod, LoadScope, Period } from '../upload-period.ts'

/** What the user submitted. */
export type LoadOrder = PolicyLoad | CommissionLoad | TermLoad

interface Load {
  file: File
  loadGoodRows: boolean
  mapping: HeadingMapping
  values: ValueMapping
  headingLine: number | null
}

interface PolicyLoad extends Load, Period {
  kind: 'policies'
  carrierId: number
  carrierName: string
  book: BookChoice
}

/** What the file holds of the carrier's policies, and what the user confirmed. */
export interface BookChoice {
  part: FilePart | null
  confirmMissing: number | null
  setBack: boolean
  keepEmpty: boolean
}

/** The same as sent to the server. */
export function bookSent({ part, confirmMissing, setBack, keepEmpty }: BookChoice) {
  return {
    ...(part === null ? {} : { part }),
    ...(confirmMissing === null ? {} : { confirmMissing }),
    ...(setBack ? { setBack } : {}),
    ...(keepEmpty ? { keepEmpty } : {}),
  }
}

/** Carrier and month are null if the file's rows have them. */
interface CommissionLoad extends Load, LoadScope {
  kind: 'commissions'
  carrierId: number | null
  paid: PaidBefore
}

interface TermLoad extends Load, LoadScope {
  kind: TermFileKind
  carrierId: null
}

/** Upload started by this page. Stored outside of components, so that it survives navigation (P-58). */
export interface RunningUpload extends LoadScope {
  runId: string
  kind: LoadOrder['kind']
  carrierId: number | null
  fileName: string
  size: number
  sent: number
  /** Result; null while in progress. */
  result: ImportRun | null
  failure: Error | null
}

let all: readonly RunningUpload[] = []
const watchers = new Set<() => void>()
const sending = new Map<string, AbortController>()

/** Uploads started by this page, including ended ones, newest last. */
export function useRunningUploads(): readonly RunningUpload[] {
  return useSyncExternalStore(watch, () => all)
}

/** Starts an upload (UPLOAD-07) and returns its id at once; a toast reports the end on any screen. */
export function startUpload(order: LoadOrder): string {
  const { kind, carrierId, carrierName, month, year, file } = order
  const runId = newId()
  const dismissEarlier = toasts.earlierErrors()
  const upload = { runId, kind, carrierId, carrierName, month, year, fileName: file.name, size: file.size }
  keep([...all, { ...upload, sent: 0, result: null, failure: null }])
  void send(runId, order).then(
    (result) => {
      if (result.state === 'loaded') dismissEarlier()
      finish(runId, kind, { result })
    },
    (failure: unknown) =>
      finish(runId, kind, { failure: failure instanceof Error ? failure : new Error(String(failure)) }),
  )
  return runId
}

/** Stops an upload of this or another page; nothing is loaded. Throws if the server refuses. */
export async function stopUpload(runId: string, kind: LoadOrder['kind']): Promise<void> {
  try {
    await call(runCallsOf(kind).stop, { runId })
  } catch (error) {
    if (!sending.has(runId)) throw error
  }
  sending.get(runId)?.abort()
}

export function isUnderWay(upload: RunningUpload): boolean {
  return upload.result === null && upload.failure === null
}

/** Whether it ended without loading anything. */
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
    // The answer was lost after the whole file was sent: the upload continues, so poll its result.
    if (!isAnswerLost(error) || sending.has(runId)) throw error
    return await outcomeOf(runId, order.kind).catch((unknown: unknown) => {
      throw isNoRun(unknown) ? error : unknown
    })
  } finally {
    allSent(runId)
  }
}

type HowSent = { signal: AbortSignal; onProgress: (progress: SendProgress) => void }

const isTermLoad = (order: LoadOrder): order is TermLoad => isTermFile(order.kind)

/** Policies and terms are sent as the raw body (UPLOAD-07), commissions as multipart field `file` (UPLOAD-14). */
function sendOrder(runId: string, order: LoadOrder, how: HowSent): Promise<ImportRun> {
  const { file, loadGoodRows } = order
  const rest = {
    fileName: file.name,
    runId,
    ...(loadGoodRows ? { loadGoodRows } : {}),
    ...readingSent(order),
  }
  if (isTermLoad(order)) return sendFile(termFiles.load, { kind: order.kind, ...rest }, file, how)
  if (order.kind === 'policies') {
    const { carrierId, month, year } = order
    return sendFile(uploads.process, { carrierId, month, year, ...rest, ...bookSent(order.book) }, file, how)
  }
  const input = { ...scopeSent(order), ...rest, ...paidSent(order.paid) }
  return sendFile(commissionLoads.upload, input, file, { ...how, asForm: true })
}

/** Carrier and month of a commission file, if the form has them. */
export function scopeSent({ carrierId, month, year }: ChosenPeriod & { carrierId: number | null }) {
  return {
    ...(carrierId === null ? {} : { carrierId }),
    ...(month === null ? {} : { month }),
    ...(year === null ? {} : { year }),
  }
}

/** From here on the page can be closed: the server has the whole file. */
function allSent(runId: string): void {
  sending.delete(runId)
  if (sending.size === 0) window.removeEventListener('beforeunload', warn)
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** Result of a run whose response was lost; waits for a restarting server. */
async function outcomeOf(runId: string, kind: LoadOrder['kind']): Promise<ImportRun> {
  let lastAnswerAt = Date.now()
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    try {
      const run = await call(runCallsOf(kind).run, { runId })
      if (run.state !== 'running') return run
      lastAnswerAt = Date.now()
    } catch (error) {
      if (!isUnreachable(error) || Date.now() - lastAnswerAt > maxUnreachable) throw error
    }
  }
}

/** Maximum wait for an unreachable server, in milliseconds; a restart takes up to 30 s. */
const maxUnreachable = 120_000

/** No response of the server: the connection broke, or a proxy answered in its place. */
function isAnswerLost(error: unknown): boolean {
  if (error instanceof Failure) return error.status === 502 || error.status === 504
  return error instanceof TypeError || error instanceof ConnectionLost
}

/** The server did not begin the upload. */
function isNoRun(error: unknown): boolean {
  return error instanceof Failure && error.status === 404
}

/** No response, or one saying that the server is unavailable. */
function isUnreachable(error: unknown): boolean {
  return isAnswerLost(error) || (error instanceof Failure && error.status === 503)
}

function finish(runId: string, kind: LoadOrder['kind'], end: { result: ImportRun } | { failure: Error }): void {
  if (!all.some((upload) => upload.runId === runId)) return
  patch(runId, end)
  if (isTermFile(kind)) {
    void invalidate(...termRefreshes(kind), menu.counts)
    showTermToast(kind, end)
    return
  }
  const stale = [...Object.values(policies), ...Object.values(uploads)].filter(
    (route) => route.method === 'GET' && route !== uploads.checkedRows && route !== uploads.refusals,
  )
  // Uploads bypass the mutations that refresh the menu.
  void invalidate(...stale, menu.counts)
  if (kind === 'policies') showPolicyToast(end)
  else showCommissionToast(end)
}

/** Toasts of UPLOAD-09 and UPLOAD-10; an intentional stop isn't an error. */
function showPolicyToast(end: { result: ImportRun } | { failure: Error }): void {
  if ('result' in end && end.result.state === 'loaded') {
    toasts.success('File submitted')
    return
  }
  if (wasStopped(end)) toasts.info('Upload stopped. Nothing was loaded')
  else toasts.failure('File submission error:', 'failure' in end ? end.failure : messageOf(end.result))
}

/** Toasts of UPLOAD-15, UPLOAD-16 and UPLOAD-17; the dialog shows the reason of a failure. */
function showCommissionToast(end: { result: ImportRun } | { failure: Error }): void {
  if ('result' in end && end.result.state === 'loaded') {
    toasts.success('File successfully uploaded.')
    toasts.success('Commissions successfully uploaded.')
    return
  }
  if (wasStopped(end)) toasts.info('Upload stopped. Nothing was loaded')
  else toasts.error('Error found uploading Commissions.')
}

/** The dialog shows the reason of a failure. */
function showTermToast(kind: TermFileKind, end: { result: ImportRun } | { failure: Error }): void {
  const { many } = termWords[kind]
  if ('result' in end && end.result.state === 'loaded')
    toasts.success(`${many.charAt(0).toUpperCase()}${many.slice(1)} loaded`)
  else if (wasStopped(end)) toasts.info('Upload stopped. Nothing was loaded')
  else toasts.error(`Couldn't load the ${many}`)
}

function wasStopped(end: { result: ImportRun } | { failure: Error }): boolean {
  if ('result' in end) return end.result.state === 'stopped'
  return end.failure.name === 'AbortError' || (end.failure instanceof Failure && end.failure.code === 'upload.stopped')
}

/** Message of a run that loaded nothing. */
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

// The next user on this computer must not see these uploads.
onSessionEnd(() => keep([]))
