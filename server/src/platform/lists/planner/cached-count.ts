import { type Db, plannedInMemory, prepared, statementName } from '../../db/database.ts'
import type { ListDeclaration } from '../list-declaration.ts'
import { aliasOf, type ListWhere, numberedFromOne } from '../list-where.ts'

/** Number of rows at a version of the list; the version is null for unversioned lists. */
export interface VersionedCount {
  total: number
  version: number | null
  /** Sorts whose ordered scan exceeded its bound, because the hits are unevenly distributed. */
  scanMissed?: Set<string>
}

/**
 * Cached counts by list, filter and visibility, per database handle: a transaction may roll back, and versions of two
 * databases are unrelated.
 */
const countsOf = new WeakMap<Db, Map<string, VersionedCount>>()
const maxCounts = 5_000

/** Whether a count is cached, possibly of an older version. */
export function hasCachedCount(db: Db, list: ListDeclaration, where: ListWhere): boolean {
  return cachedCount(db, list, where) !== undefined
}

/** Caches a count of a versioned list. */
export function cacheCount(db: Db, list: ListDeclaration, where: ListWhere, counted: VersionedCount): void {
  if (counted.version === null) return
  const counts = countsOf.get(db) ?? new Map<string, VersionedCount>()
  countsOf.set(db, counts)
  if (counts.size >= maxCounts) counts.clear()
  counts.set(keyOf(list, where), counted)
}

const cachedCount = (db: Db, list: ListDeclaration, where: ListWhere) => countsOf.get(db)?.get(keyOf(list, where))

/** Records that an ordered scan missed, until the next count. */
export function rememberScanMiss(counted: VersionedCount, sort: string): void {
  counted.scanMissed ??= new Set()
  counted.scanMissed.add(sort)
}

/** Number of rows, possibly of an older version. A cached zero is never used. */
export async function recentCount(db: Db, list: ListDeclaration, where: ListWhere): Promise<VersionedCount> {
  const counted = cachedCount(db, list, where)
  return counted && counted.total > 0 ? counted : await count(db, list, where)
}

/** Exact current number of rows; counts only if the list's version changed since the last count. */
export async function exactCount(db: Db, list: ListDeclaration, where: ListWhere): Promise<number> {
  const counted = cachedCount(db, list, where)
  if (!counted) return (await count(db, list, where)).total
  const version = await db
    .selectFrom('list_versions')
    .select('version')
    .where('list', '=', versionName(list))
    .executeTakeFirst()
  return (await recountIfMoved(db, list, where, counted, version?.version ?? null)).total
}

/**
 * Exact number at `version`; recounts when `counted` is older. Each committed change of the list's tables increments the
 * version, so a cached count is never stale, even with several nodes.
 */
export async function recountIfMoved(
  db: Db,
  list: ListDeclaration,
  where: ListWhere,
  counted: VersionedCount,
  version: number | null,
): Promise<VersionedCount> {
  return counted.version === version ? counted : await count(db, list, where)
}

async function count(db: Db, list: ListDeclaration, where: ListWhere): Promise<VersionedCount> {
  // Reads the version in the same statement, so that both come from one snapshot.
  const { counted: rollUp, table } = list
  const text = `
    select ${rollUp ? `coalesce(sum(${rollUp.rows}), 0)` : 'count(*)'}::bigint as total, ${versionOf(list)} as version
    from ${rollUp ? `${rollUp.from} ${aliasOf(list)}` : table} ${numberedFromOne(where.where)}`
  const [row] = where.customPlan
    ? await plannedInMemory<VersionedCount>(db, text, [...where.values])
    : await prepared<VersionedCount>(db, { name: statementName(`count ${list.name}${where.shape}`), text }, [
        ...where.values,
      ])
  const counted = row ?? { total: 0, version: null }
  cacheCount(db, list, where, counted)
  return counted
}

/** SQL of the list's version; null for an unversioned list. */
export const versionOf = (list: ListDeclaration) =>
  list.versioned ? `(select version from list_versions where list = '${versionName(list)}')` : 'null::bigint'

/** Name of the version that a list uses. */
export const versionName = ({ name, versioned }: ListDeclaration) => (typeof versioned === 'string' ? versioned : name)

const keyOf = (list: ListDeclaration, where: ListWhere) => `${list.name}${where.shape} ${JSON.stringify(where.values)}`
