import type { Visibility } from '../auth/visibility.ts'
import type { Db } from '../db/database.ts'
import { JsonText } from '../http/http-call.ts'
import type { ListDeclaration, ListRequest } from './list-declaration.ts'
import { listWhere, orderOf } from './list-where.ts'
import { type FoundPage, findPage } from './planner/find-page.ts'

/** Page of a list as JSON built by PostgreSQL, with the exact total. `parameter` is `$1` of the joins. */
export async function listPage(
  db: Db,
  list: ListDeclaration,
  request: ListRequest,
  visibility: Visibility,
  parameter: string | number | null = null,
): Promise<JsonText> {
  const where = listWhere(list, request, visibility)
  const page = { where, order: orderOf(list, request), request, visibility, parameter }
  return pageText(await findPage(db, list, page), request)
}

function pageText({ data, total, ids }: FoundPage, { pageNumber, pageSize }: ListRequest): JsonText {
  const totalPages = Math.ceil(total / pageSize)
  return new JsonText(
    `{"data":${data},"totalRecords":${total},"pageNumber":${pageNumber},"pageSize":${pageSize},"totalPages":${totalPages}}`,
    ids,
  )
}
