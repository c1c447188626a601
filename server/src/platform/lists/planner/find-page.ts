import type { Visibility } from '../../auth/visibility.ts'
import { type Db, plannedInMemory, prepared, statementName } from '../../db/database.ts'
import type { ListDeclaration, ListRequest } from '../list-declaration.ts'
import { type ListWhere, type Order, subjectOf } from '../list-where.ts'
import { cacheCount, hasCachedCount, recentCount, recountIfMoved, rememberScanMiss, versionOf } from './cached-count.ts'
import { choosePlan, maxSortedHits, type PagePlan, scannedRows } from './choose-plan.ts'
import { pageSql, spanOf } from './page-sql.ts'

/** Everything that a page depends on except the records. */
export interface PageRequest {
  where: ListWhere
  order: Order
  request: ListRequest
  visibility: Visibility
  parameter: string | number | null
}

/** Rows of a page as JSON, the ids for the audit event, and the number of all hits. */
export interface FoundPage {
  data: string
  ids: string | null
  total: number
}

/** Finds the rows of a page by the cheapest plan, and the exact total. */
export async function findPage(
  db: Db,
  list: ListDeclaration,
  { where, order, request, visibility, parameter }: PageRequest,
): Promise<FoundPage> {
  const page = (plan: PagePlan, bound = 0) => rowsOfPage(db, list, where, order, plan, { request, parameter, bound })
  if (where.customPlan && !hasCachedCount(db, list, where)) {
    const { total, version, data, ids } = await page('bounded filter and count')
    if (total !== null && total <= maxSortedHits) {
      if (total > 0) cacheCount(db, list, where, { total, version })
      return { data, ids, total }
    }
  }
  // May be of an older version: it only chooses the plan.
  const counted = await recentCount(db, list, where)
  if (counted.total === 0) return { data: '[]', ids: null, total: 0 }
  const last = Math.min(request.pageNumber * request.pageSize, counted.total)
  const countScanned = async () => {
    const { total } = await recentCount(db, list, scannedRows(list, order, visibility))
    return { rows: total, missed: counted.scanMissed?.has(order.sort) === true }
  }
  const { plan, bound } = await choosePlan(where, order, { hits: counted.total, last, countScanned })
  let found = await page(plan, bound)
  if (plan === 'ordered scan' && found.rows < last - (request.pageNumber - 1) * request.pageSize) {
    rememberScanMiss(counted, order.sort)
    found = await page('filter then sort')
  }
  const { total } = await recountIfMoved(db, list, where, counted, found.version)
  return { data: found.data, ids: found.ids, total }
}

interface PageRows {
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
  options: { request: ListRequest; parameter: string | number | null; bound: number },
): Promise<PageRows> {
  const { pageNumber, pageSize } = options.request
  const values = [options.parameter, ...where.values]
  const span = spanOf(pageNumber, pageSize, options.bound)
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
      ? await plannedInMemory<PageRows>(db, text, values)
      : await prepared<PageRows>(db, { name: statementName(shape), text }, values)
  return page ?? { version: null, rows: 0, total: null, data: '[]', ids: null }
}
