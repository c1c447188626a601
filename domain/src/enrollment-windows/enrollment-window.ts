import { usesFederalPlatform } from '../consents/authorization-rule.ts'
import type { Confidence } from '../eligibility/tables/year-row.ts'
import { writeDate } from '../fields/calendar-date.ts'

/** The federal platform, which the exchanges of many states share; state-based exchanges are named by their state. */
export const federalPlatform = 'federal'

/** Open enrollment of an exchange for a plan year; days (YYYY-MM-DD) are included, null where they are not known. */
export interface EnrollmentWindow {
  /** `federal`, or the state of a state-based exchange. */
  exchange: string
  planYear: number
  opens: string
  closes: string | null
  /** Last day on which a chosen plan begins on January 1; later ones begin on February 1. */
  lastForJanuary: string | null
  source: string
  confidence: Confidence
}

/** Exchange that sells plans of a state and year; the federal platform where the state is not known. */
export function exchangeOf(state: string | null, planYear: number): string {
  return state === null || usesFederalPlatform(state, planYear) ? federalPlatform : state
}

/** The window of a state's exchange for a plan year; null if it is not known. */
export function windowOf<Window extends EnrollmentWindow>(
  windows: readonly Window[],
  state: string | null,
  planYear: number,
): Window | null {
  const exchange = exchangeOf(state, planYear)
  return windows.find((window) => window.exchange === exchange && window.planYear === planYear) ?? null
}

/** Plan year that a state's exchange offers on a day: the next year from the first day of its known window on. */
export function offeredYear(windows: readonly EnrollmentWindow[], state: string | null, today: string): number {
  const thisYear = Number(today.slice(0, 4))
  const next = windowOf(windows, state, thisYear + 1)
  return next !== null && next.opens <= today ? thisYear + 1 : thisYear
}

/** Whether plans can be chosen on a day without a life event; false where the last day is not known. */
export function isWindowOpen({ opens, closes }: Pick<EnrollmentWindow, 'opens' | 'closes'>, today: string): boolean {
  return closes !== null && opens <= today && today <= closes
}

type Deadline = Pick<EnrollmentWindow, 'lastForJanuary'> | null

/**
 * Start of coverage of a year when applying today: before the year, January 1 or February 1 by the exchange's window, null
 * where that is not known; within it the first of the next month; in December, or for a past year, December 1.
 */
export function coverageStart(year: number, today: string, window: Deadline): string | null {
  const thisYear = Number(today.slice(0, 4))
  if (year <= thisYear) return writeDate(year, year < thisYear ? 12 : Math.min(Number(today.slice(5, 7)) + 1, 12), 1)
  if (!window?.lastForJanuary) return null
  return writeDate(year, today > window.lastForJanuary ? 2 : 1, 1)
}

/** Day on which ages count for prices (45 CFR 147.102(a)(1)(iii)): the start of coverage, or January 1 where it is not known. */
export function ratingDay(year: number, today: string, window: Deadline): string {
  return coverageStart(year, today, window) ?? writeDate(year, 1, 1)
}
