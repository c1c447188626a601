import type { Db } from './database.ts'
import { prepared } from './database.ts'
import { JsonText } from './http-call.ts'
import { cachedCount } from './list-count.ts'
import type { ListFilter } from './list-filters.ts'
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

interface Narrowed {
  /** Conditions with placeholders from $2 on. */
  where: string
  values: (string | number | readonly number[])[]
  types: string[]
  /** Names of what is set: the shape that a prepared statement is named after. */
  shape: string
  gathers: boolean
}

/** The conditions of a request: filters that are set, visibility, and what always holds. Shared by page, count and export. */
export function narrow(list: ListDeclaration, request: ListRequest, sees: Sees): Narrowed {
  const conditions: string[] = list.always ? [list.always] : []
  const narrowed: Narrowed = { where: '', values: [], types: [], shape: '', gathers: false }
  const placeholder = (value: string | number | readonly number[], type: string) => {
    narrowed.values.push(value)
    narrowed.types.push(type)
    return `$${narrowed.values.length + 1}::${type}`
  }
  for (const [name, filter] of Object.entries(list.filters)) {
    const typed = request[name]
    if (typed === undefined || typeof typed === 'boolean') continue
    const placeholders = filter.valuesOf(typed).map((value, index) => placeholder(value, filter.types[index] ?? 'text'))
    conditions.push(filter.condition(...placeholders))
    const gathers = filter.gathers?.(typed) ?? false
    narrowed.gathers ||= gathers
    narrowed.shape += ` ${name}${gathers ? '*' : ''}`
  }
  if (list.seenBy && !sees.all) {
    const [only, ...others] = sees.agentIds
    // One agent is asked for by equality: then the index gives the order too.
    if (only !== undefined && others.length === 0) conditions.push(`${list.seenBy} = ${placeholder(only, 'bigint')}`)
    else conditions.push(`${list.seenBy} = any(${placeholder(sees.agentIds, 'bigint[]')})`)
    narrowed.shape += others.length === 0 && only !== undefined ? ' seen-one' : ' seen-some'
  }
  narrowed.where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  return narrowed
}

/** `order by` of a request; an unknown sort name falls back to the list's own, so nothing of the caller reaches SQL. */
export function orderOf(list: ListDeclaration, request: ListRequest): { by: string; shape: string } {
  const chosen =
    request.sort !== undefined && Object.hasOwn(list.sorts, request.sort) ? request.sort : list.defaultSort.sort
  const order = request.order ?? (chosen === list.defaultSort.sort ? list.defaultSort.order : 'asc')
  const expressions = [...(list.sorts[chosen] ?? []), list.key]
  return { by: expressions.map((expression) => `${expression} ${order}`).join(', '), shape: `${chosen} ${order}` }
}

/**
 * One page as JSON that PostgreSQL builds, with the exact total. Ids come first, by index alone where it can, and only
 * then the rows (late join), so that deep pages stay cheap. `parameter` is the value of `$1` in the joins.
 */
export async function listPage(
  db: Db,
  list: ListDeclaration,
  request: ListRequest,
  sees: Sees,
  parameter: string | number | null = null,
): Promise<JsonText> {
  const narrowed = narrow(list, request, sees)
  const order = orderOf(list, request)
  const next = narrowed.values.length + 2
  const ids = pageOfIds(list, narrowed, order.by, `$${next}`, `$${next + 1}`)
  const text = `
    with ids as materialized (${ids})
    select ${list.versioned ? `(select version from list_versions where list = '${list.name}')` : 'null::bigint'} as version,
      coalesce((select json_agg(r) from (
        select ${Object.entries(list.columns)
          .map(([name, expression]) => `${expression} as "${name}"`)
          .join(', ')}
        from ids join ${list.table} on ${list.key} = ids.key ${list.joins}
        order by ids.position
      ) r), '[]'::json)::text as data
    where $1::${list.parameterType ?? 'text'} is null or true`
  const offset = (request.pageNumber - 1) * request.pageSize
  const name = statementName(`page ${list.name}${narrowed.shape} by ${order.shape}`)
  const [row] = await prepared<{ version: number | null; data: string }>(db, { name, text }, [
    parameter,
    ...narrowed.values,
    request.pageSize,
    offset,
  ])
  const total = await cachedCount(db, list, narrowed, row?.version ?? null)
  const totalPages = Math.ceil(total / request.pageSize)
  return new JsonText(
    `{"data":${row?.data ?? '[]'},"totalRecords":${total},"pageNumber":${request.pageNumber},"pageSize":${request.pageSize},"totalPages":${totalPages}}`,
  )
}

function pageOfIds(list: ListDeclaration, narrowed: Narrowed, by: string, limit: string, offset: string): string {
  const source = narrowed.gathers
    ? `(select * from ${list.table} ${narrowed.where} offset 0) ${list.table.split(' ').at(-1)}`
    : `${list.table} ${narrowed.where}`
  return `
    select key, row_number() over () as position from (
      select ${list.key} as key from ${source} order by ${by} limit ${limit}::int offset ${offset}::bigint
    ) page`
}

const names = new Map<string, string>()
/** PostgreSQL cuts names at 63 bytes, so long shapes get a number. */
function statementName(shape: string): string {
  const known = names.get(shape)
  if (known) return known
  const name = `list-${names.size + 1}`
  names.set(shape, name)
  return name
}
