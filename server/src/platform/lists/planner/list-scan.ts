import { type Db, prepared, statementName } from '../../db/database.ts'
import { countOf } from '../list-count.ts'
import type { ListDeclaration } from '../list-declaration.ts'
import { type ListWhere, numberedFromOne, type Order } from '../list-where.ts'

/** Key of the row that a walk ends with; null when it is to be counted instead. */
export type WalkEnd = number | string | null

/** The row that stood so far on, and how many rows there were then. */
interface KnownEnd {
  key: WalkEnd
  rows: number
}

const endsOf = new WeakMap<Db, Map<string, KnownEnd>>()
const kept = 5_000

/**
 * The row that lies about `bound` rows on in an order. It is only to keep a walk from becoming long, so it is looked for once,
 * and again when the list has doubled or halved. Null when the rows end before, and for orders that go down: those begin with
 * rows that have nothing to sort by, and a comparison would leave them out.
 */
export async function scanBound(
  db: Db,
  list: ListDeclaration,
  walked: ListWhere,
  order: Order,
  bound: number,
): Promise<WalkEnd> {
  const { total } = await countOf(db, list, walked)
  if (order.direction === 'desc' || bound >= total) return null
  const ends = endsOf.get(db) ?? new Map<string, KnownEnd>()
  endsOf.set(db, ends)
  const name = `${list.name}${walked.shape} by ${order.sort} ${bound} ${JSON.stringify(walked.values)}`
  const known = ends.get(name)
  if (known && total <= known.rows * 2 && total >= known.rows / 2) return known.key
  const text = `select ${list.key} as key from ${list.table} ${numberedFromOne(walked.where)} order by ${order.by} offset ${bound} limit 1`
  const statement = { name: statementName(`end ${list.name}${walked.shape} by ${order.sort} ${bound}`), text }
  const [row] = await prepared<{ key: number | string }>(db, statement, [...walked.values])
  const found = { key: row?.key ?? null, rows: total }
  if (ends.size >= kept) ends.clear()
  ends.set(name, found)
  return found.key
}
