import { type RawBuilder, sql } from 'kysely'
import { contains, hasTrigram, hideFromPlanner, type ListFilter, withoutWildcards } from './list-filters.ts'

/** A first and last name typed as 'last, first'. */
interface TurnedName {
  first: string
  last: string
}

type PatternOf = (name: TurnedName) => string

/** How a text contains names. */
interface NameText {
  /** LIKE patterns of a name typed as 'last, first'; any may match. */
  patterns: readonly [PatternOf, ...PatternOf[]]
  /**
   * Beginning of the text that the short filter matches for such a name; without it the patterns are used, for tables
   * with few rows.
   */
  beginning?: (name: TurnedName) => string
}

const apostrophes = /['’‘ʼ`´]/g
/**
 * Part of a name as a LIKE pattern. Other words or a hyphen may be between its words; if one is shorter than three
 * letters, only a single character, as in O'Neil for 'o neil'.
 */
function escaped(text: string): string {
  const words = wordsOf(withoutWildcards(text.replace(apostrophes, '')))
  return words.join(words.some(isShort) ? '_' : '%')
}
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '')
const isShort = (name: string) => name.length < 3
/** Three letters match anywhere in the name, fewer only its beginning: 'Hill, M' does not match 'Tom Hill'. */
const fromStart = ({ first, last }: TurnedName) => `${isShort(first) ? '' : '%'}${escaped(first)}%${escaped(last)}%`

const nameTexts = {
  /** 'Martha Hill', with a short filter on 'Hill Martha'. */
  'first last': { patterns: [fromStart], beginning: ({ first, last }) => `${last} ${first}` },
  /** 'Martha Hill', with a short filter on the same text. */
  agent: { patterns: [fromStart] },
  /** 'mhill@agency.test Martha Hill'. */
  login: { patterns: [({ first, last }) => `% ${escaped(first)}%${escaped(last)}%`] },
  /** 'HILL, MARTHA' or 'Martha Hill', as files write it. */
  written: {
    patterns: [fromStart, ({ first, last }) => `%${escaped(last)}%${isShort(first) ? ' ' : ''}${escaped(first)}%`],
    beginning: ({ first, last }) => `${last}, ${first}`,
  },
} as const satisfies Record<string, NameText>

/** Substring filter of a person's name, also typed as 'last, first'. */
export function containsName(
  expression: string,
  short: ListFilter,
  of: keyof typeof nameTexts = 'first last',
): ListFilter {
  const { patterns, beginning }: NameText = nameTexts[of]
  const like =
    (hide: (value: string) => string) =>
    (...placeholders: string[]) =>
      likeName(expression, placeholders.map(hide))
  const searched = { condition: like((value) => value), genericCondition: like(hideFromPlanner) }
  const beginningOf = (typed: string | number) => {
    const turned = turnedName(typed)
    return turned && beginning ? beginning(turned) : withoutComma(typed)
  }
  const turnedFilter: ListFilter = {
    types: patterns.map(() => 'text'),
    ...searched,
    valuesOf: (typed) => patterns.map((pattern) => pattern(turnedName(typed) ?? { first: '', last: '' })),
    short: {
      when: (typed) => {
        const turned = turnedName(typed)
        return turned === null || (beginning !== undefined && !hasTrigram.test(turned.last) && isShort(turned.first))
      },
      filter: { ...short, valuesOf: (typed) => short.valuesOf(beginningOf(typed)) },
    },
  }
  const [turned] = patterns
  const threeLetters: ListFilter = {
    ...contains(expression, short),
    short: { when: (typed) => !isOfThreeLetters(typed), filter: turnedFilter },
  }
  const severalWords: ListFilter = {
    types: ['text', 'text', 'text'],
    ...searched,
    valuesOf: (typed) => inAnyOrder(typed, turned),
    short: { when: (typed) => !hasSeveralForms(typed), filter: threeLetters },
  }
  return {
    types: ['text'],
    ...searched,
    valuesOf: (typed) => [asTyped(typed)],
    short: {
      when: (typed) =>
        turnedName(typed) !== null ||
        !hasTrigram.test(withoutComma(typed)) ||
        hasSeveralForms(typed) ||
        isOfThreeLetters(typed),
      filter: severalWords,
    },
  }
}

/**
 * Condition that a plain text matches any of the patterns, which contain no apostrophes, with or without apostrophes of
 * its own. The second part needs a `..._signs` index in addition to the one on all names.
 */
export function likeName(expression: string, patterns: readonly string[]): string {
  const bare = `name_without_signs(${expression})`
  const likes = patterns.flatMap((pattern) => [
    `${expression} like plain_text(${pattern})`,
    `name_signs(${expression}) = 1 and ${bare} like plain_text(${pattern})`,
  ])
  return `(${likes.join(' or ')})`
}

