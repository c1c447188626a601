import { isCalendarDate, writeDate } from '../fields/calendar-date.ts'

/** Life events that open a special enrollment period (45 CFR 155.420(d)). */
export const lifeEvents = ['loss-of-coverage', 'birth', 'marriage', 'move', 'status', 'release'] as const
export type LifeEvent = (typeof lifeEvents)[number]

/** A life event with its day: for a loss of coverage, the last day that was covered. */
export interface SpecialEnrollment {
  event: LifeEvent
  date: string
}

/** The same as typed: either may be missing. */
export interface TypedSpecialEnrollment {
  event: LifeEvent | ''
  date: string
}

export const specialProblems = [
  'event',
  'eventDate',
  'eventFuture',
  'eventEarly',
  'eventOver',
  'eventNextYear',
] as const
export type SpecialProblem = (typeof specialProblems)[number]

/** Days after an event, and before a loss of coverage, on which plans can be chosen (45 CFR 155.420(c)). */
const periodDays = 60

/**
 * Start of coverage of a year by a plan that is chosen on a day (45 CFR 155.420(b)): the day of a birth, but not before the year;
 * after a loss of coverage that is still to come the first of the month after it; otherwise the first of the month after the choice.
 */
export function specialStart({ event, date }: SpecialEnrollment, year: number, today: string): string {
  const yearBegins = writeDate(year, 1, 1)
  if (event === 'birth') return date < yearBegins ? yearBegins : date
  return firstOfNextMonth(event === 'loss-of-coverage' && date > today ? date : today)
}

/** Last day on which a plan of this year can be chosen for the event. */
export function specialEnd(special: SpecialEnrollment, year: number): string {
  const last = addDays(special.date, periodDays)
  const lastStarting = writeDate(year, 11, 30)
  return special.event === 'birth' || last < lastStarting ? last : lastStarting
}

/** Why an event gives no coverage of this year to a plan that is chosen today; null if it does. */
export function specialProblem(
  { event, date }: TypedSpecialEnrollment,
  year: number,
  today: string,
): SpecialProblem | null {
  if (event === '') return 'event'
  if (!isCalendarDate(date)) return 'eventDate'
  if (date > today && event !== 'loss-of-coverage') return 'eventFuture'
  if (date > addDays(today, periodDays)) return 'eventEarly'
  if (today > addDays(date, periodDays)) return 'eventOver'
  return Number(specialStart({ event, date }, year, today).slice(0, 4)) > year ? 'eventNextYear' : null
}

/** Special enrollment as it is shown, where the event gives coverage of this year to a plan chosen today. */
export function shownSpecial(
  typed: TypedSpecialEnrollment | null,
  today: string,
): { begins: string; until: string } | null {
  const year = Number(today.slice(0, 4))
  const special = typed && completeSpecial(typed)
  if (!special || specialProblem(special, year, today) !== null) return null
  return { begins: specialStart(special, year, today), until: specialEnd(special, year) }
}

/** The event as typed, once it is complete. */
export function completeSpecial({ event, date }: TypedSpecialEnrollment): SpecialEnrollment | null {
  return event !== '' && isCalendarDate(date) ? { event, date } : null
}

/** Whether this year's special enrollment and the next year's open enrollment are both possible, so that the year is asked. */
export const asksYear = (offeredYear: number, today: string): boolean => offeredYear > Number(today.slice(0, 4))

function addDays(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}

function firstOfNextMonth(date: string): string {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))]
  return month === 12 ? writeDate(year + 1, 1, 1) : writeDate(year, month + 1, 1)
}
