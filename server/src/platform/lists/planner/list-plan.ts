import type { Visibility } from '../../auth/visibility.ts'
import type { ListDeclaration } from '../list-declaration.ts'
import { aliasOf, type ListWhere, listWhere, type Order, whereOf } from '../list-where.ts'

/**
 * How the rows of a page are looked for. The planner of a prepared statement does not know how many rows a value has, and
 * guesses wrong by seconds (docs/list-performance.md); their number is known, so it decides:
 * - plain: nothing to be chosen, an index gives the order;
 * - gather: hits found by their conditions and then sorted;
 * - walk: hits met soon when the list is read in its order; given up when they are not, and gathered then;
 * - gather and count: for hits that nobody counted yet and that are dear to find: when they are few, one look gives page
 *   and total; it stops when they are more.
 */
export type PageForm = 'plain' | 'gather' | 'walk' | 'gather and count'

/** Hits up to which 'gather and count' goes on: beyond, a count and a walk cost less than to keep them all. */
export const maxSortedHits = 4_000
/** Hits that are gathered without thought: half a millisecond. */
const fewest = 200

/** What is known of a page before it is looked for: its hits, the number of its last row, and what a walk would go through. */
interface Known {
  hits: number
  last: number
  walk: () => Promise<{ rows: number; inVain: boolean }>
}

/**
 * The cheaper form, with the most rows that a walk may read. Measured in PostgreSQL: a hit that is gathered costs 1.5 to 2.7 µs
 * (its row, somewhere in the table, and the sort), a row that is walked by 0.4 µs in the index and 0.8 µs in the table. A walk
 * expects hits to lie evenly; it is given up after six times what that takes, or after a row for every second hit. (A larger
 * bound makes PostgreSQL sort all of an agent's records first.)
 */
export async function pageForm(
  where: ListWhere,
  order: Order,
  { hits, last, walk }: Known,
): Promise<{ form: PageForm; bound: number }> {
  const all = where.chosen.length === 0 && where.own.length === 0
  if (all || order.sort === where.ordered) return { form: 'plain', bound: 0 }
  if (hits <= fewest) return { form: 'gather', bound: 0 }
  const { rows, inVain } = await walk()
  const expected = (last / hits) * rows
  if (inVain || expected > hits * 1.3) return { form: 'gather', bound: 0 }
  return { form: 'walk', bound: 2 ** Math.ceil(Math.log2(Math.max(6 * expected, hits / 2))) }
}

/** All that a walk in this order goes through: one agent's records where an index orders them so, or the whole list. */
export function walkedRows(list: ListDeclaration, order: Order, visibility: Visibility): ListWhere {
  const everything: Visibility = { all: true }
  const ofOneAgent = !visibility.all && visibility.agentIds.length === 1 && order.sort === list.seenOrder
  return listWhere(list, { pageNumber: 1, pageSize: 1 }, ofOneAgent ? visibility : everything)
}

/** Which rows of the order a page shows; all but the offset and the last row of a walk is part of the statement. */
export interface PageSpan {
  size: number
  offset: number
  /** Most rows that a walk reads. */
  bound: number
  /** The walk ends with a row whose key the statement is given; otherwise after `bound` rows. */
  ends: boolean
  /** What statements are kept apart by. */
  shape: string
}

/**
 * Sizes are written into the statement, because the planner takes a limit that it does not know for a tenth of the table
 * and so plans each call anew, at twice its cost. A bound is a power of two, to have few statements.
 */
export function spanOf(pageNumber: number, pageSize: number, bound: number, ends: boolean): PageSpan {
  const offset = (pageNumber - 1) * pageSize
  return {
    size: pageSize,
    offset,
    bound,
    ends,
    shape: `${pageSize} ${offset > 0 ? 'on' : 'first'} ${ends ? 'to' : bound}`,
  }
}

/** True when a page is read in a few milliseconds, whatever it holds: its rows, or those that it walks through, are not many. */
export function isQuick(form: PageForm, { size, offset, bound }: PageSpan): boolean {
  return (form === 'plain' || (form === 'walk' && bound <= 2 ** 15)) && offset + size <= 500
}

/** SQL of one page: what its statement begins with, the rows in their order, and the number of all when it is known then. */
export interface PageSql {
  begin: string
  rows: string
  total: string
}

