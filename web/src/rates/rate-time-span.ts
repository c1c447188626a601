import { daysBetween, plusDays } from '@coverdesk/domain/fields/day-count.ts'
import type { RateRow } from '@coverdesk/domain/rates/rate-contract.ts'

/** Range of a timeline, with the position of its days. */
export interface TimeSpan {
  first: string
  last: string
  years: string[]
  /** Position of a day's start in percent from the left, clamped. */
  place(day: string): number
}

/** Maximum range; earlier rates are cut at the edge. */
const maxDays = 3 * 366
/** Minimum days before and after today. */
const [atLeastBefore, atLeastAfter] = [180, 180]

/** Range that includes today, all future rates, and at most three years of the past. */
export function rateTimeSpan(rates: readonly Pick<RateRow, 'startDate' | 'endDate'>[], today: string): TimeSpan {
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

const latest = (days: string[]) => days.reduce((a, b) => (a > b ? a : b))
const earliest = (days: string[]) => days.reduce((a, b) => (a < b ? a : b))
