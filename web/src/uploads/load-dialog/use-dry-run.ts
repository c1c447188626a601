import { commissionLoads } from '@coverdesk/domain/commissions/commission-load-contract.ts'
import type { CarrierProfile, HeadingMapping } from '@coverdesk/domain/uploads/carrier-profile.ts'
import { type ImportRun, uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { useEffect, useReducer, useRef } from 'react'
import { call, type SendProgress, sendFile } from '../../platform/api/call.ts'
import { newId } from '../../platform/api/new-id.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { scopeSent } from '../running/running-upload.ts'
import type { ChosenPeriod, Period } from '../upload-period.ts'

/** What is tried on the server without writing anything; null: nothing to try yet. */
export type DryRunOrder = PolicyOrder | CommissionOrder

interface Order {
  file: File
  mapping: HeadingMapping
  /** Counts up to have the same thing tried again. */
  turn: number
}

interface PolicyOrder extends Order, Period {
  kind: 'policies'
  carrierId: number
  /** An unsaved profile to try instead of the carrier's. */
  profile?: CarrierProfile
}

interface CommissionOrder extends Order, ChosenPeriod {
  kind: 'commissions'
  carrierId: number | null
  onTop: boolean
}

/** Where a dry run stands. `run` is the newest outcome and stays, as old, while a new one is on its way. */
export interface DryRun {
  checking: boolean
  /** The run under way, for its progress. */
  runId: string | null
  sent: number
  run: ImportRun | null
  /** Why the file cannot be loaded as it is. */
  failure: string | null
}

const nothing: DryRun = { checking: false, runId: null, sent: 0, run: null, failure: null }
/** Milliseconds of quiet before a change of the mapping is tried. */
const quiet = 500

/**
 * Sends the file for a dry run as soon as there is an order, and again when it changes: at once for another file or
 * period, after half a second of quiet for another mapping or profile. A run that is no longer wanted is stopped.
 */
export function useDryRun(order: DryRunOrder | null): DryRun {
  const [state, change] = useReducer((before: DryRun, part: Partial<DryRun>) => ({ ...before, ...part }), nothing)
  const latest = useRef(order)
  latest.current = order
  const what =
    order === null
      ? null
      : `${order.carrierId} ${order.year} ${order.month} ${order.turn} ${'onTop' in order && order.onTop}`
  const rules = order === null ? '' : JSON.stringify([order.mapping, 'profile' in order && order.profile])
  const file = order?.file
  const before = useRef<{ what: string | null; file: File | undefined }>({ what: null, file: undefined })

  // biome-ignore lint/correctness/useExhaustiveDependencies: `rules` stands for the mapping and the profile inside of the order
  useEffect(() => {
    const wanted = latest.current
    if (!wanted) {
      before.current = { what: null, file: undefined }
      return change(nothing)
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
    // That it has ended meanwhile, or never began, is no concern of anybody.
    if (underWay) void call(uploads.stop, { runId }).catch(() => {})
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    const run = await check(order, runId, { signal, onProgress: ({ sent }) => settle({ sent }) })
    settle({ checking: false, run, failure: refusalOf(run) })
  } catch (error) {
    settle({ checking: false, run: null, failure: failureMessage(error) })
  } finally {
    underWay = false
  }
}

type HowSent = { signal: AbortSignal; onProgress: (progress: SendProgress) => void }

function check(order: DryRunOrder, runId: string, how: HowSent): Promise<ImportRun> {
  const { file, mapping } = order
  const rest = {
    fileName: file.name,
    runId,
    ...(Object.keys(mapping).length > 0 ? { mapping: JSON.stringify(mapping) } : {}),
  }
  if (order.kind === 'commissions')
    return sendFile(commissionLoads.check, { ...scopeSent(order), ...rest, onTop: order.onTop }, file, {
      ...how,
      asForm: true,
    })
  const { carrierId, month, year, profile } = order
  const input = { carrierId, month, year, ...rest, ...(profile ? { profile: JSON.stringify(profile) } : {}) }
  return sendFile(uploads.check, input, file, how)
}

/** Missing columns and a file that was loaded before are answered with the run, whose headings can be mapped. */
function refusalOf(run: ImportRun): string | null {
  return run.state === 'checked' ? null : (run.message ?? "This file can't be loaded")
}
