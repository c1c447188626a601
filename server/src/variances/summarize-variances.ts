import { owedClasses, quietClasses, type VarianceClass } from '@coverdesk/domain/expected/variance-class.ts'
import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import { firstOfMonth } from '@coverdesk/domain/fields/month-text.ts'
import type { VarianceQuery, VarianceSummary } from '@coverdesk/domain/variances/variance-contract.ts'
import { sql } from 'kysely'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { groupList, sumList } from '../platform/lists/list-sums.ts'
import { mayBePaid } from './expected-month-list.ts'
import { isWrittenOff, varianceList } from './variance-list.ts'

type Filters = Omit<VarianceQuery, 'pageNumber' | 'pageSize' | 'sort' | 'order'>
interface Group {
  class: VarianceClass
  isWrittenOff: boolean
  count: number
  stake: string
}

const sumOf = (groups: readonly Group[]) =>
  amountOf(groups.reduce((total, { stake }) => total + (cents(stake) ?? 0), 0))

/**
 * Number and dollars of each class of the rows that the list shows this user with the same filters. What is written off is in its
 * class, and apart from what is owed and overpaid.
 */
export async function summarizeVariances(db: Db, filters: Filters, visibility: Visibility): Promise<VarianceSummary> {
  const request = { ...filters, pageNumber: 1, pageSize: 1 }
  const columns = { class: 'v.class', isWrittenOff, count: 'count(*)', stake: 'sum(v.stake)::numeric(16, 2)::text' }
  const by = ['class', 'isWrittenOff'] as const
  const groups = await groupList<Group>(db, varianceList(filters), { columns, by }, request, visibility)
  const faults = [...Map.groupBy(groups, (group) => group.class)].map(([name, own]) => ({
    class: name,
    count: own.reduce((total, { count }) => total + count, 0),
    stake: sumOf(own),
  }))
  const recovered = 'coalesce(sum(v.recovered), 0)::numeric(16, 2)::text'
  const closed = await sumList(
    db,
    varianceList({ state: 'closed' }),
    { recovered },
    { ...request, state: 'closed' },
    visibility,
  )
  const [writtenOff = [], worked = []] = [true, false].map((is) => groups.filter((group) => group.isWrittenOff === is))
  const owedOf = (isOwed: boolean) => sumOf(worked.filter((group) => owedClasses.includes(group.class) === isOwed))
  return {
    faults,
    ...(await quietMonths(db, filters, visibility)),
    owed: owedOf(true),
    overpaid: owedOf(false),
    writtenOff: sumOf(writtenOff),
    ...closed,
  }
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
  const { rows } = await sql<{
    class: VarianceClass
    carrierId: number
    carrier: string
    isOpen: boolean
    count: number
  }>`
    select m.class, c.id as "carrierId", c.name as carrier, m.class = 'not rated' and ${sql.raw(mayBePaid)} as "isOpen", count(*) as count
    from commission_months m join carriers c on c.id = m.carrier_id
    where m.class = any(${quietClasses}::text[])
      and (${carrierId ?? null}::bigint is null or m.carrier_id = ${carrierId ?? null})
      and (${agentId ?? null}::bigint is null or coalesce(m.agent_id, 0) = ${agentId ?? null})
      and (${month ? firstOfMonth(month) : null}::date is null or m.month = ${month ? firstOfMonth(month) : null})
      and (${monthFrom ? firstOfMonth(monthFrom) : null}::date is null or m.month >= ${monthFrom ? firstOfMonth(monthFrom) : null})
      and (${monthTo ? firstOfMonth(monthTo) : null}::date is null or m.month <= ${monthTo ? firstOfMonth(monthTo) : null})
      and (${visibility.all} or m.agent_id = any(${visibility.all ? [] : visibility.agentIds}::bigint[]))
    group by 1, 2, 3, 4 order by 1, 5 desc, 3`.execute(db)
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
    notRated: rows
      .filter(({ isOpen }) => isOpen)
      .map(({ carrierId, carrier, count }) => ({ carrierId, carrier, count })),
  }
}
