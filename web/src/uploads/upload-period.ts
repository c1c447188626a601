import { longMonthNames, nearYears } from '@coverdesk/domain/fields/calendar-date.ts'

/** Month of a file. */
export interface Period {
  month: number
  year: number
}

/** Month and year of a form; null if not chosen. */
export interface ChosenPeriod {
  month: number | null
  year: number | null
}

/** Months of the upload form (UPLOAD-18). */
export const monthChoices = longMonthNames.map((label, index) => ({ value: index + 1, label }))

/** Years of the upload form, from 10 back to 2 ahead of `today` (YYYY-MM-DD) (UPLOAD-18). */
export function yearChoices(today: string): number[] {
  return nearYears(periodOf(today).year)
}

/** Month of a date (YYYY-MM-DD). */
export function periodOf(today: string): Period {
  return { month: Number(today.slice(5, 7)), year: Number(today.slice(0, 4)) }
}

/** Last month of a carrier, or null without uploads. */
export function lastOf(carrier: { month: number | null; year: number | null }): Period | null {
  return carrier.month === null || carrier.year === null ? null : { month: carrier.month, year: carrier.year }
}

/**
 * Default period: the month after the last one, but none ahead of the current month, as another file in a month is a
 * correction. The current month for a carrier's first file.
 */
export function presetPeriod(last: Period | null, today: string): Period {
  const current = periodOf(today)
  if (last === null || !yearChoices(today).includes(last.year)) return current
  if (monthsOf(last) >= monthsOf(current)) return last
  return last.month === 12 ? { month: 1, year: last.year + 1 } : { month: last.month + 1, year: last.year }
}

/** Whether more than one month has passed since the last one; in November, October is on time. */
export function isBehind(last: Period | null, today: string): boolean {
  return last !== null && monthsOf(periodOf(today)) - monthsOf(last) > 1
}

function monthsOf({ month, year }: Period): number {
  return year * 12 + month
}

/** Scope of an upload; null values come from the file's rows. */
export interface LoadScope {
  carrierName: string | null
  month: number | null
  year: number | null
}

/** 'Ambetter, November 2026'; unknown parts are omitted, and 'several carriers' means carriers named by rows. */
export function longScope({ carrierName, ...period }: LoadScope): string {
  const when = lastOf(period)
  return [carrierName ?? 'several carriers', when && longPeriod(when)].filter(Boolean).join(', ')
}

/** 'Ambetter 11/2026'; unknown parts are omitted. */
export function shortScope({ carrierName, ...period }: LoadScope): string {
  const when = lastOf(period)
  return [carrierName ?? 'Several carriers', when && showPeriod(when)].filter(Boolean).join(' ')
}

/** 10/2026, or 'Never'. */
export function showPeriod(period: Period | null): string {
  return period === null ? 'Never' : `${String(period.month).padStart(2, '0')}/${period.year}`
}

/** November 2026. */
export function longPeriod({ month, year }: Period): string {
  return `${longMonthNames[month - 1] ?? ''} ${year}`
}
