import { type RawBuilder, sql } from 'kysely'
import type { Visibility } from '../auth/visibility.ts'
import type { Db } from '../db/database.ts'
import type { SearchTerm } from './search-term.ts'

/** Additional column for prefix matches. All SQL is static. */
export interface SearchedText {
  /**
   * Kind of input that searches it: nonnumeric text, an email address, phone digits, the last digits of a phone (the
   * expression is reversed), or a number of any format.
   */
  of: 'text' | 'email' | 'digits' | 'lastDigits' | 'number'
  /** Plain text with collation "C" and an index; digits unchanged. */
  expression: string
  /** Join with the searched table if the column is in another one; slower. */
  through?: string
  /** Condition of a partial index. */
  only?: string
}

/** Table of named records for the global search. */
export interface SearchedTable {
  /** With its alias, such as `leads l`. */
  table: string
  key: string
  /** Column or columns with the agents (or owners) who can see a row. */
  visibleTo: string | readonly string[]
  /** Condition of every search. */
  always?: string
  /** Plain text, last name first; indexed, also within one agent's records. */
  sortName: string
  /** Plain text with a trigram index. */
  searchName: string
  /** Ordered by rank, after the name. */
  begins: readonly SearchedText[]
  /** Date of birth, indexed. */
  born?: string
  /** Records are shown by their key after this word, as 'Application 12', and found by it with or without the word. */
  numbered?: string
}

/**
 * Maximum prefix matches to check for visibility: about 10 ms with an index that contains the agent, or with a lookup per
 * row. A longer input finds the others.
 */
const maxChecked = { byIndex: 20_000, lookedUp: 1_000 }

/** Fewer last digits than these match too many phones. */
const minLastDigits = 4

/** LIMIT that the planner sees for substring matches; small enough that common substrings still use an ordered scan. */
const plannedFor = 200

/**
 * Keys of at most `limit` visible records, best first: last names with the prefix, then other columns with it, then, if there
 * are too few, names that contain the input. Each part uses an index with a limit, so common names cost the same as rare ones.
 */
export async function findKeys(
  db: Db,
  searched: SearchedTable,
  visibility: Visibility,
  term: SearchTerm,
  limit: number,
): Promise<number[]> {
  const parts = [
    ...byOwnNumber(searched, visibility, term),
    ...byBirthDate(searched, visibility, term, limit),
    ...beginning(searched, visibility, term, limit),
  ]
  const begun = parts.length > 0 ? await keysOf(db, parts, limit) : []
  if (begun.length >= limit || !term.inside) return begun
  const { table, key, searchName } = searched
  // Planned with a larger limit: for a small one, PostgreSQL scans the table and hopes to find hits early.
  const inside = sql`
    with matching as materialized (
      select ${sql.raw(key)} as key, ${sql.raw(searched.sortName)} as name from ${sql.raw(table)}
      where ${term.inside(searchName)} and ${seen(searched, visibility)} limit ${plannedFor})
    select key, name from matching limit ${limit}`
  const found = await keysOf(db, [inside], limit)
  return [...new Set([...begun, ...found])].slice(0, limit)
}

function byOwnNumber(searched: SearchedTable, visibility: Visibility, { text }: SearchTerm): RawBuilder<unknown>[] {
  if (searched.numbered === undefined) return []
  // At most 15 digits, which fit a bigint.
  const number = new RegExp(`^(?:${searched.numbered} )?#?(\\d{1,15})$`, 'i').exec(text)?.[1]
  if (number === undefined) return []
  return [
    sql`select ${sql.raw(searched.key)} as key, '' as name from ${sql.raw(searched.table)}
      where ${sql.raw(searched.key)} = ${number}::bigint and ${seen(searched, visibility)}`,
  ]
}

/** Dates that files put for unknown ones have many people, so only some are looked at. */
function byBirthDate(
  searched: SearchedTable,
  visibility: Visibility,
  term: SearchTerm,
  limit: number,
): RawBuilder<unknown>[] {
  if (!term.born || searched.born === undefined) return []
  const born = term.born(searched.born, searched.searchName)
  return [
    sql`
      select key, name from (
        select ${sql.raw(searched.key)} as key, ${sql.raw(searched.sortName)} as name from ${sql.raw(searched.table)}
        where ${born} and ${seen(searched, visibility)} limit ${maxChecked.lookedUp}) hit
      order by name, key limit ${limit}`,
  ]
}

