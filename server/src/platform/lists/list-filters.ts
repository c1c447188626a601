import { firstOfMonth } from '@coverdesk/domain/fields/month-text.ts'

/**
 * A filter as one condition: `condition` gets the placeholders of its values, `valuesOf` the values for what was typed.
 * The expressions are the programmer's, never the caller's (P-37).
 */
export interface ListFilter {
  /** PostgreSQL type of each value; tells the planner, and lets an export write the value as a literal. */
  types: readonly string[]
  condition: (...placeholders: string[]) => string
  valuesOf: (typed: string | number) => (string | number)[]
  /** Another filter in its place, for what is typed too shortly for its index. */
  short?: { when: (typed: string | number) => boolean; filter: ListFilter }
  /** The sort whose order its index has too. */
  gives?: string
  /** The sort along which it is a range: within any index of that sort its hits lie together, in order. */
  along?: string
  /**
   * How rows are best counted depends on the value so much that it is planned for each (trigram). `condition` is then the one
   * that the planner looks into, and this the one that it does not: for hits known to be few, which its index finds.
   */
  unlooked?: (...placeholders: string[]) => string
}

/**
 * A value that the planner does not look at. Otherwise it finds the plan for the one value a little cheaper than the plan
 * for any, and makes it anew on each call, at twice the cost of running it.
 */
export const unseen = (value: string) => `(select ${value})`

const single =
  (type: string, operator: string) =>
  (expression: string): ListFilter => ({
    types: [type],
    condition: (value) => `${expression} ${operator} ${unseen(value)}`,
    valuesOf: (typed) => [typed],
  })

export const equalsText = single('text', '=')
export const equalsNumber = single('bigint', '=')
export const onDay = single('date', '=')
export const onOrAfter = single('date', '>=')
export const onOrBefore = single('date', '<=')

/** The moment at which a day of the agency begins. */
const beginning = (day: string) => unseen(`(${day})::timestamp at time zone 'America/New_York'`)

/** Instants since the beginning of a day, and until its end, along the sort that their column gives. */
export const sinceDay = (column: string, along: string): ListFilter => ({
  types: ['date'],
  condition: (day) => `${column} >= ${beginning(day)}`,
  valuesOf: (typed) => [typed],
  along,
})
export const untilDay = (column: string, along: string): ListFilter => ({
  types: ['date'],
  condition: (day) => `${column} < ${beginning(`${day} + 1`)}`,
  valuesOf: (typed) => [typed],
  along,
})

/** Of a month, MM/YYYY, and of a year: `column` holds first days of months. */
export const inMonth = (column: string): ListFilter => ({
  types: ['date'],
  condition: (month) => `${column} = ${unseen(month)}`,
  valuesOf: (typed) => [firstOfMonth(String(typed))],
})
export const inYear = (column: string): ListFilter => ({
  types: ['date', 'date'],
  condition: (from, to) => `${column} >= ${unseen(from)} and ${column} <= ${unseen(to)}`,
  valuesOf: (typed) => [`${typed}-01-01`, `${typed}-12-01`],
})

/** Of a user whose name or login contains what is typed; `column` holds the user's id. There are few users, so all are looked at. */
export function ofUser(column: string): ListFilter {
  return {
    types: ['text'],
    condition: (pattern) => `${column} = any(array(
      select who.id from users who left join contacts known on known.id = who.contact_id
      where plain_text(concat_ws(' ', known.first_name, known.last_name)) like ${unseen(`plain_text(${pattern})`)}
        or plain_text(who.user_name) like ${unseen(`plain_text(${pattern})`)}))`,
    valuesOf: (typed) => [containing(typed)],
  }
}

/** The pattern of LIKE for a text anywhere in another. */
const containing = (typed: string | number) => `%${String(typed).replace(/[\\%_]/g, '\\$&')}%`

/** The last character there is: what begins with a text sorts from the text up to the text and this. */
const last = '\u{10FFFF}'

/** Begins with, whatever the case and accents: `column` has an index on `plain_text(column) collate "C"`. */
export function startsWith(column: string): ListFilter {
  return plainStartsWith(`plain_text(${column}) collate "C"`)
}

/**
 * Begins with: `expression` is plain text already. Asked as a range, because LIKE with a parameter is planned anew on every
 * call (performance.md, 1); right because plain text sorts by code point.
 */
export function plainStartsWith(expression: string): ListFilter {
  return {
    types: ['text', 'text'],
    condition: (from, to) =>
      `${expression} >= ${unseen(`plain_text(${from})`)} and ${expression} <= ${unseen(`plain_text(${to})`)}`,
    valuesOf: (typed) => [String(typed), String(typed) + last],
  }
}

/** What holds a group that a trigram index knows: three in a row, or two at the end or the beginning of a word. */
const indexable = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}\s+[\p{L}\p{N}]|[\p{L}\p{N}]\s+[\p{L}\p{N}]{2}/u

/**
 * Contains, whatever the case and accents, through a trigram index: `expression` is plain text already. One or two letters
 * stand in so many rows that only a look at every row could tell which; they are asked of `short` instead.
 */
export function contains(expression: string, short: ListFilter): ListFilter {
  return {
    types: ['text'],
    condition: (pattern) => `${expression} like plain_text(${pattern})`,
    unlooked: (pattern) => `${expression} like ${unseen(`plain_text(${pattern})`)}`,
    valuesOf: (typed) => [containing(typed)],
    short: { when: (typed) => !indexable.test(String(typed)), filter: short },
  }
}
