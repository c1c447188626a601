import { longMonthNames, writeDate } from '../fields/calendar-date.ts'
import { readFileDate } from './file-date.ts'

const spanishMonthNames = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
]

const numbers = new Map(
  [longMonthNames, spanishMonthNames].flatMap((names) =>
    names.flatMap((name, at) => [
      [name.toLowerCase(), at + 1] as const,
      [name.slice(0, 3).toLowerCase(), at + 1] as const,
    ]),
  ),
)

/** "3", "03", "March", "mar" → "3"; undefined if it is not a month. */
export function readMonthNumber(text: string): string | undefined {
  const month = /^\d{1,2}$/.test(text) ? Number(text) : numbers.get(text.toLowerCase().replace(/\.$/, ''))
  return month !== undefined && month >= 1 && month <= 12 ? String(month) : undefined
}

/** "2026" or "26" → "2026"; undefined outside 2000 to 2100. */
export function readYear(text: string): string | undefined {
  const year = /^\d{2}$/.test(text) ? 2000 + Number(text) : /^\d{4}$/.test(text) ? Number(text) : 0
  return year >= 2000 && year <= 2100 ? String(year) : undefined
}

/**
 * "03/2026", "2026-03", "202603", "Mar 2026", "March-26", "marzo de 2026", any day, or two days of a month with '-' or 'to' between → "2026-03-01";
 * undefined if it is not a month of a year.
 */
export function readPeriod(text: string, how: { order: 'MDY' | 'DMY'; serials: boolean }): string | undefined {
  const [from, to, ...others] = text.split(/ (?:[-\u2013]|to) /i)
  if (from !== undefined && to !== undefined && others.length === 0) {
    const [first, second] = [readPeriod(from.trim(), how), readPeriod(to.trim(), how)]
    return first === second ? first : undefined
  }
  const first = /^(\d{1,2})[/-](\d{4})$/.exec(text) ?? /^([A-Za-z]{3,10})\.?(?: de |[- ,/]+)(\d{4}|\d{2})$/.exec(text)
  if (first) return firstDay(first[1], first[2])
  const last = /^(\d{4})[/-]?(\d{1,2})$/.exec(text)
  const read = last && !(how.serials && /^\d{5}$/.test(text)) ? firstDay(last[2], last[1]) : undefined
  if (read) return read
  const date = readFileDate(text, { order: how.order, latest: null, serials: true })
  return date === null ? undefined : firstDay(date.slice(5, 7), date.slice(0, 4))
}

function firstDay(month: string | undefined, year: string | undefined): string | undefined {
  const [m, y] = [readMonthNumber(month ?? ''), readYear(year ?? '')]
  return m && y ? writeDate(Number(y), Number(m), 1) : undefined
}
