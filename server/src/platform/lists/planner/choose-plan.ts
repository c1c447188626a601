import type { Visibility } from '../../auth/visibility.ts'
import type { ListDeclaration } from '../list-declaration.ts'
import { type ListWhere, listWhere, type Order } from '../list-where.ts'

/**
 * How the rows of a page are found. A generic plan does not know the selectivity of a value and can be wrong by seconds
 * (docs/list-performance.md); the cached count is known, so it decides:
 * - direct: no conditions, or an index provides the order;
 * - filter then sort: finds all hits by their conditions and sorts them;
 * - ordered scan: reads the list in its order and tests each row; falls back to filter then sort above its bound;
 * - bounded filter and count: for uncounted hits that are expensive to find: page and total in one query if they are few.
 */
export type PagePlan = 'direct' | 'filter then sort' | 'ordered scan' | 'bounded filter and count'

/** Limit of 'bounded filter and count': above it, a count and an ordered scan cost less. */
export const maxSortedHits = 4_000
/** Up to this many hits, filter then sort always wins: half a millisecond. */
const minScanHits = 200

/** Input of the choice: number of hits, number of the page's last row, and the rows that a scan would cover. */
interface PlanInput {
  hits: number
  last: number
  countScanned: () => Promise<{ rows: number; missed: boolean }>
}

/**
 * Chooses the cheaper plan and the bound of a scan. Measured in PostgreSQL: fetching and sorting a hit costs 1.5 to 2.7 µs,
 * scanning a row 0.4 µs in the index and 0.8 µs in the table. The bound is six times the rows expected for evenly
 * distributed hits, or one row for every second hit. (A larger bound makes PostgreSQL sort all of an agent's records first.)
 */
export async function choosePlan(
  where: ListWhere,
  order: Order,
  { hits, last, countScanned }: PlanInput,
): Promise<{ plan: PagePlan; bound: number }> {
  const all = where.filterConditions.length === 0 && where.agentConditions.length === 0
  if (all || order.sort === where.indexedSort) return { plan: 'direct', bound: 0 }
  if (hits <= minScanHits) return { plan: 'filter then sort', bound: 0 }
  const { rows, missed } = await countScanned()
  const expected = (last / hits) * rows
  if (missed || expected > hits * 1.3) return { plan: 'filter then sort', bound: 0 }
  return { plan: 'ordered scan', bound: 2 ** Math.ceil(Math.log2(Math.max(6 * expected, hits / 2))) }
}

/** Rows that a scan in this order covers: one agent's records if an index orders them, or the whole list. */
export function scannedRows(list: ListDeclaration, order: Order, visibility: Visibility): ListWhere {
  const everything: Visibility = { all: true }
  const isOneAgent = !visibility.all && visibility.agentIds.length === 1 && order.sort === list.agentSort
  return listWhere(list, { pageNumber: 1, pageSize: 1 }, isOneAgent ? visibility : everything)
}
