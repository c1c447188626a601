import { daysBetween, plusDays } from '@coverdesk/domain/fields/day-count.ts'
import type { RateRow } from '@coverdesk/domain/rates/rate-contract.ts'

/** The days that a time line shows, and where on it days stand. */
export interface TimeSpan {
  first: string
  last: string
  /** First days of years within it. */
  years: string[]
  /** Where a day begins, in per cent from the left, kept within the line. */
  place(day: string): number
}

/** At most so many days are shown; earlier ones end at the edge. */
const maxDays = 3 * 366
/** Shown at least before and after today. */
const [atLeastBefore, atLeastAfter] = [180, 180]

/** A line that holds today, all that comes, and of the past at most three years. */
export function timeSpanOf(rates: readonly Pick<RateRow, 'startDate' | 'endDate'>[], today: string): TimeSpan {
  const starts = rates.map(({ startDate }) => startDate)
  const ends = rates.flatMap(({ startDate, endDate }) => [endDate ?? plusDays(startDate, 90)])
  const last = latest([plusDays(today, atLeastAfter), ...ends])
  const first = latest([earliest([plusDays(today, -atLeastBefore), ...starts]), plusDays(today, -maxDays)])
  const days = daysBetween(first, last) + 1
  const place = (day: string) => Math.min(100, Math.max(0, (daysBetween(first, day) / days) * 100))
  const years: string[] = []
  for (let year = Number(first.slice(0, 4)) + 1; `${year}-01-01` <= last; year++) years.push(`${year}-01-01`)
  return { first, last, years, place }
}

const latest = (days: string[]) => days.reduce((one, other) => (one > other ? one : other))
const earliest = (days: string[]) => days.reduce((one, other) => (one < other ? one : other))
