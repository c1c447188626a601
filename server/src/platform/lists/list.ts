import type { Sees } from '../auth/visibility.ts'
import type { Db } from '../db/database.ts'
import { plannedInMemory, prepared, statementName } from '../db/database.ts'
import { JsonText } from '../http/http-call.ts'
import { countNow, countOf, isCounted, keepCount, noteWalkedInVain, recountIfMoved, versionOf } from './list-count.ts'
import type { ListDeclaration, ListRequest } from './list-declaration.ts'
import { type Narrowed, narrow, type Order, orderOf } from './list-narrow.ts'
import { type AnsweredPage, type AskedPage, keepPage, keepsPages, keptPage, nameOfPage } from './planner/list-pages.ts'
import { isQuick, mostGathered, type PageForm, pageForm, pageSql, spanOf, walkedRows } from './planner/list-plan.ts'
import { endOfWalk, type WalkEnd } from './planner/list-walk.ts'

/** How many rows a list has for somebody, exactly and now: what `listPage` answers as its total. */
export async function countList(db: Db, list: ListDeclaration, request: ListRequest, sees: Sees): Promise<number> {
  return await countNow(db, list, narrow(list, request, sees))
}

/** One page as JSON that PostgreSQL builds, with the exact total. `parameter` is the value of `$1` in the joins. */
export async function listPage(
  db: Db,
  list: ListDeclaration,
  request: ListRequest,
  sees: Sees,
  parameter: string | number | null = null,
): Promise<JsonText> {
  const asked = { narrowed: narrow(list, request, sees), order: orderOf(list, request), request, sees, parameter }
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
  { narrowed, order, request, sees, parameter }: AskedPage,
): Promise<AnsweredPage> {
  const page = (form: PageForm, bound = 0, end: WalkEnd = null) =>
    rowsOfPage(db, list, narrowed, order, form, { request, parameter, bound, end })
  if (narrowed.replanned && !isCounted(db, list, narrowed)) {
    const { total, version, data, ids } = await page('gather and count')
    if (total !== null && total <= mostGathered) {
      if (total > 0) keepCount(db, list, narrowed, { total, version })
      return { text: pageText(data, total, request, ids), version }
    }
  }
  // May be of an older version: it only decides how the page is looked for.
  const counted = await countOf(db, list, narrowed)
  if (counted.total === 0) return { text: pageText('[]', 0, request), version: counted.version }
  const last = Math.min(request.pageNumber * request.pageSize, counted.total)
  const walked = () => walkedRows(list, order, sees)
  const walk = async () => {
    const { total } = await countOf(db, list, walked())
    return { rows: total, inVain: counted.walkedInVain?.has(order.sort) === true }
  }
  const { form, bound } = await pageForm(narrowed, order, { hits: counted.total, last, walk })
  let found = await page(form, bound, form === 'walk' ? await endOfWalk(db, list, walked(), order, bound) : null)
  if (form === 'walk' && found.rows < last - (request.pageNumber - 1) * request.pageSize) {
    noteWalkedInVain(counted, order.sort)
    found = await page('gather')
  }
  const { total, version } = await recountIfMoved(db, list, narrowed, counted, found.version)
  // Rows and total of two moments are answered as ever, but not kept.
  return { text: pageText(found.data, total, request, found.ids), version: version === found.version ? version : null }
}

/** The column that names whose records are shown, if the list has one. */
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
  /** Of all hits, when the form tells. */
  total: number | null
  data: string
  ids: string | null
}

async function rowsOfPage(
  db: Db,
  list: ListDeclaration,
  narrowed: Narrowed,
  order: Order,
  form: PageForm,
  asked: { request: ListRequest; parameter: string | number | null; bound: number; end: WalkEnd },
): Promise<FoundPage> {
  const { pageNumber, pageSize } = asked.request
  const values = [asked.parameter, ...narrowed.values]
  const span = spanOf(pageNumber, pageSize, asked.bound, asked.end !== null)
  if (asked.end !== null) values.push(asked.end)
  if (span.offset > 0) values.push(span.offset)
  const subject = subjectOf(list)
  const { begin, rows, total } = pageSql(list, narrowed, order, form, span)
  const text = `${begin}
    select ${versionOf(list)} as version,
      count(*) as rows, ${total} as total, coalesce(json_agg(r), '[]'::json)::text as data, ${subject ? `array_agg(r."${subject}")::text` : 'null'} as ids
    from (${rows}) r
    where $1::${list.parameterType ?? 'text'} is null or true`
  const shape = `${form} ${list.name}${narrowed.shape} by ${order.sort} ${order.direction} ${span.shape}`
  const [page] =
    form === 'gather and count'
      ? await plannedInMemory<FoundPage>(db, text, values)
      : await prepared<FoundPage>(db, { name: statementName(shape), text, quick: isQuick(form, span) }, values)
  return page ?? { version: null, rows: 0, total: null, data: '[]', ids: null }
}
