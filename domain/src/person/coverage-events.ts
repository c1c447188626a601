import { showDate } from '../fields/calendar-date.ts'
import type { EntryTone, PersonPolicy } from './person-contract.ts'

export type Coverage = Pick<PersonPolicy, 'status' | 'effectiveDate' | 'termDate'>

/** Start or end of a coverage, past or announced. */
export interface CoverageEvent {
  key: 'begin' | 'end' | 'never'
  at: string
  title: string
  state: { word: string; tone: EntryTone }
}

/** Timeline events of a coverage as of today: what has happened, what is announced, or that it never took effect. */
export function coverageEvents(coverage: Coverage, today: string): CoverageEvent[] {
  const { status, effectiveDate, termDate } = coverage
  if (!wasOrMayBeInForce(coverage, today)) {
    const at = effectiveDate ?? termDate
    const title = status === 'Cancelled' ? 'Cancelled, never in force' : 'Never in force'
    return at === null ? [] : [{ key: 'never', at, title, state: { word: status, tone: 'red' } }]
  }
  return [...beginning(coverage, today), ...ending(coverage, today)]
}

/** False for a policy that was cancelled, or ended before its first day. */
function wasOrMayBeInForce({ status, effectiveDate, termDate }: Coverage, today: string): boolean {
  if (status === 'Cancelled') return false
  if (effectiveDate === null) return true
  return !(termDate !== null && termDate < effectiveDate) && !(status === 'Terminated' && effectiveDate > today)
}

function beginning({ status, effectiveDate: at }: Coverage, today: string): CoverageEvent[] {
  if (at === null) return []
  const event = (title: string, word: string, tone: EntryTone): CoverageEvent[] => [
    { key: 'begin', at, title, state: { word, tone } },
  ]
  if (at > today) return event(`Coverage starts ${showDate(at)}`, status, status === 'Active' ? 'blue' : 'amber')
  // The day has come, but the carrier still waits, usually for the first premium.
  if (status === 'Pending') return event(`Coverage was to start ${showDate(at)}`, status, 'amber')
  return event('Coverage began', status, status === 'Active' ? 'green' : 'grey')
}

function ending({ status, termDate: at }: Coverage, today: string): CoverageEvent[] {
  if (at === null || status === 'Pending') return []
  const ended = at < today
  const title = ended ? 'Coverage ended' : `Coverage ends ${showDate(at)}`
  const state = { word: ended ? 'Ended' : status, tone: ended ? 'grey' : 'amber' } as const
  return [{ key: 'end', at, title, state }]
}
