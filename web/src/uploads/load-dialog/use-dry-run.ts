import { commissionLoads } from '@coverdesk/domain/commissions/commission-load-contract.ts'
import { termFiles } from '@coverdesk/domain/term-files/term-file-contract.ts'
import type { CarrierProfile, HeadingMapping, ValueMapping } from '@coverdesk/domain/uploads/carrier-profile.ts'
import type { TermFileKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import { type ImportRun, uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { useEffect, useReducer, useRef } from 'react'
import { call } from '../../platform/api/call.ts'
import { newId } from '../../platform/api/new-id.ts'
import { type SendProgress, sendFile } from '../../platform/api/send-file.ts'
import { whenFree } from '../../platform/api/when-free.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { readingSent } from '../mapping/file-reading.ts'
import { isTermFile, runCallsOf } from '../run-calls.ts'
import { type BookChoice, bookSent, scopeSent } from '../running/running-upload.ts'
import type { ChosenPeriod, Period } from '../upload-period.ts'
import { type PaidBefore, paidSent } from './use-commission-form.ts'

/** What to dry-run; null if the form is incomplete. */
export type DryRunOrder = PolicyOrder | CommissionOrder | TermOrder

interface Order {
  file: File
  mapping: HeadingMapping
  values: ValueMapping
  headingLine: number | null
  /** Incremented to run again. */
  attempt: number
}

interface PolicyOrder extends Order, Period {
  kind: 'policies'
  carrierId: number
  /** Unsaved profile to use instead of the carrier's. */
  profile?: CarrierProfile
  book: BookChoice
}

interface CommissionOrder extends Order, ChosenPeriod {
  kind: 'commissions'
  carrierId: number | null
  paid: PaidBefore
}

interface TermOrder extends Order, ChosenPeriod {
  kind: TermFileKind
  carrierId: null
}

/** State of a dry run. `run` is the latest result; it stays, marked stale, during the next run. */
export interface DryRun {
  checking: boolean
  /** Id of the current run, for progress. */
  runId: string | null
  sent: number
  run: ImportRun | null
  /** Why the file can't be loaded. */
  failure: string | null
}

const initialState: DryRun = { checking: false, runId: null, sent: 0, run: null, failure: null }
/** Debounce of mapping changes, in milliseconds. */
const quiet = 500

/**
 * Dry-runs the file when the request changes: at once for another file or period, debounced for another mapping or
 * profile. Stops runs that became obsolete.
 */
export function useDryRun(order: DryRunOrder | null): DryRun {
  const [state, change] = useReducer((before: DryRun, part: Partial<DryRun>) => ({ ...before, ...part }), initialState)
  const latest = useRef(order)
  latest.current = order
  const what =
    order === null
      ? null
      : `${order.carrierId} ${order.year} ${order.month} ${order.attempt} ${'paid' in order && order.paid}`
  const rules =
    order === null
      ? ''
      : JSON.stringify([
          order.mapping,
          order.values,
          order.headingLine,
          'profile' in order && order.profile,
          'book' in order && order.book,
        ])
  const file = order?.file
  const before = useRef<{ what: string | null; file: File | undefined }>({ what: null, file: undefined })

  // biome-ignore lint/correctness/useExhaustiveDependencies: `rules` represents the mapping and the profile of the request
  useEffect(() => {
    const wanted = latest.current
    if (!wanted) {
      before.current = { what: null, file: undefined }
      return change(initialState)
    }
    const same = before.current.what === what && before.current.file === file
    before.current = { what, file }
    const abort = new AbortController()
    change({ checking: true, sent: 0, ...(same ? {} : { run: null, failure: null }) })
    const timer = setTimeout(() => void tryOut(wanted, abort.signal, change), same ? quiet : 0)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [what, file, rules])
  return state
}

async function tryOut(order: DryRunOrder, signal: AbortSignal, change: (part: Partial<DryRun>) => void): Promise<void> {
  const runId = newId()
  const settle = (part: Partial<DryRun>) => {
    if (!signal.aborted) change(part)
  }
  change({ runId, sent: 0 })
  let underWay = true
  const stop = () => {
    // Ignores runs that have finished or never started.
    if (underWay) void call(runCallsOf(order.kind).stop, { runId }).catch(() => {})
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    const how = { signal, onProgress: ({ sent }: SendProgress) => settle({ sent }) }
    const run = await whenFree(() => check(order, runId, how), signal)
    settle({ checking: false, run, failure: refusalOf(run) })
  } catch (error) {
    settle({ checking: false, run: null, failure: failureMessage(error) })
  } finally {
    underWay = false
  }
}

const isTermOrder = (order: DryRunOrder): order is TermOrder => isTermFile(order.kind)

type HowSent = { signal: AbortSignal; onProgress: (progress: SendProgress) => void }

function check(order: DryRunOrder, runId: string, how: HowSent): Promise<ImportRun> {
  const { file } = order
  const rest = { fileName: file.name, runId, ...readingSent(order) }
  if (isTermOrder(order)) return sendFile(termFiles.check, { kind: order.kind, ...rest }, file, how)
  if (order.kind === 'commissions')
    return sendFile(commissionLoads.check, { ...scopeSent(order), ...rest, ...paidSent(order.paid) }, file, {
      ...how,
      asForm: true,
    })
  const { carrierId, month, year, profile, book } = order
  const input = {
    carrierId,
    month,
    year,
    ...rest,
    ...bookSent(book),
    ...(profile ? { profile: JSON.stringify(profile) } : {}),
  }
  return sendFile(uploads.check, input, file, how)
}

/** Runs with missing columns or a duplicate file still return headings to map. */
function refusalOf(run: ImportRun): string | null {
  return run.state === 'checked' ? null : (run.message ?? "This file can't be loaded")
}
