import { writeDate } from '../fields/calendar-date.ts'

/** Open enrollment for the next year begins on this day (45 CFR 155.410(e)). */
const enrollmentOpens = '11-01'

/** Plan year that is offered on a day (YYYY-MM-DD): from November 1 on, the next year. */
export function planYear(today: string): number {
  return Number(today.slice(0, 4)) + (today.slice(5) >= enrollmentOpens ? 1 : 0)
}

/** Whether a year is no longer offered on a day (YYYY-MM-DD), because the next one is. */
export const isYearEnded = (year: number, today: string): boolean => year < planYear(today)

/** Last day on which a plan that is chosen in open enrollment begins on January 1 (45 CFR 155.410(f)). */
const lastForJanuary = '12-15'

/**
 * Start of coverage of a year when applying today: January 1 of the next year until December 15, then February 1; otherwise
 * the first of the next month; in December, or for a past year, December 1.
 */
export function coverageStart(year: number, today: string): string {
  const thisYear = Number(today.slice(0, 4))
  if (year > thisYear) {
    const isLate = year === thisYear + 1 && today.slice(5) > lastForJanuary
    return writeDate(year, isLate ? 2 : 1, 1)
  }
  return writeDate(year, year < thisYear ? 12 : Math.min(Number(today.slice(5, 7)) + 1, 12), 1)
}
