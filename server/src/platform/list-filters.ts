/**
 * A filter as one condition: `condition` gets the placeholders of its values, `valuesOf` the values for what was typed.
 * The expressions are the programmer's, never the caller's (P-37).
 */
export interface ListFilter {
  /** PostgreSQL type of each value; tells the planner, and lets an export write the value as a literal. */
  types: readonly string[]
  condition: (...placeholders: string[]) => string
  valuesOf: (typed: string | number) => (string | number)[]
  /** The condition for values that an index would only slow down. */
  unindexed?: { when: (typed: string | number) => boolean; condition: (...placeholders: string[]) => string }
  /** The sort whose order its index has too. */
  gives?: string
  /** How rows are best found depends on the value so much that it is planned for each (trigram). */
  replanned?: boolean
}

/**
 * A value that the planner does not look at. Otherwise it finds the plan for the one value a little cheaper than the plan
 * for any, and makes it anew on each call, at twice the cost of running it.
 */
const unseen = (value: string) => `(select ${value})`

const single =
  (type: string, operator: string) =>
  (expression: string): ListFilter => ({
    types: [type],
    condition: (value) => `${expression} ${operator} ${unseen(value)}`,
    valuesOf: (typed) => [typed],
  })

export const equalsText = single('text', '=')
export const equalsNumber = single('bigint', '=')
export const onOrAfter = single('date', '>=')
export const onOrBefore = single('date', '<=')

/** The last character there is: what begins with a text sorts from the text up to the text and this. */
const last = '\u{10FFFF}'

/**
 * Begins with, whatever the case and accents: `column` has an index on
 * `plain_text(column) collate "C"`. Asked as a range, because
 * LIKE with a parameter is planned anew on every call (performance.md, 1); right because plain text sorts by code point.
 */
export function startsWith(column: string): ListFilter {
  const plain = `plain_text(${column}) collate "C"`
  return {
    types: ['text', 'text'],
    condition: (from, to) =>
      `${plain} >= ${unseen(`plain_text(${from})`)} and ${plain} <= ${unseen(`plain_text(${to})`)}`,
    valuesOf: (typed) => [String(typed), String(typed) + last],
  }
}

const threeInARow = /[\p{L}\p{N}]{3}/u

/**
 * Contains, whatever the case and accents, through a trigram index: `expression` is plain text already. The index knows
 * groups of three letters or digits; without one it would answer every row, so another collation keeps it out.
 */
export function contains(expression: string): ListFilter {
  return {
    types: ['text'],
    condition: (pattern) => `${expression} like plain_text(${pattern})`,
    valuesOf: (typed) => [`%${String(typed).replace(/[\\%_]/g, '\\$&')}%`],
    unindexed: {
      when: (typed) => !threeInARow.test(String(typed)),
      condition: (pattern) => `${expression} collate "POSIX" like ${unseen(`plain_text(${pattern})`)}`,
    },
    replanned: true,
  }
}
