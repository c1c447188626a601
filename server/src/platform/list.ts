import type { Db } from './database.ts'
import { plannedInMemory, prepared, statementName } from './database.ts'
import { JsonText } from './http-call.ts'
import { countNow, countOf, isCounted, keepCount, noteWalkedInVain, recountIfMoved, versionOf } from './list-count.ts'
import type { ListFilter } from './list-filters.ts'
import { type Narrowed, narrow, type Order, orderOf } from './list-narrow.ts'
import { type AnsweredPage, keepPage, keepsPages, keptPage, nameOfPage } from './list-pages.ts'
import { isQuick, mostGathered, type PageForm, pageForm, pageSql, spanOf, walkedRows } from './list-plan.ts'
import { endOfWalk, type WalkEnd } from './list-walk.ts'
import type { Sees } from './visibility.ts'

/**
 * A list declares itself: where its rows live, what narrows and orders them, what a row shows. Page, count and export
 * come from it and so share one row filter (P-30). All text here is the programmer's; what callers send only picks names.
 */
export interface ListDeclaration {
  /** Unique name: of its prepared statements, and of its row in `list_versions` when `counted` says so. */
  name: string
  /** The table with its alias, such as `policies p`. */
  table: string
  /** Its key, such as `p.id`. */
  key: string
  /**
   * Column with the agent whose record it is, or columns with the agents, each of whom sees it; rows of a list without one
   * are seen by all who may call it.
   */
  seenBy?: string | readonly string[]
  /** Sort that an index gives within the records of one agent. */
  seenOrder?: string
  /** Joins for the columns of the rows shown; must not change their number. `$1` is `parameter`. */
  joins: string
  /** Type of the one value that `joins` may use as `$1`, such as a year. */
  parameterType?: string
  filters: Record<string, ListFilter>
  /** Sort name → expressions in order; each sort ends with the key, so that pages never overlap. */
  sorts: Record<string, readonly string[]>
  defaultSort: { sort: string; order: 'asc' | 'desc' }
  /**
   * Where rows are counted, when there are too many to count them one by one: SQL of a query that has the columns of the
   * filters, and for each of its rows how many of the list it stands for.
   */
  counted?: { from: string; rows: string }
  /** What a row answers: name → expression. */
  columns: Record<string, string>
  /** Conditions that always hold, such as 'not deleted'. */
  always?: string
  /** The column with the id of whose record a row is, for the audit record; `id` where nothing is said, null for none. */
  subject?: string | null
  /**
   * Keep exact counts until the list's version moves (its tables carry the `note_list_touch` trigger); a text names the list
   * whose rows it shows another way, and so whose version it goes by.
   */
  versioned?: true | string
  /**
   * Keep the pages that were answered until its version moves. Only for a list whose rows show nothing but tables that touch
   * its version, those of `joins` too, and nothing that changes with the time.
   */
  keepsPages?: true
}

/** What is asked of a list: the contract's parsed query. */
export interface ListRequest {
  pageNumber: number
  pageSize: number
  sort?: string
  order?: 'asc' | 'desc'
  [filter: string]: string | number | boolean | undefined
}

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

/** What a page depends on but the records. */
export interface AskedPage {
  narrowed: Narrowed
  order: Order
  request: ListRequest
  sees: Sees
  parameter: string | number | null
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