/**
 * SQL of the rows of one page in their order; the value after those of the conditions is the offset, if there is one.
 * Ids come first, by index alone where it can, and only then the rows (late join), so that deep pages stay cheap.
 */
export function pageSql(
  list: ListDeclaration,
  where: ListWhere,
  order: Order,
  form: PageForm,
  span: PageSpan,
): PageSql {
  const columns = Object.entries(list.columns)
    .map(([name, expression]) => `${expression} as "${name}"`)
    .join(', ')
  if (form === 'plain' && span.offset === 0)
    return {
      begin: '',
      rows: `select ${columns} from ${list.table} ${list.joins} ${where.where} order by ${order.by} limit ${Math.trunc(span.size)}`,
      total: 'null::bigint',
    }
  const { sorts, by } = sortsOf(order)
  // Rows met in the table are there already; those met in an index alone, by their names, are not.
  if (form === 'walk' && span.offset === 0 && !where.customPlan)
    return {
      begin: '',
      rows: `select ${columns} from (${walkOf('*', list, where, order, span)}) ${aliasOf(list)} ${list.joins} order by ${by}`,
      total: 'null::bigint',
    }
  const rows = `select ${columns} from ids join ${list.table} on ${list.key} = ids.key ${list.joins} order by ids.position`
  if (form !== 'gather and count')
    return {
      begin: `with ids as materialized (${idsOf(list, where, order, form, span)})`,
      rows,
      total: 'null::bigint',
    }
  // The first query is planned for all it finds, but read only as far as the second asks.
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
  form: Exclude<PageForm, 'gather and count'>,
  span: PageSpan,
): string {
  const limit = limitOf(where, span)
  if (form === 'plain')
    return numbered(`select ${list.key} as key from ${list.table} ${where.where} order by ${order.by} ${limit}`)
  if (form === 'gather')
    return numbered(`
      select ${list.key} as key from (select * from ${list.table} ${where.whereUnlooked} offset 0) ${aliasOf(list)} order by ${order.by} ${limit}`)
  return numbered(walkOf(`${list.key} as key`, list, where, order, span))
}

/**
 * SQL of what a walk meets on its way, as far as the page needs. A walk that ends with a row costs two thirds of one that is
 * counted: conditions are tested where the index is read, in a `case` that keeps the planner from their own indexes. The last
 * value is that row's key. When the row is gone meanwhile nothing is met, as when hits lie unevenly.
 */
function walkOf(what: string, list: ListDeclaration, where: ListWhere, order: Order, span: PageSpan): string {
  const { through, met } = wayOf(list, where, order)
  const { sorts, by } = sortsOf(order)
  if (span.ends) {
    const expressions = order.expressions.join(', ')
    const ahead = `(${expressions}) <= (select ${expressions} from ${list.table} where ${list.key} = $${where.values.length + 2})`
    const hit = met.length > 0 ? [`case when ${met.join(' and ')} then true end`] : []
    return `
      select ${what === '*' ? `*, ${sorts}` : what} from ${list.table} ${whereOf([...through, ahead, ...hit])}
      order by ${order.by} ${limitOf(where, span)}`
  }
  return `
    select ${what} from (
      select *, ${sorts} from ${list.table} ${whereOf(through)} order by ${order.by} limit ${span.bound}
    ) ${aliasOf(list)} ${whereOf(met)} order by ${by} ${limitOf(where, span)}`
}

/** What a walk goes through in the order of an index, and which of it are hits. */
function wayOf(list: ListDeclaration, { always, own, chosen }: ListWhere, order: Order) {
  return order.sort === list.seenOrder
    ? { through: [...always, ...own], met: chosen }
    : { through: always, met: [...own, ...chosen] }
}

const numbered = (ids: string) => `select key, row_number() over () as position from (${ids}) page`

const limitOf = (where: ListWhere, { size, offset, ends }: PageSpan) =>
  `limit ${Math.trunc(size)} ${offset > 0 ? `offset $${where.values.length + (ends ? 3 : 2)}::bigint` : ''}`

/** What is sorted by, as columns of a subquery, and the order by them. */
function sortsOf(order: Order): { sorts: string; by: string } {
  return {
    sorts: order.expressions.map((expression, index) => `${expression} as sort${index}`).join(', '),
    by: order.expressions.map((_, index) => `sort${index} ${order.direction}`).join(', '),
  }
}
