import { z } from 'zod'

/** Month as typed and in filters: MM/YYYY. */
export const MonthText = z.string().regex(/^(0[1-9]|1[0-2])\/(19|20)\d{2}$/, 'Must be a month, MM/YYYY')

/** Month of a form: MM/YYYY, also typed as M/YYYY. Empty gives the message. */
export const monthTyped = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .transform((typed) => (/^\d\//.test(typed) ? `0${typed}` : typed))
    .pipe(MonthText)

/** "03/2026" → "2026-03-01", as months are stored in SQL. */
export function firstOfMonth(month: string): string {
  return `${month.slice(3)}-${month.slice(0, 2)}-01`
}

/** Month 3 and 2026 → "03/2026". */
export function monthText(month: number, year: number): string {
  return `${String(month).padStart(2, '0')}/${year}`
}

/** "2026-03-01" → "03/2026", of any day of the month. */
export function showMonth(day: string): string {
  return `${day.slice(5, 7)}/${day.slice(0, 4)}`
}
