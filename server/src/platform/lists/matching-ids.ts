import type { Visibility } from '../auth/visibility.ts'
import { type Db, plannedInMemory, prepared, statementName } from '../db/database.ts'
import type { ListDeclaration, ListRequest } from './list-declaration.ts'
import { listWhere, numberedFromOne, orderOf } from './list-where.ts'

/** Ids of all rows that match a request and are visible, in the order of the list; at most `limit`. */
export async function matchingIds(
  db: Db,
  list: ListDeclaration,
  request: ListRequest,
  visibility: Visibility,
  limit: number,
): Promise<number[]> {
  const where = listWhere(list, request, visibility)
  const order = orderOf(list, request)
  const text = `
    select ${list.key} as id from ${list.table} ${numberedFromOne(where.where)} order by ${order.by} limit ${Math.trunc(limit)}`
  const name = statementName(`ids ${list.name}${where.shape} by ${order.sort} ${order.direction} ${limit}`)
  const rows = where.customPlan
    ? await plannedInMemory<{ id: number }>(db, text, where.values)
    : await prepared<{ id: number }>(db, { name, text }, where.values)
  return rows.map(({ id }) => id)
}
