import { phoneBeginning } from '@coverdesk/domain/fields/personal-numbers.ts'
import { type RawBuilder, sql } from 'kysely'
import { hasTrigram, maxCharacter } from '../lists/list-filters.ts'
import { isNamed } from '../lists/name-filters.ts'

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
  /** Suffix condition for the digits; the expression is reversed. */
  endsDigits: (expression: string) => RawBuilder<boolean>
  /**
   * Condition by trigram index that a name contains the input, also as 'last, first', 'last first' or without the middle name;
   * null when the input is too short.
   */
  inside: ((expression: string) => RawBuilder<boolean>) | null
}

/** Characters of addresses but not of names: `@`, or a dot or underscore without a following space. */
const addressSigns = /@|[._](?!\s)/
/** Parses a search term; null for blank input. */
export function parseSearchTerm(typed: string | undefined): SearchTerm | null {
  const text = (typed ?? '').trim().replace(/\s+/g, ' ')
  if (text === '') return null
  const digits = /^[\d\s().+-]+$/.test(text) ? phoneBeginning(text) : ''
  // Sortable names have the last name first, without a comma.
  const start = text.replace(/\s*,\s*/g, ' ')
  const reversed = [...digits].reverse().join('')
  return {
    text,
    digits: digits === '' ? null : digits,
    email: digits === '' && addressSigns.test(text),
    starts: (expression) => between(expression, sql`plain_text(${start})`, sql`plain_text(${start + maxCharacter})`),
    startsDigits: (expression) => between(expression, sql`${digits}`, sql`${digits + maxCharacter}`),
    endsDigits: (expression) => between(expression, sql`${reversed}`, sql`${reversed + maxCharacter}`),
    inside: hasTrigram.test(text) && !addressSigns.test(text) ? (expression) => isNamed(expression, text) : null,
  }
}

function between(expression: string, from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${sql.raw(expression)} >= ${from} and ${sql.raw(expression)} <= ${to}`
}