/** Condition that a plain text matches the name as typed. */
export function isNamed(expression: string, typed: string): RawBuilder<boolean> {
  const text = sql.raw(expression)
  if (isOfThreeLetters(typed)) return sql<boolean>`${text} like plain_text(${asTyped(typed)})`
  const likes = namePatterns(typed).map(
    (pattern) => sql`
      ${text} like plain_text(${pattern}) or name_signs(${text}) = 1 and name_without_signs(${text}) like plain_text(${pattern})`,
  )
  return sql<boolean>`(${sql.join(likes, sql` or `)})`
}

/** Filters by a user's name or login; `column` contains the user id. Scans all users, who are few. */
export function ofUser(column: string): ListFilter {
  return {
    types: ['text', 'text', 'text'],
    condition: (...patterns) => `${column} = any(array(
      select who.id from users who left join contacts known on known.id = who.contact_id
      where ${likeName("plain_text(concat_ws(' ', known.first_name, known.last_name))", patterns.map(hideFromPlanner))}
        or ${likeName('plain_text(who.user_name)', patterns.map(hideFromPlanner))}))`,
    valuesOf: threePatterns,
  }
}

/** The patterns of a name, repeated to fill a condition of three. */
export function threePatterns(typed: string | number): string[] {
  const [first = '', second = first, third = first] = namePatterns(typed)
  return [first, second, third]
}

/** LIKE patterns of a name in a text of first and last name; any may match. */
function namePatterns(typed: string | number): string[] {
  const turned = turnedName(typed)
  if (turned) return [fromStart(turned)]
  return hasSeveralForms(typed) ? [...new Set(inAnyOrder(typed, fromStart))] : [asTyped(typed)]
}

const asTyped = (typed: string | number) => `%${escaped(withoutComma(typed))}%`

/**
 * Words without a comma are 'first last' or 'last first', with one or two last names: 'Smith Jones', 'Garcia Lopez
 * Rosa'. If the last name has another spelling, that is searched instead of one of the orders.
 */
function inAnyOrder(typed: string | number, turned: PatternOf): string[] {
  const text = withoutComma(typed)
  const words = wordsOf(text)
  const lastMoved = turned({ first: words.slice(-1).join(' '), last: words.slice(0, -1).join(' ') })
  const firstMoved = turned({ first: words.slice(1).join(' '), last: words.slice(0, 1).join(' ') })
  const spelled = otherSpelling(text)
  if (spelled === null) return [asTyped(typed), lastMoved, firstMoved]
  // Moving the last word would split O Neil: 'Neil Sean O'.
  const moved = isShort(words.at(-2) ?? '') ? firstMoved : lastMoved
  return [asTyped(typed), words.length > 1 ? moved : asTyped(spelled), asTyped(spelled)]
}

/** 'o neil' as 'oneil', and "o'neil" as 'o neil'; null for a name with one spelling. */
function otherSpelling(text: string): string | null {
  const spaced = text.replace(apostropheInside, ' ')
  const spelled = spaced === text ? text.replace(shortBeforeName, '$1') : spaced
  return spelled === text ? null : spelled
}
const apostropheInside = /(?<=\p{L})['’‘ʼ`´](?=\p{L})/gu
const shortBeforeName = /(?<=^|\s)(\p{L}{1,2})\s+(?=\p{L}{3})/gu

/**
 * Three letters without an apostrophe may need a scan of all names, so apostrophes in names are significant then, which
 * keeps the scan cheap.
 */
const isOfThreeLetters = (typed: string | number) => /^[\p{L}\p{N}]{3}$/u.test(withoutComma(typed))

/**
 * No comma, and several words or a name with two spellings. Only with a word of three letters: short words match too
 * much in another order.
 */
function hasSeveralForms(typed: string | number): boolean {
  const text = withoutComma(typed)
  const words = wordsOf(text)
  const isOne = words.length === 1 && otherSpelling(text) === null
  return turnedName(typed) === null && !isOne && words.some((word) => hasTrigram.test(word))
}

const nameSuffix = /^(jr|sr|ii|iii|iv)\.?$/i

/** 'Hill, Martha' is 'Martha Hill'; 'Hill, Jr' has no first name. */
function turnedName(typed: string | number): TurnedName | null {
  const [last = '', first = '', ...others] = String(typed)
    .split(',')
    .map((part) => part.trim())
  const isTurned = last !== '' && first !== '' && others.length === 0 && !nameSuffix.test(first)
  return isTurned ? { first, last } : null
}

/** 'Hill,' while the user is typing 'Hill, Martha'. */
const withoutComma = (typed: string | number) => String(typed).replace(/,\s*$/, '').trim()
