import type { Visibility } from '../auth/visibility.ts'
import type { Db } from '../db/database.ts'
import { plannedInMemory, prepared, statementName } from '../db/database.ts'
import { JsonText } from '../http/http-call.ts'
import {
  cacheCount,
  exactCount,
  hasCachedCount,
  recentCount,
  recountIfMoved,
  rememberScanMiss,
  versionOf,
} from './list-count.ts'
import type { ListDeclaration, ListRequest } from './list-declaration.ts'
import { type ListWhere, listWhere, type Order, orderOf } from './list-where.ts'
import {
  cachedPage,
  cachePage,
  type PageRequest,
  pageKey,
  usesPageCache,
  type VersionedPage,
} from './planner/list-pages.ts'
import { choosePlan, isFast, maxSortedHits, type PagePlan, pageSql, scannedRows, spanOf } from './planner/list-plan.ts'
import { type ScanEnd, scanBound } from './planner/list-scan.ts'

/** Exact current number of rows visible to a user; the total of `listPage`. */
export async function countList(
  db: Db,
  list: ListDeclaration,
  request: ListRequest,
  visibility: Visibility,
): Promise<number> {
  return await exactCount(db, list, listWhere(list, request, visibility))
}

/** Page of a list as JSON built by PostgreSQL, with the exact total. `parameter` is `$1` of the joins. */
export async function listPage(
  db: Db,
  list: ListDeclaration,
  request: ListRequest,
  visibility: Visibility,
  parameter: string | number | null = null,
): Promise<JsonText> {
  const page = {
    where: listWhere(list, request, visibility),
    order: orderOf(list, request),
    request,
    visibility,
    parameter,
  }
  if (!usesPageCache(db, list)) return (await findPage(db, list, page)).text
  const key = pageKey(list, page)
  const cached = await cachedPage(db, list, key)
  if (cached) return cached
  const found = await findPage(db, list, page)
  cachePage(db, key, found)
  return found.text
}

async function findPage(
  db: Db,
  list: ListDeclaration,
  { where, order, request, visibility, parameter }: PageRequest,
): Promise<VersionedPage> {
  const page = (plan: PagePlan, bound = 0, end: ScanEnd = null) =>
    rowsOfPage(db, list, where, order, plan, { request, parameter, bound, end })
  if (where.customPlan && !hasCachedCount(db, list, where)) {
    const { total, version, data, ids } = await page('bounded filter and count')
    if (total !== null && total <= maxSortedHits) {
      if (total > 0) cacheCount(db, list, where, { total, version })
      return { text: pageText(data, total, request, ids), version }
    }
  }
  // May be of an older version: it only chooses the plan.
  const counted = await recentCount(db, list, where)
  if (counted.total === 0) return { text: pageText('[]', 0, request), version: counted.version }
  const last = Math.min(request.pageNumber * request.pageSize, counted.total)
  const scanned = () => scannedRows(list, order, visibility)
  const countScanned = async () => {
    const { total } = await recentCount(db, list, scanned())
    return { rows: total, missed: counted.scanMissed?.has(order.sort) === true }
  }
  const { plan, bound } = await choosePlan(where, order, { hits: counted.total, last, countScanned })
  let found = await page(
    plan,
    bound,
    plan === 'ordered scan' ? await scanBound(db, list, scanned(), order, bound) : null,
  )
  if (plan === 'ordered scan' && found.rows < last - (request.pageNumber - 1) * request.pageSize) {
    rememberScanMiss(counted, order.sort)
    found = await page('filter then sort')
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
  plan: PagePlan,
  options: { request: ListRequest; parameter: string | number | null; bound: number; end: ScanEnd },
): Promise<FoundPage> {
  const { pageNumber, pageSize } = options.request
  const values = [options.parameter, ...where.values]
  const span = spanOf(pageNumber, pageSize, options.bound, options.end !== null)
  if (options.end !== null) values.push(options.end)
  if (span.offset > 0) values.push(span.offset)
  const subject = subjectOf(list)
  const { begin, rows, total } = pageSql(list, where, order, plan, span)
  const text = `${begin}
    select ${versionOf(list)} as version,
      count(*) as rows, ${total} as total, coalesce(json_agg(r), '[]'::json)::text as data, ${subject ? `array_agg(r."${subject}")::text` : 'null'} as ids
    from (${rows}) r
    where $1::${list.parameterType ?? 'text'} is null or true`
  const shape = `${plan} ${list.name}${where.shape} by ${order.sort} ${order.direction} ${span.shape}`
  const [page] =
    plan === 'bounded filter and count'
      ? await plannedInMemory<FoundPage>(db, text, values)
      : await prepared<FoundPage>(db, { name: statementName(shape), text, pipelined: isFast(plan, span) }, values)
  return page ?? { version: null, rows: 0, total: null, data: '[]', ids: null }
}
