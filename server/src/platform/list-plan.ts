import type { ListDeclaration, Narrowed, Order } from './list.ts'

/**
 * How the rows of a page are looked for. The planner of a prepared statement does not know how many rows a value has, and
 * guesses wrong by seconds (decision 005); their number is known, so it decides:
 * - plain: nothing to be chosen, an index gives the order;
 * - gather: few hits, found by their conditions and then sorted;
 * - walk: many hits, met soon when the list is read in its order; given up after as many rows as there are hits, since
 *   gathering them is cheaper then.
 */
export type PageForm = 'plain' | 'gather' | 'walk'

/** Hits up to which gathering and sorting costs less than about 5 ms. */
const few = 3_000

export function pageForm(list: ListDeclaration, narrowed: Narrowed, order: Order, total: number): PageForm {
  const ordered = narrowed.within.length === (list.always ? 1 : 0) || order.sort === list.seenOrder
  if (narrowed.chosen.length === 0 && ordered) return 'plain'
  if (total <= few) return 'gather'
  return narrowed.chosen.length > 0 ? 'walk' : 'plain'
}

/**
 * SQL of the ids of one page with their positions. Placeholders from `$next` on: page size, offset, and for a walk the
 * most rows to read.
 */
export function idsOf(list: ListDeclaration, narrowed: Narrowed, order: Order, form: PageForm, next: number): string {
  const alias = list.table.split(' ').at(-1)
  const limit = `limit $${next}::int offset $${next + 1}::bigint`
  const numbered = (ids: string) => `select key, row_number() over () as position from (${ids}) page`
  if (form === 'plain')
    return numbered(`select ${list.key} as key from ${list.table} ${narrowed.where} order by ${order.by} ${limit}`)
  if (form === 'gather')
    return numbered(`
      select ${list.key} as key from (select * from ${list.table} ${narrowed.where} offset 0) ${alias} order by ${order.by} ${limit}`)
  const sorts = order.expressions.map((expression, index) => `${expression} as sort${index}`).join(', ')
  const by = order.expressions.map((_, index) => `sort${index} ${order.direction}`).join(', ')
  return numbered(`
    select ${list.key} as key from (
      select *, ${sorts} from ${list.table} ${whereOf(narrowed.within)} order by ${order.by} limit $${next + 2}::bigint
    ) ${alias} ${whereOf(narrowed.chosen)} order by ${by} ${limit}`)
}

const whereOf = (conditions: readonly string[]) => (conditions.length > 0 ? `where ${conditions.join(' and ')}` : '')
