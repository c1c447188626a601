import { contains, escaped, hasTrigram, hideFromPlanner, type ListFilter, substringPattern } from './list-filters.ts'

/** A first and last name typed as 'last, first'. */
interface TurnedName {
  first: string
  last: string
}

/** How a text holds names. */
interface NameText {
  /** LIKE patterns of a turned name, any of which may match. */
  patterns: readonly ((name: TurnedName) => string)[]
  /** Beginning of the text by which the short filter finds a turned name; without it the patterns do, for few rows. */
  beginning?: (name: TurnedName) => string
}

const isShort = (name: string) => name.length < 3
/** Three letters match anywhere in the name, fewer its beginning: 'Hill, M' is not 'Tom Hill'. */
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
      `(${placeholders.map((pattern) => `${expression} like ${hide(`plain_text(${pattern})`)}`).join(' or ')})`
  const beginningOf = (typed: string | number) => {
    const turned = turnedName(typed)
    return turned && beginning ? beginning(turned) : withoutComma(typed)
  }
  const turnedFilter: ListFilter = {
    types: patterns.map(() => 'text'),
    condition: like((value) => value),
    genericCondition: like(hideFromPlanner),
    valuesOf: (typed) => patterns.map((pattern) => pattern(turnedName(typed) ?? { first: '', last: '' })),
    short: {
      when: (typed) => {
        const turned = turnedName(typed)
        return turned === null || (beginning !== undefined && !hasTrigram.test(turned.last) && isShort(turned.first))
      },
      filter: { ...short, valuesOf: (typed) => short.valuesOf(beginningOf(typed)) },
    },
  }
  return {
    ...contains(expression, short),
    valuesOf: (typed) => [substringPattern(withoutComma(typed))],
    short: {
      when: (typed) => turnedName(typed) !== null || !hasTrigram.test(withoutComma(typed)),
      filter: turnedFilter,
    },
  }
}

/** Filters by a user's name or login; `column` contains the user id. Scans all users, who are few. */
export function ofUser(column: string): ListFilter {
  return {
    types: ['text'],
    condition: (pattern) => `${column} = any(array(
      select who.id from users who left join contacts known on known.id = who.contact_id
      where plain_text(concat_ws(' ', known.first_name, known.last_name)) like ${hideFromPlanner(`plain_text(${pattern})`)}
        or plain_text(who.user_name) like ${hideFromPlanner(`plain_text(${pattern})`)}))`,
    valuesOf: (typed) => [namePattern(typed)],
  }
}

/** LIKE pattern of a name in a text of first and last name. */
export function namePattern(typed: string | number): string {
  const turned = turnedName(typed)
  return turned ? fromStart(turned) : substringPattern(withoutComma(typed))
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

/** 'Hill,' on the way to 'Hill, Martha'. */
const withoutComma = (typed: string | number) => String(typed).replace(/,\s*$/, '').trim()
