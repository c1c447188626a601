import { showDate } from '../fields/calendar-date.ts'
import { daysBetween } from '../fields/day-count.ts'
import type { TimeOff } from './pto-hours.ts'

/** The statuses of a request; their ids are those of the look-up list `status.pto`. */
export const ptoStatuses = { Requested: 1, Approved: 2, Denied: 3, Cancelled: 4 } as const
export type PtoStatusName = keyof typeof ptoStatuses

/** From which status a request may go to which others; the decided ones but Approved are final. */
const following: Readonly<Record<PtoStatusName, readonly PtoStatusName[]>> = {
  Requested: ['Approved', 'Denied', 'Cancelled'],
  Approved: ['Cancelled'],
  Denied: [],
  Cancelled: [],
}

/** The status of an id; undefined where there is none. */
export function ptoStatusOf(id: number): PtoStatusName | undefined {
  return statusNames.find((name) => ptoStatuses[name] === id)
}
const statusNames: readonly PtoStatusName[] = ['Requested', 'Approved', 'Denied', 'Cancelled']

/** Somebody before a request: whether it is their own, and whether they decide about requests (admin.PTO). */
export interface PtoPerson {
  own: boolean
  decides: boolean
}

/**
 * Why a request may not go from one status to another, or null when it may. Who decides about requests may do
 * all that the states allow; the requester may only cancel; anybody else who sees it, nothing.
 */
export function refusedStatus(
  from: PtoStatusName,
  to: PtoStatusName,
  { own, decides }: PtoPerson,
): { code: 'right.missing' | 'pto.status_refused'; message: string } | null {
  if (!decides && !own) return { code: 'right.missing', message: 'This request is somebody else’s' }
  if (!decides && to !== 'Cancelled')
    return { code: 'right.missing', message: 'You may only cancel your own request; who looks after PTO decides' }
  if (following[from].includes(to)) return null
  const message =
    following[from].length === 0
      ? `A ${from.toLowerCase()} request stays ${from.toLowerCase()}`
      : `A request that is ${from.toLowerCase()} cannot become ${to.toLowerCase()}`
  return { code: 'pto.status_refused', message }
}

/** The statuses that somebody may give a request now. */
export function offeredStatuses(from: PtoStatusName, person: PtoPerson): PtoStatusName[] {
  return statusNames.filter((to) => refusedStatus(from, to, person) === null)
}

export interface TimeOffProblem {
  path: keyof TimeOff
  message: string
}

/** The longest time off that one request may ask for, in days: more is a slip in the year. */
const maxDays = 366

/**
 * What is wrong with the days of a new request: a start before the agency's today (PTO-04), an end before the start
 * more than a year.
 */
export function timeOffProblems(time: TimeOff, today: string): TimeOffProblem[] {
  const start: TimeOffProblem[] =
    time.startDate < today ? [{ path: 'startDate', message: `Start date can't be before ${showDate(today)}` }] : []
  return [...start, ...spanProblems(time)]
}

/** What is wrong with an end, whenever the time off begins: what the estimate of hours refuses, too. */
export function spanProblems({ startDate, startHour, endDate, endHour }: TimeOff): TimeOffProblem[] {
  if (endDate < startDate) return [{ path: 'endDate', message: "End date can't be before the start date" }]
  if (endDate === startDate && endHour < startHour)
    return [{ path: 'endHour', message: "The end can't be before the start" }]
  return daysBetween(startDate, endDate) > maxDays ? [{ path: 'endDate', message: 'At most one year at a time' }] : []
}
