import { firstOfMonth } from '@coverdesk/domain/fields/month-text.ts'

/**
 * Filter with one SQL condition. `valuesOf` converts the input to the values of the placeholders. The SQL is static and
 * never contains input (P-37).
 */
export interface ListFilter {
  /** PostgreSQL type of each value, for the planner and for the literals of an export. */
  types: readonly string[]
  condition: (...placeholders: string[]) => string
  valuesOf: (typed: string | number) => (string | number)[]
  /** Replacement filter for input of another form, such as one too short for the index; it may have one itself. */
  short?: { when: (typed: string | number) => boolean; filter: ListFilter }
  /** Sort that the filter's index also provides. */
  indexedSort?: string
  /** Sort by whose column the filter is a range: its hits are contiguous in any index of that sort. */
  rangeSort?: string
  /**
   * For filters whose best plan depends on the value (trigram). `condition` then exposes the value to the planner; this one
   * hides it, for few hits that the index finds quickly.
   */
  genericCondition?: (...placeholders: string[]) => string
}

/** Hides a parameter from the planner so that it keeps the generic plan; replanning on each call doubles the cost. */
export const hideFromPlanner = (value: string) => `(select ${value})`

const single =
  (type: string, operator: string) =>
  (expression: string): ListFilter => ({
    types: [type],
    condition: (value) => `${expression} ${operator} ${hideFromPlanner(value)}`,
    valuesOf: (typed) => [typed],
  })

export const equalsText = single('text', '=')
export const equalsNumber = single('bigint', '=')
/** A number, or 0 for none. */
export const equalsNumberOrNone = (column: string): ListFilter => ({
  ...equalsNumber(column),
  short: {
    when: (typed) => Number(typed) === 0,
    filter: {
      types: ['bigint'],
      condition: (value) => `${column} is null and ${hideFromPlanner(value)} = 0`,
      valuesOf: (typed) => [typed],
    },
  },
})
/** One fixed condition for each word. Without parameters, so that the planner knows which words are rare. */
export function byWord(conditions: Readonly<Record<string, string>>): ListFilter {
  return Object.entries(conditions).reduceRight<ListFilter>(
    (others, [word, condition]) => ({
      types: [],
      condition: () => condition,
      valuesOf: () => [],
      short: { when: (typed) => typed !== word, filter: others },
    }),
    { types: [], condition: () => 'false', valuesOf: () => [] },
  )
}
export const onDay = single('date', '=')
export const onOrAfter = single('date', '>=')
export const onOrBefore = single('date', '<=')

/** Start of a day in the agency's time zone. */
const startOfDay = (day: string) => hideFromPlanner(`(${day})::timestamp at time zone 'America/New_York'`)

/** Instants from the start of a day, or to its end. */
export const sinceDay = (column: string, rangeSort: string): ListFilter => ({
  types: ['date'],
  condition: (day) => `${column} >= ${startOfDay(day)}`,
  valuesOf: (typed) => [typed],
  rangeSort,
})
export const untilDay = (column: string, rangeSort: string): ListFilter => ({
  types: ['date'],
  condition: (day) => `${column} < ${startOfDay(`${day} + 1`)}`,
  valuesOf: (typed) => [typed],
  rangeSort,
})

/** Filters by month (MM/YYYY) or year; `column` contains first days of months. */
export const inMonth = (column: string): ListFilter => ({
  types: ['date'],
  condition: (month) => `${column} = ${hideFromPlanner(month)}`,
  valuesOf: (typed) => [firstOfMonth(String(typed))],
})
export const sinceMonth = (column: string): ListFilter => ({
  ...inMonth(column),
  condition: (month) => `${column} >= ${hideFromPlanner(month)}`,
})
export const untilMonth = (column: string): ListFilter => ({
  ...inMonth(column),
  condition: (month) => `${column} <= ${hideFromPlanner(month)}`,
})
export const inYear = (column: string): ListFilter => ({
  types: ['date', 'date'],
  condition: (from, to) => `${column} >= ${hideFromPlanner(from)} and ${column} <= ${hideFromPlanner(to)}`,
  valuesOf: (typed) => [`${typed}-01-01`, `${typed}-12-01`],
})

/** LIKE pattern of a substring. */
export const substringPattern = (typed: string | number) => `%${withoutWildcards(String(typed))}%`

/** Text without meaning for LIKE. */
export const withoutWildcards = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Highest code point: upper bound of a prefix range. */
export const maxCharacter = '\u{10FFFF}'

/** Prefix filter, ignoring case and accents. Needs an index on `plain_text(column) collate "C"`. */
export function startsWith(column: string): ListFilter {
  return plainStartsWith(`plain_text(${column}) collate "C"`)
}

/**
 * Prefix filter on an expression that is already plain text. Uses a range, because LIKE with a parameter is planned on
 * every call (docs/list-performance.md); correct because plain text sorts by code point.
 */
export function plainStartsWith(expression: string): ListFilter {
  return {
    types: ['text', 'text'],
    condition: (from, to) =>
      `${expression} >= ${hideFromPlanner(`plain_text(${from})`)} and ${expression} <= ${hideFromPlanner(`plain_text(${to})`)}`,
    valuesOf: (typed) => [String(typed), String(typed) + maxCharacter],
  }
}

/**
 * Filter by the beginning of a policy number, also without leading zeros, which checks and spreadsheets drop. Needs an
 * index on the number without zeros (migration 0360). The hits are then not one range, so the filter has no
 * `rangeSort`.
 */
export function beginsNumber(column: string, rangeSort?: string): ListFilter {
  const bare = `ltrim(plain_text(${column}), '0') collate "C"`
  const asWritten = startsWith(column)
  const withoutZeros = plainStartsWith(bare)
  return {
    ...asWritten,
    condition: (from, to) =>
      `(${asWritten.condition(from, to)} or ${column} like '0%' and ${withoutZeros.condition(from, to)})`,
    short: {
      when: (typed) => !/^[1-9]../.test(String(typed)),
      filter: rangeSort ? { ...asWritten, rangeSort } : asWritten,
    },
  }
}

/** Filter by the beginning of a phone number or, from four digits on, by its end. Needs an index on each. */
export function ofPhone(column: string): ListFilter {
  const beginning = plainStartsWith(`${column} collate "C"`)
  const end = plainStartsWith(`reverse(${column}) collate "C"`)
  return {
    types: ['text', 'text', 'text', 'text'],
    condition: (from, to, lastFrom, lastTo) =>
      `(${beginning.condition(from, to)} or ${end.condition(lastFrom, lastTo)})`,
    valuesOf: (typed) => [...beginning.valuesOf(typed), ...end.valuesOf([...String(typed)].reverse().join(''))],
    short: { when: (typed) => !/^\d{4,9}$/.test(String(typed)), filter: beginning },
  }
}

/** Input with at least one trigram: three characters in a row, or two at the start or end of a word. */
export const hasTrigram = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}\s+[\p{L}\p{N}]|[\p{L}\p{N}]\s+[\p{L}\p{N}]{2}/u

/**
 * Substring filter by trigram index, ignoring case and accents; `expression` is already plain text. One or two letters
 * have no trigram and would scan every row, so `short` replaces the filter.
 */
export function contains(expression: string, short: ListFilter): ListFilter {
  return {
    types: ['text'],
    condition: (pattern) => `${expression} like plain_text(${pattern})`,
    genericCondition: (pattern) => `${expression} like ${hideFromPlanner(`plain_text(${pattern})`)}`,
    valuesOf: (typed) => [substringPattern(typed)],
    short: { when: (typed) => !hasTrigram.test(String(typed)), filter: short },
  }
}
