import { longMonthNames, nearYears } from '@coverdesk/domain/fields/calendar-date.ts'

/** A month that a file is loaded for. */
export interface Period {
  month: number
  year: number
}

/** Month and year of a form: null while not chosen. */
export interface ChosenPeriod {
  month: number | null
  year: number | null
}

/** The twelve months of the upload's select (UPLOAD-18). */
export const monthChoices = longMonthNames.map((label, index) => ({ value: index + 1, label }))

/** The years of the upload's select, 10 back to 2 ahead of `today` (YYYY-MM-DD) (UPLOAD-18). */
export function yearChoices(today: string): number[] {
  return nearYears(periodOf(today).year)
}

/** The month of a day, YYYY-MM-DD. */
export function periodOf(today: string): Period {
  return { month: Number(today.slice(5, 7)), year: Number(today.slice(0, 4)) }
}

/** A carrier's last month, or null when nothing of it was ever loaded. */
export function lastOf(carrier: { month: number | null; year: number | null }): Period | null {
  return carrier.month === null || carrier.year === null ? null : { month: carrier.month, year: carrier.year }
}

/** What most people mean: the month after the last one loaded, or the present one for a carrier's first file. */
export function presetPeriod(last: Period | null, today: string): Period {
  if (last === null) return periodOf(today)
  const next = last.month === 12 ? { month: 1, year: last.year + 1 } : { month: last.month + 1, year: last.year }
  return yearChoices(today).includes(next.year) ? next : periodOf(today)
}

/** True when more than one month has passed since the last one loaded; in November, October is in time. */
export function isBehind(last: Period | null, today: string): boolean {
  return last !== null && monthsOf(periodOf(today)) - monthsOf(last) > 1
}

function monthsOf({ month, year }: Period): number {
  return year * 12 + month
}

/** What a load is for; null is what the rows of its file say themselves. */
export interface LoadScope {
  carrierName: string | null
  month: number | null
  year: number | null
}

/** 'Ambetter, November 2026', as far as it is known; 'several carriers' for a file whose rows say theirs. */
export function longScope({ carrierName, ...period }: LoadScope): string {
  const when = lastOf(period)
  return [carrierName ?? 'several carriers', when && longPeriod(when)].filter(Boolean).join(', ')
}

/** 'Ambetter 11/2026', as far as it is known. */
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
