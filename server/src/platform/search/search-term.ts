import { digitsOf } from '@coverdesk/domain/fields/personal-numbers.ts'
import { type RawBuilder, sql } from 'kysely'

/** What somebody looks for, as conditions; columns are the programmer's texts, the typed text always a parameter (P-37). */
export interface SearchTerm {
  text: string
  /** The digits of what reads as a number: a phone, an NPN, a policy. */
  digits: string | null
  /** It reads as an e-mail address, or its beginning: ana.vega, ana@. No name holds such signs. */
  email: boolean
  /** Begins with it; the expression is plain text with collation "C". */
  starts: (expression: string) => RawBuilder<boolean>
  /** Begins with its digits. */
  startsDigits: (expression: string) => RawBuilder<boolean>
  /** Stands somewhere in it, through a trigram index; null when it is too short for one. */
  inside: ((expression: string) => RawBuilder<boolean>) | null
}

/** The last character there is: what begins with a text sorts from the text up to the text and this. */
const last = '\u{10FFFF}'
/** Signs that addresses have and names do not: a dot or line that no blank follows. */
const addressSigns = /@|[._](?!\s)/
/** Three letters in a row, or two at the end or the beginning of a word: what a trigram index knows. */
const indexable = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}\s+[\p{L}\p{N}]|[\p{L}\p{N}]\s+[\p{L}\p{N}]{2}/u

/** Reads what was typed; nothing when it is nothing. */
export function parseSearchTerm(typed: string | undefined): SearchTerm | null {
  const text = (typed ?? '').trim().replace(/\s+/g, ' ')
  if (text === '') return null
  const digits = /^[\d\s().+-]+$/.test(text) ? withoutCountry(digitsOf(text)) : ''
  return {
    text,
    digits: digits === '' ? null : digits,
    email: digits === '' && addressSigns.test(text),
    starts: (expression) => between(expression, sql`plain_text(${text})`, sql`plain_text(${text + last})`),
    startsDigits: (expression) => between(expression, sql`${digits}`, sql`${digits + last}`),
    inside:
      indexable.test(text) && !addressSigns.test(text)
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
