import { type Db, prepared } from './database.ts'
import type { ListDeclaration } from './list.ts'

interface Counted {
  where: string
  values: readonly unknown[]
  shape: string
}

/** Counts by list, filter and visibility, each with the version of the list that it holds for. */
const counts = new Map<string, { version: number; total: number }>()
const kept = 5_000

/**
 * The exact number of rows of a narrowed list. A count is kept until the version of the list moves, which each
 * committed change of its tables does; so it is never stale, also with several nodes, and paging through a filter
 * counts once. A list without versions is counted each time.
 */
export async function cachedCount(
  db: Db,
  list: ListDeclaration,
  narrowed: Counted,
  version: number | null,
): Promise<number> {
  const key = `${list.name}${narrowed.shape} ${JSON.stringify(narrowed.values)}`
  const known = counts.get(key)
  if (version !== null && known?.version === version) return known.total
  // The version is read in the statement of the count, so that both are of one snapshot.
  const text = `
    select count(*)::bigint as total, ${version === null ? 'null::bigint' : `(select version from list_versions where list = '${list.name}')`} as version
    from ${list.table} ${narrowed.where.replace(/\$(\d+)/g, (_, n) => `$${Number(n) - 1}`)}`
  const name = `count-${shortName(`${list.name}${narrowed.shape}`)}`
  const [row] = await prepared<{ total: number; version: number | null }>(db, { name, text }, [...narrowed.values])
  const total = row?.total ?? 0
  if (typeof row?.version === 'number') {
    if (counts.size >= kept) counts.clear()
    counts.set(key, { version: row.version, total })
  }
  return total
}

const names = new Map<string, number>()
function shortName(shape: string): number {
  const known = names.get(shape) ?? names.size + 1
  names.set(shape, known)
  return known
}
