import { owedClasses, quietClasses, type VarianceClass } from '@coverdesk/domain/expected/variance-class.ts'
import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import { firstOfMonth } from '@coverdesk/domain/fields/month-text.ts'
import type { VarianceQuery, VarianceSummary } from '@coverdesk/domain/variances/variance-contract.ts'
import { sql } from 'kysely'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { groupList, sumList } from '../platform/lists/list-sums.ts'
import { varianceList } from './variance-list.ts'

type Filters = Omit<VarianceQuery, 'pageNumber' | 'pageSize' | 'sort' | 'order'>
interface Group {
  class: VarianceClass
  count: number
  stake: string
}

/** Number and dollars of each class of the rows that the list shows this user with the same filters. */
export async function summarizeVariances(db: Db, filters: Filters, visibility: Visibility): Promise<VarianceSummary> {
  const request = { ...filters, pageNumber: 1, pageSize: 1 }
  const columns = { class: 'v.class', count: 'count(*)', stake: 'sum(v.stake)::numeric(16, 2)::text' }
  const faults = await groupList<Group>(db, varianceList(filters), { columns, by: ['class'] }, request, visibility)
  const recovered = 'coalesce(sum(v.recovered), 0)::numeric(16, 2)::text'
  const closed = await sumList(
    db,
    varianceList({ state: 'closed' }),
    { recovered },
    { ...request, state: 'closed' },
    visibility,
  )
  const sum = (isOwed: boolean) =>
    amountOf(
      faults
        .filter((group) => owedClasses.includes(group.class) === isOwed)
        .reduce((total, { stake }) => total + (cents(stake) ?? 0), 0),
    )
  return { faults, ...(await quietMonths(db, filters, visibility)), owed: sum(true), overpaid: sum(false), ...closed }
}

/**
 * Months without a fault, of the carrier, agent and month of the filters. Those without a row of a schedule are apart if a
 * statement may pay them: from the carrier's first one on, or with money.
 */
async function quietMonths(
  db: Db,
  { carrierId, agentId, month, monthFrom, monthTo }: Filters,
  visibility: Visibility,
): Promise<Pick<VarianceSummary, 'quiet' | 'notRated'>> {
  const { rows } = await sql<{ class: VarianceClass; carrier: string; isOpen: boolean; count: number }>`
    select m.class, c.name as carrier, m.class = 'not rated' and (m.received <> 0
      or coalesce(m.month >= c.first_statement, false)) as "isOpen", count(*) as count
    from commission_months m join carriers c on c.id = m.carrier_id
    where m.class = any(${quietClasses}::text[])
      and (${carrierId ?? null}::bigint is null or m.carrier_id = ${carrierId ?? null})
      and (${agentId ?? null}::bigint is null or coalesce(m.agent_id, 0) = ${agentId ?? null})
      and (${month ? firstOfMonth(month) : null}::date is null or m.month = ${month ? firstOfMonth(month) : null})
      and (${monthFrom ? firstOfMonth(monthFrom) : null}::date is null or m.month >= ${monthFrom ? firstOfMonth(monthFrom) : null})
      and (${monthTo ? firstOfMonth(monthTo) : null}::date is null or m.month <= ${monthTo ? firstOfMonth(monthTo) : null})
      and (${visibility.all} or m.agent_id = any(${visibility.all ? [] : visibility.agentIds}::bigint[]))
    group by 1, 2, 3 order by 1, 4 desc, 2`.execute(db)
  const counts = Map.groupBy(
    rows.filter(({ isOpen }) => !isOpen),
    (row) => row.class,
  )
  return {
    quiet: [...counts].map(([name, carriers]) => ({
      class: name,
      count: carriers.reduce((sum, { count }) => sum + count, 0),
      stake: '0.00',
    })),
    notRated: rows.filter(({ isOpen }) => isOpen).map(({ carrier, count }) => ({ carrier, count })),
  }
}
