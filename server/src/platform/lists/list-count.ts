import { type Db, plannedInMemory, prepared, statementName } from '../db/database.ts'
import type { ListDeclaration } from './list-declaration.ts'
import { aliasOf, type ListWhere, numberedFromOne } from './list-where.ts'

/** How many rows there were at a version of the list; lists without versions have null. */
export interface Counted {
  total: number
  version: number | null
  /** Sorts along which hits were looked for and not met soon: they lie unevenly. */
  scanMissed?: Set<string>
}

/**
 * Counts by list, filter and visibility, for each handle that they were made through: what a transaction counts may be taken
 * back, and versions of two databases have nothing to do with each other.
 */
const countsOf = new WeakMap<Db, Map<string, Counted>>()
const kept = 5_000

/** True when the number of rows of a narrowed list was counted at some version. */
export function isCounted(db: Db, list: ListDeclaration, where: ListWhere): boolean {
  return known(db, list, where) !== undefined
}

/** Keeps a number for the next who asks, unless the list has no versions. */
export function keepCount(db: Db, list: ListDeclaration, where: ListWhere, counted: Counted): void {
  if (counted.version === null) return
  const counts = countsOf.get(db) ?? new Map<string, Counted>()
  countsOf.set(db, counts)
  if (counts.size >= kept) counts.clear()
  counts.set(keyOf(list, where), counted)
}

const known = (db: Db, list: ListDeclaration, where: ListWhere) => countsOf.get(db)?.get(keyOf(list, where))

/** Remembers of a kept count that its hits lie unevenly along a sort, until they are counted anew. */
export function noteWalkedInVain(counted: Counted, sort: string): void {
  counted.scanMissed ??= new Set()
  counted.scanMissed.add(sort)
}

/** The number of rows of a narrowed list at some version: the one last counted, or now when none was. Zero is always of now. */
export async function countOf(db: Db, list: ListDeclaration, where: ListWhere): Promise<Counted> {
  const counted = known(db, list, where)
  return counted && counted.total > 0 ? counted : await count(db, list, where)
}

/** The exact number of rows of a narrowed list now; counted only when the list's version moved since the last count. */
export async function countNow(db: Db, list: ListDeclaration, where: ListWhere): Promise<number> {
  const counted = known(db, list, where)
  if (!counted) return (await count(db, list, where)).total
  const version = await db
    .selectFrom('list_versions')
    .select('version')
    .where('list', '=', versionName(list))
    .executeTakeFirst()
  return (await recountIfMoved(db, list, where, counted, version?.version ?? null)).total
}

/**
 * The exact number at `version`, counted again when `counted` is older. The version moves with each committed change of
 * the list's tables, so a kept count is never stale, also with several nodes, and paging through a filter counts once.
 */
export async function recountIfMoved(
  db: Db,
  list: ListDeclaration,
  where: ListWhere,
  counted: Counted,
  version: number | null,
): Promise<Counted> {
  return counted.version === version ? counted : await count(db, list, where)
}

async function count(db: Db, list: ListDeclaration, where: ListWhere): Promise<Counted> {
  // The version is read in the statement of the count, so that both are of one snapshot.
  const { counted: rollUp, table } = list
  const text = `
    select ${rollUp ? `coalesce(sum(${rollUp.rows}), 0)` : 'count(*)'}::bigint as total, ${versionOf(list)} as version
    from ${rollUp ? `${rollUp.from} ${aliasOf(list)}` : table} ${numberedFromOne(where.where)}`
  const [row] = where.customPlan
    ? await plannedInMemory<Counted>(db, text, [...where.values])
    : await prepared<Counted>(db, { name: statementName(`count ${list.name}${where.shape}`), text }, [...where.values])
  const counted = row ?? { total: 0, version: null }
  keepCount(db, list, where, counted)
  return counted
}

/** SQL of the list's version, null for a list without. */
export const versionOf = (list: ListDeclaration) =>
  list.versioned ? `(select version from list_versions where list = '${versionName(list)}')` : 'null::bigint'

/** Whose version a list goes by. */
export const versionName = ({ name, versioned }: ListDeclaration) => (typeof versioned === 'string' ? versioned : name)

const keyOf = (list: ListDeclaration, where: ListWhere) => `${list.name}${where.shape} ${JSON.stringify(where.values)}`