function beginning(
  searched: SearchedTable,
  visibility: Visibility,
  term: SearchTerm,
  limit: number,
): RawBuilder<unknown>[] {
  const isSearched: Record<SearchedText['of'], boolean> = {
    digits: term.digits !== null,
    lastDigits: term.digits !== null && term.digits.length >= minLastDigits && term.digits.length < 10,
    email: term.digits === null && (term.email || term.inside !== null),
    // Too many first names start with one or two letters; limited visibility scans all names anyway.
    text: visibility.all && term.digits === null && !term.email && term.inside !== null,
    number: !term.text.includes('@'),
  }
  const others = searched.begins
    .filter(({ of }) => isSearched[of])
    .map((text) => byBeginning(searched, text, visibility, term, limit))
  return term.digits !== null || term.email ? others : [byName(searched, visibility, term, limit), ...others]
}

function byName(searched: SearchedTable, visibility: Visibility, term: SearchTerm, limit: number): RawBuilder<unknown> {
  const [from, key, name] = [searched.table, searched.key, searched.sortName].map((text) => sql.raw(text))
  const rows = (whose: RawBuilder<unknown>) => sql`
    select ${key} as key, ${name} as name from ${from}
    where ${whose} and ${term.starts(searched.sortName)} and ${always(searched)} order by ${name}, ${key} limit ${limit}`
  if (visibility.all) return rows(sql`true`)
  // One index scan per agent. An agent in both columns of a record yields it twice; the ranking deduplicates.
  const ofEach = columnsOf(searched).map((column) => sql`(${rows(sql`${sql.raw(column)} = of_agent`)})`)
  return sql`
    select distinct hit.key, hit.name from unnest(${visibility.agentIds}::bigint[]) as of_agent,
      lateral (${sql.join(ofEach, sql` union all `)}) hit
    order by hit.name, hit.key limit ${limit}`
}

function byBeginning(
  searched: SearchedTable,
  { of, expression, through, only }: SearchedText,
  visibility: Visibility,
  term: SearchTerm,
  limit: number,
): RawBuilder<unknown> {
  const begins =
    of === 'digits'
      ? term.startsDigits(expression)
      : of === 'lastDigits'
        ? term.endsDigits(expression)
        : term.starts(expression)
  const matching = sql`
    select ${sql.raw(searched.key)} as key, ${whose(searched, visibility)} as theirs
    from ${sql.raw(through ?? searched.table)}
    where ${begins} and ${sql.raw(only ?? 'true')} and ${always(searched)}`
  return visibility.all
    ? sql`select key, '' as name from (${matching} limit ${limit}) hit`
    : sql`
      select key, '' as name from (${matching} limit ${through ? maxChecked.lookedUp : maxChecked.byIndex}) hit where theirs limit ${limit}`
}

const always = ({ always: holds }: SearchedTable) => sql<boolean>`${sql.raw(holds ?? 'true')}`

function seen(searched: SearchedTable, visibility: Visibility): RawBuilder<boolean> {
  return visibility.all ? always(searched) : sql<boolean>`${always(searched)} and ${whose(searched, visibility)}`
}

const columnsOf = ({ visibleTo }: SearchedTable) => (typeof visibleTo === 'string' ? [visibleTo] : visibleTo)

/** Whether any of the record's agents is visible. */
function whose(searched: SearchedTable, visibility: Visibility): RawBuilder<boolean> {
  if (visibility.all) return sql<boolean>`true`
  const each = columnsOf(searched).map((column) => sql`${sql.raw(column)} = any(${visibility.agentIds}::bigint[])`)
  return sql<boolean>`(${sql.join(each, sql` or `)})`
}

async function keysOf(db: Db, parts: readonly RawBuilder<unknown>[], limit: number): Promise<number[]> {
  const ranked = parts.map((part, rank) => sql`(select key, name, ${sql.lit(rank)} as rank from (${part}) part)`)
  const { rows } = await sql<{ key: number }>`
    select key from (select key, min(name) as name, min(rank) as rank from (${sql.join(ranked, sql` union all `)}) hit group by key) best
    order by rank, name, key limit ${limit}`.execute(db)
  return rows.map(({ key }) => key)
}
