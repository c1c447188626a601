import type { ListDeclaration, Narrowed, Order } from './list.ts'

/**
 * How the rows of a page are looked for. The planner of a prepared statement does not know how many rows a value has, and
 * guesses wrong by seconds (decision 007); their number is known, so it decides:
 * - plain: nothing to be chosen, an index gives the order;
 * - gather: few hits, found by their conditions and then sorted;
 * - walk: many hits, met soon when the list is read in its order; given up when they are not, and gathered then;
 * - gather and count: for hits that nobody counted yet and that are dear to find: when they are few, one look gives page
 *   and total; it stops when they are more.
 */
export type PageForm = 'plain' | 'gather' | 'walk' | 'gather and count'

/** Hits up to which gathering and sorting costs less than about 5 ms. */
const few = 3_000
/** Hits up to which 'gather and count' goes on: beyond, a count and a walk cost less than to keep them all. */
export const mostGathered = 10_000

export function pageForm(list: ListDeclaration, narrowed: Narrowed, order: Order, total: number): PageForm {
  const ofOneAgent = narrowed.within.length > (list.always ? 1 : 0)
  const all = narrowed.chosen.length === 0
  if ((all && !ofOneAgent) || order.sort === narrowed.ordered) return 'plain'
  if (total <= few) return 'gather'
  if (all) return 'plain'
  // Read in another order, the records of one agent are as rare as hits.
  return ofOneAgent && order.sort !== list.seenOrder ? 'gather' : 'walk'
}

/** Which rows of the order a page shows; all but the offset is part of the statement. */
export interface PageSpan {
  size: number
  offset: number
  /** Most rows that a walk reads. */
  bound: number
  /** What statements are kept apart by. */
  shape: string
}

/** Rows that a walk reads at least before it is given up: about 10 ms. */
const shortWalk = 8_192

/**
 * Sizes are written into the statement, because the planner takes a limit that it does not know for a tenth of the table
 * and so plans each call anew, at twice its cost. A walk reads rows where they lie, which costs about eight times what
 * gathering does; its bound is a power of two, to have few statements.
 */
export function spanOf(pageNumber: number, pageSize: number, form: PageForm, total: number): PageSpan {
  const offset = (pageNumber - 1) * pageSize
  const most = Math.max(shortWalk, total / 8)
  const bound = form === 'walk' ? 2 ** Math.ceil(Math.log2(most)) : 0
  return { size: pageSize, offset, bound, shape: `${pageSize} ${offset > 0 ? 'on' : 'first'} ${bound}` }
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
  narrowed: Narrowed,
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
      rows: `select ${columns} from ${list.table} ${list.joins} ${narrowed.where} order by ${order.by} limit ${Math.trunc(span.size)}`,
      total: 'null::bigint',
    }
  const rows = `select ${columns} from ids join ${list.table} on ${list.key} = ids.key ${list.joins} order by ids.position`
  const { sorts, by } = sortsOf(order)
  if (form !== 'gather and count')
    return {
      begin: `with ids as materialized (${idsOf(list, narrowed, order, form, span)})`,
      rows,
      total: 'null::bigint',
    }
  // The first query is planned for all it finds, but read only as far as the second asks.
  return {
    begin: `
      with found as materialized (select ${list.key} as key, ${sorts} from ${list.table} ${narrowed.where}),
      hits as materialized (select * from found limit ${mostGathered + 1}),
      ids as materialized (${numbered(`select key from hits order by ${by} ${limitOf(narrowed, span)}`)})`,
    rows,
    total: '(select count(*) from hits)',
  }
}

/** SQL of the ids of one page with their positions. */
export function idsOf(
  list: ListDeclaration,
  narrowed: Narrowed,
  order: Order,
  form: Exclude<PageForm, 'gather and count'>,
  span: PageSpan,
): string {
  const alias = list.table.split(' ').at(-1)
  const limit = limitOf(narrowed, span)
  if (form === 'plain')
    return numbered(`select ${list.key} as key from ${list.table} ${narrowed.where} order by ${order.by} ${limit}`)
  if (form === 'gather')
    return numbered(`
      select ${list.key} as key from (select * from ${list.table} ${narrowed.where} offset 0) ${alias} order by ${order.by} ${limit}`)
  const { sorts, by } = sortsOf(order)
  return numbered(`
    select ${list.key} as key from (
      select *, ${sorts} from ${list.table} ${whereOf(narrowed.within)} order by ${order.by} limit ${span.bound}
    ) ${alias} ${whereOf(narrowed.chosen)} order by ${by} ${limit}`)
}

const numbered = (ids: string) => `select key, row_number() over () as position from (${ids}) page`

const limitOf = (narrowed: Narrowed, { size, offset }: PageSpan) =>
  `limit ${Math.trunc(size)} ${offset > 0 ? `offset $${narrowed.values.length + 2}::bigint` : ''}`

/** What is sorted by, as columns of a subquery, and the order by them. */
function sortsOf(order: Order): { sorts: string; by: string } {
  return {
    sorts: order.expressions.map((expression, index) => `${expression} as sort${index}`).join(', '),
    by: order.expressions.map((_, index) => `sort${index} ${order.direction}`).join(', '),
  }
}

const whereOf = (conditions: readonly string[]) => (conditions.length > 0 ? `where ${conditions.join(' and ')}` : '')
