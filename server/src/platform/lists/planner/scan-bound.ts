import { type Db, prepared, statementName } from '../../db/database.ts'
import type { ListDeclaration } from '../list-declaration.ts'
import { type ListWhere, numberedFromOne, type Order } from '../list-where.ts'
import { recentCount } from './cached-count.ts'

/** Key of the row at which a scan ends; null to limit the number of rows instead. */
export type ScanEnd = number | string | null

/** End of a scan, with the size of the list when it was found. */
interface KnownEnd {
  key: ScanEnd
  rows: number
}

const endsOf = new WeakMap<Db, Map<string, KnownEnd>>()
const maxEnds = 5_000

/**
 * Row at about position `bound` of an order. It only limits a scan, so it is reused until the list has doubled or halved.
 * Null for a shorter list, and for descending orders: these start with nulls, which a comparison would exclude.
 */
export async function scanBound(
  db: Db,
  list: ListDeclaration,
  scanned: ListWhere,
  order: Order,
  bound: number,
): Promise<ScanEnd> {
  const { total } = await recentCount(db, list, scanned)
  if (order.direction === 'desc' || bound >= total) return null
  const ends = endsOf.get(db) ?? new Map<string, KnownEnd>()
  endsOf.set(db, ends)
  const name = `${list.name}${scanned.shape} by ${order.sort} ${bound} ${JSON.stringify(scanned.values)}`
  const known = ends.get(name)
  if (known && total <= known.rows * 2 && total >= known.rows / 2) return known.key
  const text = `select ${list.key} as key from ${list.table} ${numberedFromOne(scanned.where)} order by ${order.by} offset ${bound} limit 1`
  const statement = { name: statementName(`end ${list.name}${scanned.shape} by ${order.sort} ${bound}`), text }
  const [row] = await prepared<{ key: number | string }>(db, statement, [...scanned.values])
  const found = { key: row?.key ?? null, rows: total }
  if (ends.size >= maxEnds) ends.clear()
  ends.set(name, found)
  return found.key
}
