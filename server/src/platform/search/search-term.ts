import { digitsOf } from '@coverdesk/domain/fields/personal-numbers.ts'
import { type RawBuilder, sql } from 'kysely'
import { maxCharacter } from '../lists/list-filters.ts'

/** Search input as SQL conditions. Columns are static SQL, the input is always a parameter (P-37). */
export interface SearchTerm {
  text: string
  /** Digits of numeric input: a phone, NPN or policy number. */
  digits: string | null
  /** Input looks like the start of an email address: ana.vega, ana@. */
  email: boolean
  /** Prefix condition; the expression is plain text with collation "C". */
  starts: (expression: string) => RawBuilder<boolean>
  /** Prefix condition for the digits. */
  startsDigits: (expression: string) => RawBuilder<boolean>
  /** Substring condition by trigram index; null when the input is too short. */
  inside: ((expression: string) => RawBuilder<boolean>) | null
}

/** Highest code point: upper bound of a prefix range. */
/** Characters of addresses but not of names: `@`, or a dot or underscore without a following space. */
const addressSigns = /@|[._](?!\s)/
/** Input with at least one trigram: three characters in a row, or two at the start or end of a word. */
const hasTrigram = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}\s+[\p{L}\p{N}]|[\p{L}\p{N}]\s+[\p{L}\p{N}]{2}/u

/** Parses a search term; null for blank input. */
export function parseSearchTerm(typed: string | undefined): SearchTerm | null {
  const text = (typed ?? '').trim().replace(/\s+/g, ' ')
  if (text === '') return null
  const digits = /^[\d\s().+-]+$/.test(text) ? withoutCountry(digitsOf(text)) : ''
  return {
    text,
    digits: digits === '' ? null : digits,
    email: digits === '' && addressSigns.test(text),
    starts: (expression) => between(expression, sql`plain_text(${text})`, sql`plain_text(${text + maxCharacter})`),
    startsDigits: (expression) => between(expression, sql`${digits}`, sql`${digits + maxCharacter}`),
    inside:
      hasTrigram.test(text) && !addressSigns.test(text)
        ? (expression) =>
            sql<boolean>`${sql.raw(expression)} like plain_text(${`%${text.replace(/[\\%_]/g, '\\$&')}%`})`
        : null,
  }
}

function between(expression: string, from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${sql.raw(expression)} >= ${from} and ${sql.raw(expression)} <= ${to}`
}

function withoutCountry(digits: string): string {
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
}
