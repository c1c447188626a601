import { firstOfMonth } from '../fields/month-text.ts'
import type { ScheduleRowOut } from './schedule-contract.ts'

/** What decides whether two rows overlap. */
export type ComparedSchedule = Pick<
  ScheduleRowOut,
  | 'states'
  | 'scope'
  | 'scopeValue'
  | 'business'
  | 'firstMonth'
  | 'lastMonth'
  | 'cohortFrom'
  | 'cohortTo'
  | 'membersFrom'
  | 'membersTo'
>

/** Whether both rows of a carrier answer for a policy and month: the rule of the constraint schedule_cells_one_row. */
export function schedulesOverlap(one: ComparedSchedule, other: ComparedSchedule): boolean {
  const sharesState =
    one.states.length === 0 || other.states.length === 0 || one.states.some((state) => other.states.includes(state))
  const sharesBusiness = one.business === 'both' || other.business === 'both' || one.business === other.business
  return (
    one.scope === other.scope &&
    one.scopeValue.toLowerCase() === other.scopeValue.toLowerCase() &&
    sharesState &&
    sharesBusiness &&
    shareRange(
      [monthKey(one.firstMonth), monthKey(one.lastMonth)],
      [monthKey(other.firstMonth), monthKey(other.lastMonth)],
    ) &&
    shareRange([one.cohortFrom, one.cohortTo], [other.cohortFrom, other.cohortTo]) &&
    shareRange([one.membersFrom, one.membersTo], [other.membersFrom, other.membersTo])
  )
}

const monthKey = (month: string | null) => (month === null ? null : firstOfMonth(month))

type Range<Value> = readonly [from: Value | null, to: Value | null]
function shareRange<Value extends string | number>(
  [from, to]: Range<Value>,
  [otherFrom, otherTo]: Range<Value>,
): boolean {
  return (
    (to === null || otherFrom === null || otherFrom <= to) && (otherTo === null || from === null || from <= otherTo)
  )
}
