import { writeDate } from '../fields/calendar-date.ts'

/** Open enrollment begins on this day and is for the next year (45 CFR 155.410(e)). */
const enrollmentOpens = '11-01'

/** The year that somebody who asks on this day (YYYY-MM-DD) is offered plans of: from 1 November on, the next one. */
export function planYear(today: string): number {
  return Number(today.slice(0, 4)) + (today.slice(5) >= enrollmentOpens ? 1 : 0)
}

/**
 * The day that coverage of the year would begin for somebody who asks today: 1 January of a year to come, else the first of
 * the next month, and in December, or of a year that is over, its last month.
 */
export function coverageStart(year: number, today: string): string {
  const thisYear = Number(today.slice(0, 4))
  if (year > thisYear) return writeDate(year, 1, 1)
  return writeDate(year, year < thisYear ? 12 : Math.min(Number(today.slice(5, 7)) + 1, 12), 1)
}
