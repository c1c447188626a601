import { readDate, showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { digitsOf } from '@coverdesk/domain/fields/personal-numbers.ts'

/** Groups up to eight digits as MM/DD/YYYY: 122 → 12/2. */
export function groupDate(digits: string): string {
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 8)].filter(Boolean).join('/')
}

/**
 * Digits of a date in the order MMDDYYYY. Reads a pasted YYYY-MM-DD, and pads month and day when a separator was
 * inserted: 3/4/1988 → 03041988. Text that was deleted pads nothing, so that the digits close up.
 */
export function dateDigits(text: string, inserted = text): string {
  const iso = /^\s*(\d{4})-(\d{2})-(\d{2})/.exec(inserted)
  if (iso) return `${iso[2]}${iso[3]}${iso[1]}`
  return digitsOf(padSingleDigits(text, inserted)).slice(0, 8)
}

/** Pads each single digit before a separator with a zero, when `inserted` has a separator. */
export function padSingleDigits(text: string, inserted: string): string {
  return /[-./]/.test(inserted) ? text.replace(/(?<!\d)(\d)(?=\s*[-./])/g, '0$1') : text
}

/** YYYY-MM-DD as an input shows it; other text as typed. */
export function dateText(value: string): string {
  return showDate(value) || value
}

/** Value of a date input: YYYY-MM-DD for a day that exists, else the text as typed, for the schema to refuse. */
export function dateValue(typed: string): string {
  return readDate(typed) ?? typed
}

/** Day of eight digits that begin with the year, typed into MM/DD/YYYY: 20/26/0105 → 2026-01-05. Null for other texts. */
export function dateOfYearFirst(typed: string): string | null {
  const [, century, years, month, day] = /^(19|20)\/(\d{2})\/(\d{2})(\d{2})$/.exec(typed) ?? []
  return readDate(`${month}/${day}/${century}${years}`)
}

/** Years that a two-digit year may lie ahead: 1/1/36 is a term date in 2026, 1/1/37 a birthday. */
const yearsAhead = 10

/** Day of a finished date with a two-digit year, as YYYY-MM-DD: 01/31/26 → 2026-01-31. Null for other texts. */
export function dateOfShortYear(typed: string, currentYear: number): string | null {
  const [, monthAndDay, year] = /^(\d{2}\/\d{2}\/)(\d{2})$/.exec(typed) ?? []
  const fullYear = 2000 + Number(year)
  return readDate(`${monthAndDay}${fullYear > currentYear + yearsAhead ? fullYear - 100 : fullYear}`)
}

/**
 * Day of a date without a year, in the current one: 01/5 → 2026-01-05; where only days from `notBefore` on are possible,
 * the next such day. Null for other texts.
 */
export function dateWithoutYear(typed: string, currentYear: number, notBefore = ''): string | null {
  const [, month, day] = /^(\d{2})\/(\d{1,2})$/.exec(typed) ?? []
  if (day === undefined) return null
  const inYear = (year: number) => readDate(`${month}/${day.padStart(2, '0')}/${year}`)
  const firstYear = Math.max(currentYear, Number(notBefore.slice(0, 4)))
  const date = inYear(firstYear)
  return date !== null && date < notBefore ? inYear(firstYear + 1) : date
}
