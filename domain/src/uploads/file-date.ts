import { isDay, writeDate } from '../fields/calendar-date.ts'

/** How ambiguous dates are read. */
export interface DateReading {
  order: 'MDY' | 'DMY'
  /** Two-digit years fall in the hundred years up to this one; null: in this century. */
  latest: number | null
  /** Numbers such as 46023 are spreadsheet day counts. */
  serials: boolean
}

const slashed = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/
const yearFirst = /^(\d{4})([/-])(\d{1,2})\2(\d{1,2})$/
const compact = /^(\d{4})(\d{2})(\d{2})$/
const named = /^(\d{1,2})[- ]?([A-Za-z]{3,9})[- ,]*(\d{4}|\d{2})$/
const monthFirst = /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})$/
const timePart = /[T ]\s{0,3}\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s{0,3}([AaPp][Mm])?\s{0,3}(Z|[+-]\d{2}:?\d{2})?$/
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Parses the date formats of carriers → YYYY-MM-DD, or null if it is not a day: 1/31/2026, 01-31-2026, 01/31/26,
 * 2026-01-31, 2026/1/31, 20260131, 31-Jan-2026, 31JAN2026, each with or without a time, and spreadsheet day counts.
 */
export function readFileDate(typed: string, reading: DateReading): string | null {
  const text = typed.length > 10 ? typed.replace(timePart, '') : typed
  const iso = yearFirst.exec(text) ?? null
  if (iso) return day(iso[1], iso[3], iso[4])
  const parts = slashed.exec(text)
  if (parts) {
    const year = fullYear(parts[4] ?? '', reading.latest)
    return reading.order === 'DMY' ? day(year, parts[3], parts[1]) : day(year, parts[1], parts[3])
  }
  const packed = compact.exec(text)
  if (packed) return day(packed[1], packed[2], packed[3])
  const worded = named.exec(text)
  if (worded) return day(fullYear(worded[3] ?? '', reading.latest), monthOf(worded[2]), worded[1])
  const written = monthFirst.exec(text)
  if (written) return day(written[3], monthOf(written[1]), written[2])
  return reading.serials ? readSerial(text) : null
}

/** Spanish months that begin otherwise than the English ones. */
const spanish: Readonly<Record<string, string>> = { ene: 'jan', abr: 'apr', ago: 'aug', dic: 'dec' }

function monthOf(name: string | undefined): number {
  const start = (name ?? '').slice(0, 3).toLowerCase()
  return months.indexOf(spanish[start] ?? start) + 1
}

function day(year: string | number | undefined, month: string | number | undefined, dayOfMonth: string | undefined) {
  const [y, m, d] = [Number(year), Number(month), Number(dayOfMonth)]
  return isDay(y, m, d) ? writeDate(y, m, d) : null
}

function fullYear(text: string, latest: number | null): number {
  const year = Number(text)
  if (text.length === 4) return year
  return latest !== null && 2000 + year > latest ? 1900 + year : 2000 + year
}

/** Days since 1899-12-30, as spreadsheets count from March 1900 on (ECMA-376 part 1, 18.17.4.1). */
function readSerial(text: string): string | null {
  const serial = /^(\d{5})(\.\d+)?$/.exec(text)
  if (!serial) return null
  return new Date(Date.UTC(1899, 11, 30) + Number(serial[1]) * 86_400_000).toISOString().slice(0, 10)
}
