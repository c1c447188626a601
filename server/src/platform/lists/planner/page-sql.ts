import type { ListDeclaration } from '../list-declaration.ts'
import { aliasOf, type ListWhere, type Order, whereOf } from '../list-where.ts'
import { columnsText } from '../select-list.ts'
import { maxSortedHits, type PagePlan } from './choose-plan.ts'

/** Position of a page. Everything except the offset is part of the statement text. */
export interface PageSpan {
  size: number
  offset: number
  /** Maximum rows that a scan reads. */
  bound: number
  /** Part of the statement's name. */
  shape: string
}

/**
 * Sizes are literals: the planner assumes a tenth of the table for an unknown limit and replans each call, which doubles
 * its cost. Bounds are powers of two, to limit the number of statements.
 */
export function spanOf(pageNumber: number, pageSize: number, bound: number): PageSpan {
  const offset = (pageNumber - 1) * pageSize
  return {
    size: pageSize,
    offset,
    bound,
    shape: `${pageSize} ${offset > 0 ? 'on' : 'first'} ${bound}`,
  }
}

/** SQL of one page: the WITH clause, the rows in order, and the total if the plan returns it. */
export interface PageSql {
  begin: string
  rows: string
  total: string
}

/**
 * SQL of one page. The offset, if any, is the parameter after those of the conditions. Selects ids first, index-only if
 * possible, and joins the rows last, so that deep pages stay cheap.
 */
export function pageSql(
  list: ListDeclaration,
  where: ListWhere,
  order: Order,
  plan: PagePlan,
  span: PageSpan,
): PageSql {
  const columns = columnsText(list.columns)
  if (plan === 'direct' && span.offset === 0)
    return {
      begin: '',
      rows: `select ${columns} from ${list.table} ${list.joins} ${where.where} order by ${order.by} limit ${Math.trunc(span.size)}`,
      total: 'null::bigint',
    }
  const { sorts, by } = sortsOf(order)
  // The scan already reads the table's rows, except in an index-only scan by name.
  if (plan === 'ordered scan' && span.offset === 0 && !where.customPlan)
    return {
      begin: '',
      rows: `select ${columns} from (${scanSql('*', list, where, order, span)}) ${aliasOf(list)} ${list.joins} order by ${by}`,
      total: 'null::bigint',
    }
  const rows = `select ${columns} from ids join ${list.table} on ${list.key} = ids.key ${list.joins} order by ids.position`
  if (plan !== 'bounded filter and count')
    return {
      begin: `with ids as materialized (${idsOf(list, where, order, plan, span)})`,
      rows,
      total: 'null::bigint',
    }
  // `found` is planned for all hits, but executed only up to the limit of `hits`.
  return {
    begin: `
      with found as materialized (select ${list.key} as key, ${sorts} from ${list.table} ${where.where}),
      hits as materialized (select * from found limit ${maxSortedHits + 1}),
      ids as materialized (${numbered(`select key from hits order by ${by} ${limitOf(where, span)}`)})`,
    rows,
    total: '(select count(*) from hits)',
  }
}

/** SQL of the ids of one page with their positions. */
function idsOf(
  list: ListDeclaration,
  where: ListWhere,
  order: Order,
  plan: Exclude<PagePlan, 'bounded filter and count'>,
  span: PageSpan,
): string {
  const limit = limitOf(where, span)
  if (plan === 'direct')
    return numbered(`select ${list.key} as key from ${list.table} ${where.where} order by ${order.by} ${limit}`)
  if (plan === 'filter then sort')
    return numbered(`
      select ${list.key} as key from (select * from ${list.table} ${where.genericWhere} offset 0) ${aliasOf(list)} order by ${order.by} ${limit}`)
  return numbered(scanSql(`${list.key} as key`, list, where, order, span))
}

/** SQL of an ordered scan: reads at most `bound` rows in the order of an index and tests the other conditions. */
function scanSql(what: string, list: ListDeclaration, where: ListWhere, order: Order, span: PageSpan): string {
  const { indexed, tested } = splitConditions(list, where, order)
  const { sorts, by } = sortsOf(order)
  return `
    select ${what} from (
      select *, ${sorts} from ${list.table} ${whereOf(indexed)} order by ${order.by} limit ${span.bound}
    ) ${aliasOf(list)} ${whereOf(tested)} order by ${by} ${limitOf(where, span)}`
}

/** Splits the conditions into those that the index covers and those that the scan tests. */
function splitConditions(
  list: ListDeclaration,
  { always, agentConditions, filterConditions }: ListWhere,
  order: Order,
) {
  return order.sort === list.agentSort
    ? { indexed: [...always, ...agentConditions], tested: filterConditions }
    : { indexed: always, tested: [...agentConditions, ...filterConditions] }
}

const numbered = (ids: string) => `select key, row_number() over () as position from (${ids}) page`

const limitOf = (where: ListWhere, { size, offset }: PageSpan) =>
  `limit ${Math.trunc(size)} ${offset > 0 ? `offset $${where.values.length + 2}::bigint` : ''}`

/** Sort expressions as columns of a subquery, and the ORDER BY of these columns. */
function sortsOf(order: Order): { sorts: string; by: string } {
  return {
    sorts: order.expressions.map((expression, index) => `${expression} as sort${index}`).join(', '),
    by: order.expressions.map((_, index) => `sort${index} ${order.direction}`).join(', '),
  }
}
