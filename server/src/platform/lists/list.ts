import type { Visibility } from '../auth/visibility.ts'
import type { Db } from '../db/database.ts'
import { plannedInMemory, prepared, statementName } from '../db/database.ts'
import { JsonText } from '../http/http-call.ts'
import { countNow, countOf, isCounted, keepCount, noteWalkedInVain, recountIfMoved, versionOf } from './list-count.ts'
import type { ListDeclaration, ListRequest } from './list-declaration.ts'
import { type ListWhere, listWhere, type Order, orderOf } from './list-where.ts'
import { type AnsweredPage, type AskedPage, keepPage, keepsPages, keptPage, nameOfPage } from './planner/list-pages.ts'
import { isQuick, maxSortedHits, type PageForm, pageForm, pageSql, spanOf, walkedRows } from './planner/list-plan.ts'
import { scanBound, type WalkEnd } from './planner/list-scan.ts'

/** Exact current number of rows visible to a user; the total of `listPage`. */
export async function countList(
  db: Db,
  list: ListDeclaration,
  request: ListRequest,
  visibility: Visibility,
): Promise<number> {
  return await countNow(db, list, listWhere(list, request, visibility))
}

/** Page of a list as JSON built by PostgreSQL, with the exact total. `parameter` is `$1` of the joins. */
export async function listPage(
  db: Db,
  list: ListDeclaration,
  request: ListRequest,
  visibility: Visibility,
  parameter: string | number | null = null,
): Promise<JsonText> {
  const asked = {
    where: listWhere(list, request, visibility),
    order: orderOf(list, request),
    request,
    visibility,
    parameter,
  }
  if (!keepsPages(db, list)) return (await findPage(db, list, asked)).text
  const name = nameOfPage(list, asked)
  const kept = await keptPage(db, list, name)
  if (kept) return kept
  const page = await findPage(db, list, asked)
  keepPage(db, name, page)
  return page.text
}

async function findPage(
  db: Db,
  list: ListDeclaration,
  { where, order, request, visibility, parameter }: AskedPage,
): Promise<AnsweredPage> {
  const page = (form: PageForm, bound = 0, end: WalkEnd = null) =>
    rowsOfPage(db, list, where, order, form, { request, parameter, bound, end })
  if (where.customPlan && !isCounted(db, list, where)) {
    const { total, version, data, ids } = await page('gather and count')
    if (total !== null && total <= maxSortedHits) {
      if (total > 0) keepCount(db, list, where, { total, version })
      return { text: pageText(data, total, request, ids), version }
    }
  }
  // May be of an older version: it only chooses the plan.
  const counted = await countOf(db, list, where)
  if (counted.total === 0) return { text: pageText('[]', 0, request), version: counted.version }
  const last = Math.min(request.pageNumber * request.pageSize, counted.total)
  const walked = () => walkedRows(list, order, visibility)
  const walk = async () => {
    const { total } = await countOf(db, list, walked())
    return { rows: total, inVain: counted.scanMissed?.has(order.sort) === true }
  }
  const { form, bound } = await pageForm(where, order, { hits: counted.total, last, walk })
  let found = await page(form, bound, form === 'walk' ? await scanBound(db, list, walked(), order, bound) : null)
  if (form === 'walk' && found.rows < last - (request.pageNumber - 1) * request.pageSize) {
    noteWalkedInVain(counted, order.sort)
    found = await page('gather')
  }
  const { total, version } = await recountIfMoved(db, list, where, counted, found.version)
  // Rows and total of two versions are not cached.
  return { text: pageText(found.data, total, request, found.ids), version: version === found.version ? version : null }
}

/** Column with the record id for audit events, if any. */
export function subjectOf({ subject, columns }: ListDeclaration): string | null {
  return subject === undefined ? ('id' in columns ? 'id' : null) : subject
}

function pageText(
  data: string,
  total: number,
  { pageNumber, pageSize }: ListRequest,
  ids: string | null = null,
): JsonText {
  const totalPages = Math.ceil(total / pageSize)
  return new JsonText(
    `{"data":${data},"totalRecords":${total},"pageNumber":${pageNumber},"pageSize":${pageSize},"totalPages":${totalPages}}`,
    ids,
  )
}

interface FoundPage {
  version: number | null
  rows: number
  /** Number of all hits, if the plan returns it. */
  total: number | null
  data: string
  ids: string | null
}

async function rowsOfPage(
  db: Db,
  list: ListDeclaration,
  where: ListWhere,
  order: Order,
  form: PageForm,
  asked: { request: ListRequest; parameter: string | number | null; bound: number; end: WalkEnd },
): Promise<FoundPage> {
  const { pageNumber, pageSize } = asked.request
  const values = [asked.parameter, ...where.values]
  const span = spanOf(pageNumber, pageSize, asked.bound, asked.end !== null)
  if (asked.end !== null) values.push(asked.end)
  if (span.offset > 0) values.push(span.offset)
  const subject = subjectOf(list)
  const { begin, rows, total } = pageSql(list, where, order, form, span)
  const text = `${begin}
    select ${versionOf(list)} as version,
      count(*) as rows, ${total} as total, coalesce(json_agg(r), '[]'::json)::text as data, ${subject ? `array_agg(r."${subject}")::text` : 'null'} as ids
    from (${rows}) r
    where $1::${list.parameterType ?? 'text'} is null or true`
  const shape = `${form} ${list.name}${where.shape} by ${order.sort} ${order.direction} ${span.shape}`
  const [page] =
    form === 'gather and count'
      ? await plannedInMemory<FoundPage>(db, text, values)
      : await prepared<FoundPage>(db, { name: statementName(shape), text, quick: isQuick(form, span) }, values)
  return page ?? { version: null, rows: 0, total: null, data: '[]', ids: null }
}
