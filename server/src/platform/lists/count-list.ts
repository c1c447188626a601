import type { Visibility } from '../auth/visibility.ts'
import type { Db } from '../db/database.ts'
import type { ListDeclaration, ListRequest } from './list-declaration.ts'
import { listWhere } from './list-where.ts'
import { exactCount } from './planner/cached-count.ts'

/** Exact current number of rows visible to a user; the total of `listPage`. */
export async function countList(
  db: Db,
  list: ListDeclaration,
  request: ListRequest,
  visibility: Visibility,
): Promise<number> {
  return await exactCount(db, list, listWhere(list, request, visibility))
}
