import { phoneBeginning } from '@coverdesk/domain/fields/personal-numbers.ts'
import { type RawBuilder, sql } from 'kysely'
import { escaped, maxCharacter } from '../lists/list-filters.ts'

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
   * Condition by trigram index that a name contains the input, also as 'last, first' or without the middle name; null
   * when the input is too short.
   */
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
    inside:
      hasTrigram.test(text) && !addressSigns.test(text)
        ? (expression) => sql<boolean>`${sql.raw(expression)} like plain_text(${namePattern(text)})`
        : null,
  }
}

/** LIKE pattern of a name. Words of three letters or more may have others between them; shorter ones would match too much. */
function namePattern(text: string): string {
  const [last = '', first = ''] = escaped(text).split(/\s*,\s*/)
  const words = `${first} ${last}`.trim().split(' ')
  return `%${words.join(words.every(({ length }) => length >= 3) ? '% ' : ' ')}%`
}

function between(expression: string, from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${sql.raw(expression)} >= ${from} and ${sql.raw(expression)} <= ${to}`
}
