import { type RawBuilder, sql } from 'kysely'
import type { Visibility } from '../auth/visibility.ts'
import type { Db } from '../db/database.ts'
import type { SearchTerm } from './search-term.ts'

/** Something beside the name that a record is found by when it begins with what was typed. All text is the programmer's. */
export interface SearchedText {
  /** What is typed for it: a text that is no number, an e-mail address, the digits of a phone, or a number of any signs. */
  of: 'text' | 'email' | 'digits' | 'number'
  /** Plain text with collation "C" that an index begins with; digits as they are. */
  expression: string
  /** Where it stands, when not in the table itself: a join of that table and the searched one, which is slower. */
  through?: string
  /** What its index is limited to. */
  only?: string
}

/** A table of records with names, as the search everywhere looks for them. */
export interface SearchedTable {
  /** With its alias, such as `leads l`. */
  table: string
  key: string
  /** Column with the agent (or owner) whose record it is, or columns with the agents, each of whom sees it. */
  visibleTo: string | readonly string[]
  /** What always holds of rows that anybody sees. */
  always?: string
  /** Plain text, last name first: what an index orders by, for everybody and within one agent's records. */
  sortName: string
  /** Plain text with a trigram index. */
  searchName: string
  /** In the order of their weight, after the name. */
  begins: readonly SearchedText[]
}

/**
 * Rows of a beginning that are looked at for those of a person's agents: about 10 ms by an index that holds the agent, or
 * when each is looked up. What is shared by more is found with one sign more.
 */
const maxLooked = { byIndex: 20_000, lookedUp: 1_000 }

/** Names that hold what was typed, as the search for them is planned; few enough that a common piece is still walked to. */
const plannedFor = 200

/**
 * Keys of at most `most` records that a person sees, the best first: those whose last name begins with what was typed,
 * then what else begins with it, and only when that is not enough, names that hold it. Each part asks an index and ends
 * with what is wanted, so that a common name costs no more than a rare one.
 */
export async function findKeys(
  db: Db,
  searched: SearchedTable,
  visibility: Visibility,
  term: SearchTerm,
  most: number,
): Promise<number[]> {
  const parts = beginning(searched, visibility, term, most)
  const begun = parts.length > 0 ? await keysOf(db, parts, most) : []
  if (begun.length >= most || !term.inside) return begun
  const { table, key, searchName } = searched
  // Planned for many and ended with the first: asked for a few, PostgreSQL walks a table in the hope of meeting them soon.
  const inside = sql`
    with held as materialized (
      select ${sql.raw(key)} as key, ${sql.raw(searched.sortName)} as name from ${sql.raw(table)}
      where ${term.inside(searchName)} and ${seen(searched, visibility)} limit ${plannedFor})
    select key, name from held limit ${most}`
  const found = await keysOf(db, [inside], most)
  return [...new Set([...begun, ...found])].slice(0, most)
}

function beginning(
  searched: SearchedTable,
  visibility: Visibility,
  term: SearchTerm,
  most: number,
): RawBuilder<unknown>[] {
  const asked: Record<SearchedText['of'], boolean> = {
    digits: term.digits !== null,
    email: term.digits === null && (term.email || term.inside !== null),
    // One or two letters begin too many first names; of few people's records all names are looked through anyway.
    text: visibility.all && term.digits === null && !term.email && term.inside !== null,
    number: !term.text.includes('@'),
  }
  const others = searched.begins
    .filter(({ of }) => asked[of])
    .map((text) => byBeginning(searched, text, visibility, term, most))
  return term.digits !== null || term.email ? others : [byName(searched, visibility, term, most), ...others]
}

function byName(searched: SearchedTable, visibility: Visibility, term: SearchTerm, most: number): RawBuilder<unknown> {
  const [from, key, name] = [searched.table, searched.key, searched.sortName].map((text) => sql.raw(text))
  const rows = (whose: RawBuilder<unknown>) => sql`
    select ${key} as key, ${name} as name from ${from}
    where ${whose} and ${term.starts(searched.sortName)} and ${always(searched)} order by ${name}, ${key} limit ${most}`
  if (visibility.all) return rows(sql`true`)
  // Of each agent by itself: its index gives the first of them, however many the others have. Who is both agents of a record
  // brings it twice, which the ranking makes one again.
  const ofEach = columnsOf(searched).map((column) => sql`(${rows(sql`${sql.raw(column)} = of_agent`)})`)
  return sql`
    select distinct hit.key, hit.name from unnest(${visibility.agentIds}::bigint[]) as of_agent,
      lateral (${sql.join(ofEach, sql` union all `)}) hit
    order by hit.name, hit.key limit ${most}`
}

function byBeginning(
  searched: SearchedTable,
  { of, expression, through, only }: SearchedText,
  visibility: Visibility,
  term: SearchTerm,
  most: number,
): RawBuilder<unknown> {
  const begins = of === 'digits' ? term.startsDigits(expression) : term.starts(expression)
  const held = sql`
    select ${sql.raw(searched.key)} as key, ${whose(searched, visibility)} as theirs
    from ${sql.raw(through ?? searched.table)}
    where ${begins} and ${sql.raw(only ?? 'true')} and ${always(searched)}`
  return visibility.all
    ? sql`select key, '' as name from (${held} limit ${most}) hit`
    : sql`
      select key, '' as name from (${held} limit ${through ? maxLooked.lookedUp : maxLooked.byIndex}) hit where theirs limit ${most}`
}

const always = ({ always: holds }: SearchedTable) => sql<boolean>`${sql.raw(holds ?? 'true')}`

function seen(searched: SearchedTable, visibility: Visibility): RawBuilder<boolean> {
  return visibility.all ? always(searched) : sql<boolean>`${always(searched)} and ${whose(searched, visibility)}`
}

const columnsOf = ({ visibleTo }: SearchedTable) => (typeof visibleTo === 'string' ? [visibleTo] : visibleTo)

/** Whether one of the record's agents is one whose records the person sees. */
function whose(searched: SearchedTable, visibility: Visibility): RawBuilder<boolean> {
  if (visibility.all) return sql<boolean>`true`
  const each = columnsOf(searched).map((column) => sql`${sql.raw(column)} = any(${visibility.agentIds}::bigint[])`)
  return sql<boolean>`(${sql.join(each, sql` or `)})`
}

async function keysOf(db: Db, parts: readonly RawBuilder<unknown>[], most: number): Promise<number[]> {
  const ranked = parts.map((part, rank) => sql`(select key, name, ${sql.lit(rank)} as rank from (${part}) part)`)
  const { rows } = await sql<{ key: number }>`
    select key from (select key, min(name) as name, min(rank) as rank from (${sql.join(ranked, sql` union all `)}) hit group by key) best
    order by rank, name, key limit ${most}`.execute(db)
  return rows.map(({ key }) => key)
}
