import { phoneBeginning } from '@coverdesk/domain/fields/personal-numbers.ts'
import { readBirthDateSearch } from '@coverdesk/domain/search/birth-date-search.ts'
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
  /** Condition that a date of birth is the one in the input, and a name the rest of it; null without a date. */
  born: ((dob: string, name: string) => RawBuilder<boolean>) | null
}

/** Characters of addresses but not of names: `@`, or a dot or underscore without a following space. */
const addressSigns = /@|[._](?!\s)/
/** Parses a search term; null for blank input. Dates of birth are read where `today` is given. */
export function parseSearchTerm(typed: string | undefined, today?: string): SearchTerm | null {
  const text = (typed ?? '').trim().replace(/\s+/g, ' ')
  if (text === '') return null
  const digits = /^[\d\s().+-]+$/.test(text) ? phoneBeginning(text) : ''
  // Sortable names have the last name first, without a comma.
  const start = text.replace(/\s*,\s*/g, ' ')
  const reversed = [...digits].reverse().join('')
  const birth = today === undefined ? null : readBirthDateSearch(text, today)
  return {
    text,
    digits: digits === '' ? null : digits,
    email: digits === '' && addressSigns.test(text),
    starts: (expression) => between(expression, sql`plain_text(${start})`, sql`plain_text(${start + maxCharacter})`),
    startsDigits: (expression) => between(expression, sql`${digits}`, sql`${digits + maxCharacter}`),
    endsDigits: (expression) => between(expression, sql`${reversed}`, sql`${reversed + maxCharacter}`),
    inside:
      hasTrigram.test(text) && !addressSigns.test(text) && !birth ? (expression) => isNamed(expression, text) : null,
    born:
      birth &&
      ((dob, name) => {
        const day = sql<boolean>`${sql.raw(dob)} = ${birth.date}::date`
        return birth.name === '' ? day : sql<boolean>`${day} and ${isNamed(name, birth.name)}`
      }),
  }
}

function between(expression: string, from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${sql.raw(expression)} >= ${from} and ${sql.raw(expression)} <= ${to}`
}
