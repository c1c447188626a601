import { longMonthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import type { Choice } from '../choices/choice.ts'

/** The three parts of a date of birth, in the order in which they are typed. */
export const birthParts = ['month', 'day', 'year'] as const
export type BirthPart = (typeof birthParts)[number]
export type BirthDate = Record<BirthPart, string>

const two = (number: number) => String(number).padStart(2, '0')

export const birthMonths: readonly Choice[] = longMonthNames.map((label, index) => ({ value: two(index + 1), label }))
export const birthDays: readonly Choice[] = Array.from({ length: 31 }, (_, index) => ({
  value: two(index + 1),
  label: String(index + 1),
}))

/** This year and as many before it, the newest first. */
export function birthYears(thisYear: number, back: number): readonly Choice[] {
  return Array.from({ length: back + 1 }, (_, index) => String(thisYear - index)).map((year) => ({
    value: year,
    label: year,
  }))
}

/** YYYY-MM-DD, of which each part may still be missing, as its parts. */
export function partsOf(value: string): BirthDate {
  const [year = '', month = '', day = ''] = value.split('-')
  return { year, month, day }
}

/** The parts as one text, empty when all are. */
export function joined({ year, month, day }: BirthDate): string {
  return year || month || day ? `${year}-${month}-${day}` : ''
}

/** What digits typed so far mean for a part: the choice they name, and whether no further digit can follow. */
export function readDigits(part: BirthPart, digits: string): { value: string | undefined; done: boolean } {
  if (part === 'year') return { value: digits.length === 4 ? digits : undefined, done: digits.length === 4 }
  const [most, number] = [part === 'month' ? 12 : 31, Number(digits)]
  const value = number >= 1 && number <= most ? two(number) : undefined
  return { value, done: digits.length === 2 || number * 10 > most }
}
