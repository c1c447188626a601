import type { Db } from './database.ts'
import { prepared, statementName } from './database.ts'
import { JsonText } from './http-call.ts'
import { countNow, countOf, isCounted, keepCount, recountIfMoved } from './list-count.ts'
import type { ListFilter } from './list-filters.ts'
import { mostGathered, type PageForm, pageForm, pageSql, spanOf } from './list-plan.ts'
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
  /** Column with the agent whose record it is; rows of a list without one are seen by all who may call it. */
  seenBy?: string
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
  /** What a row answers: name → expression. */
  columns: Record<string, string>
  /** Conditions that always hold, such as 'not deleted'. */
  always?: string
  /** The column with the id of whose record a row is, for the audit record; `id` where nothing is said, null for none. */
  subject?: string | null
  /** Keep exact counts until the list's version moves (its tables carry the `note_list_touch` trigger). */
  versioned?: boolean
}

/** What is asked of a list: the contract's parsed query. */
export interface ListRequest {
  pageNumber: number
  pageSize: number
  sort?: string
  order?: 'asc' | 'desc'
  [filter: string]: string | number | boolean | undefined
}

/** What is left of a list; conditions have placeholders from $2 on. */
export interface Narrowed {
  /** All conditions. */
  where: string
  /** Those that an index orders within: what always holds, and one agent's records. */
  within: readonly string[]
  /** The others: filters, and the records of several agents. */
  chosen: readonly string[]
  values: (string | number | readonly number[])[]
  types: string[]
  /** Names of what is set: the shape that a prepared statement is named after. */
  shape: string
  /** One of the conditions is planned for its value each time. */
  replanned: boolean
  /** The sort that an index gives for what is left. */
  ordered: string | undefined
}

/** `order by` of a request. */
export interface Order {
  sort: string
  direction: 'asc' | 'desc'
  expressions: readonly string[]
  by: string
}

/** The conditions of a request: filters that are set, visibility, and what always holds. Shared by page, count and export. */
export function narrow(list: ListDeclaration, request: ListRequest, sees: Sees): Narrowed {
  const within: string[] = list.always ? [list.always] : []
  const chosen: string[] = []
  const values: Narrowed['values'] = []
  const types: string[] = []
  let shape = ''
  let replanned = false
  let ordered: string | undefined
  const placeholder = (value: string | number | readonly number[], type: string) => {
    values.push(value)
    types.push(type)
    return `$${values.length + 1}::${type}`
  }
  for (const [name, declared] of Object.entries(list.filters)) {
    const typed = request[name]
    if (typed === undefined || typeof typed === 'boolean') continue
    const short = declared.short?.when(typed) === true
    const filter = (short ? declared.short?.filter : undefined) ?? declared
    const placeholders = filter.valuesOf(typed).map((value, index) => placeholder(value, filter.types[index] ?? 'text'))
    chosen.push(filter.condition(...placeholders))
    replanned ||= filter.replanned === true
    ordered = filter.gives
    shape += ` ${name}${short ? '*' : ''}`
  }
  if (list.seenBy && !sees.all) {
    const [only, ...others] = sees.agentIds
    // One agent is asked for by equality: then the index gives the order too.
    if (only !== undefined && others.length === 0) within.push(`${list.seenBy} = ${placeholder(only, 'bigint')}`)
    else chosen.push(`${list.seenBy} = any(${placeholder(sees.agentIds, 'bigint[]')})`)
    shape += others.length === 0 && only !== undefined ? ' seen-one' : ' seen-some'
  }
  const all = [...within, ...chosen]
  const seenOne = shape.endsWith(' seen-one')
  if (chosen.length > 1 || seenOne) ordered = seenOne && chosen.length === 0 ? list.seenOrder : undefined
  return {
    where: all.length > 0 ? `where ${all.join(' and ')}` : '',
    within,
    chosen,
    values,
    types,
    shape,
    replanned,
    ordered,
  }
}

/** `order by` of a request; an unknown sort name falls back to the list's own, so nothing of the caller reaches SQL. */
export function orderOf(list: ListDeclaration, request: ListRequest): Order {
  const sort =
    request.sort !== undefined && Object.hasOwn(list.sorts, request.sort) ? request.sort : list.defaultSort.sort
  const direction = request.order ?? (sort === list.defaultSort.sort ? list.defaultSort.order : 'asc')
  const expressions = [...(list.sorts[sort] ?? []), list.key]
  return { sort, direction, expressions, by: expressions.map((expression) => `${expression} ${direction}`).join(', ') }
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
  const narrowed = narrow(list, request, sees)
  const order = orderOf(list, request)
  const page = (form: PageForm, total: number) =>
    rowsOfPage(db, list, narrowed, order, form, { request, parameter, total })
  if (narrowed.replanned && !isCounted(list, narrowed)) {
    const { total, version, data, ids } = await page('gather and count', mostGathered)
    if (total !== null && total <= mostGathered) {
      if (total > 0) keepCount(list, narrowed, { total, version })
      return pageText(data, total, request, ids)
    }
  }
  // May be of an older version: it only decides how the page is looked for.
  const counted = await countOf(db, list, narrowed)
  if (counted.total === 0) return pageText('[]', 0, request)
  const form = pageForm(list, narrowed, order, counted.total)
  let found = await page(form, counted.total)
  if (form === 'walk' && found.rows < request.pageSize) found = await page('gather', counted.total)
  const total = await recountIfMoved(db, list, narrowed, counted, found.version)
  return pageText(found.data, total, request, found.ids)
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
  asked: { request: ListRequest; parameter: string | number | null; total: number },
): Promise<FoundPage> {
  const { pageNumber, pageSize } = asked.request
  const values = [asked.parameter, ...narrowed.values]
  const span = spanOf(pageNumber, pageSize, form, asked.total)
  if (span.offset > 0) values.push(span.offset)
  const subject = subjectOf(list)
  const { begin, rows, total } = pageSql(list, narrowed, order, form, span)
  const text = `${begin}
    select ${list.versioned ? `(select version from list_versions where list = '${list.name}')` : 'null::bigint'} as version,
      count(*) as rows, ${total} as total, coalesce(json_agg(r), '[]'::json)::text as data, ${subject ? `array_agg(r."${subject}")::text` : 'null'} as ids
    from (${rows}) r
    where $1::${list.parameterType ?? 'text'} is null or true`
  const shape = `${form} ${list.name}${narrowed.shape} by ${order.sort} ${order.direction} ${span.shape}`
  const keeps = !(narrowed.replanned && form !== 'walk')
  const [page] = await prepared<FoundPage>(db, { name: keeps ? statementName(shape) : undefined, text }, values)
  return page ?? { version: null, rows: 0, total: null, data: '[]', ids: null }
}
