import { showDate } from '../fields/calendar-date.ts'
import { daysBetween } from '../fields/day-count.ts'
import { type TimeOff, workingHours } from './pto-hours.ts'

/** Statuses of a request with their ids in the lookup list `status.pto`. */
export const ptoStatuses = { Requested: 1, Approved: 2, Denied: 3, Cancelled: 4 } as const
export type PtoStatusName = keyof typeof ptoStatuses

/** Allowed transitions; decided statuses except Approved are final. */
const following: Readonly<Record<PtoStatusName, readonly PtoStatusName[]>> = {
  Requested: ['Approved', 'Denied', 'Cancelled'],
  Approved: ['Cancelled'],
  Denied: [],
  Cancelled: [],
}

/** Status with an id, or undefined. */
export function ptoStatusOf(id: number): PtoStatusName | undefined {
  return statusNames.find((name) => ptoStatuses[name] === id)
}
const statusNames: readonly PtoStatusName[] = ['Requested', 'Approved', 'Denied', 'Cancelled']

/** User in relation to a request: whether it is their own, and whether they may decide (admin.PTO). */
export interface PtoPerson {
  own: boolean
  decides: boolean
}

/**
 * Reason why a request may not change status, or null. Deciders may make every allowed transition on requests of
 * others, requesters may only cancel, other users may change nothing.
 */
export function refusedStatus(
  from: PtoStatusName,
  to: PtoStatusName,
  { own, decides }: PtoPerson,
): { code: 'right.missing' | 'pto.status_refused'; message: string } | null {
  if (!decides && !own) return { code: 'right.missing', message: 'This request belongs to another person' }
  if (own && to !== 'Cancelled')
    return { code: 'right.missing', message: 'Someone else must decide your own request; you may only cancel it' }
  if (following[from].includes(to)) return null
  const message =
    following[from].length === 0
      ? `A ${from.toLowerCase()} request stays ${from.toLowerCase()}`
      : `A request that is ${from.toLowerCase()} cannot become ${to.toLowerCase()}`
  return { code: 'pto.status_refused', message }
}

/** Statuses that a user may set now. */
export function offeredStatuses(from: PtoStatusName, person: PtoPerson): PtoStatusName[] {
  return statusNames.filter((to) => refusedStatus(from, to, person) === null)
}

export interface TimeOffProblem {
  path: keyof TimeOff
  message: string
}

/** Maximum days of one request; more is most likely a wrong year. */
const maxDays = 366

/**
 * Problems of a new request's dates: start before the agency's today (PTO-04), end before start, more than a
 * year, no working hours. A changed request may keep its start, which may have passed.
 */
export function timeOffProblems(time: TimeOff, today: string, startBefore?: string): TimeOffProblem[] {
  const start: TimeOffProblem[] =
    time.startDate < today && time.startDate !== startBefore
      ? [{ path: 'startDate', message: `Start date can't be before ${showDate(today)}` }]
      : []
  const problems = [...start, ...spanProblems(time)]
  const hasNoHours = problems.length === 0 && workingHours(time) === 0
  return hasNoHours ? [{ path: 'endDate', message: 'This time has no working hours' }] : problems
}

/** Problems of the end regardless of today, also refused by the estimate of hours. */
export function spanProblems({ startDate, startHour, endDate, endHour }: TimeOff): TimeOffProblem[] {
  if (endDate < startDate) return [{ path: 'endDate', message: "End date can't be before the start date" }]
  if (endDate === startDate && endHour < startHour)
    return [{ path: 'endHour', message: "The end can't be before the start" }]
  return daysBetween(startDate, endDate) > maxDays ? [{ path: 'endDate', message: 'At most one year at a time' }] : []
}

/** Reason why a request may not be changed, or null: only the requester may, and only before a decision. */
export function refusedEdit(
  { statusId }: { statusId: number },
  { own }: Pick<PtoPerson, 'own'>,
): { code: 'right.missing' | 'pto.decided'; message: string } | null {
  if (!own) return { code: 'right.missing', message: 'Only the person who requested this time off may change it' }
  if (statusId === ptoStatuses.Requested) return null
  const status = ptoStatusOf(statusId)?.toLowerCase() ?? 'decided'
  return { code: 'pto.decided', message: `This request is ${status} and can't be changed. Make a new request.` }
}
