import type { ExpectedCash } from '@coverdesk/domain/dashboard/dashboard-contract.ts'
import { firstDayOf, monthOfDay } from '@coverdesk/domain/expected/month-count.ts'
import { sql } from 'kysely'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'

/**
 * What statements that did not come yet should bring by carrier: those of months before today's, of its month and of the next three.
 * Carriers without any are left out. Today is YYYY-MM-DD.
 */
export async function expectedCash(
  db: Db,
  visibility: Visibility,
  { agentId, today }: { agentId?: number | undefined; today: string },
): Promise<ExpectedCash> {
  const months = [0, 1, 2, 3].map((ahead) => firstDayOf(monthOfDay(today) + ahead))
  const [present, last] = [months[0], months.at(-1)]
  const isVisible = visibility.all
    ? sql<boolean>`true`
    : sql<boolean>`x.agent_id = any(${visibility.agentIds}::bigint[])`
  const { rows } = await sql<ExpectedCash['carriers'][number]>`
    with sums as (
      select x.carrier_id, x.statement, sum(x.amount)::numeric(16, 2) as amount, sum(x.unrated)::int as unrated from expected_cash x
      where x.statement <= ${last}::date and ${isVisible}
        and (${agentId ?? null}::bigint is null or x.agent_id = ${agentId ?? null})
      group by 1, 2
    ),
    overdue as (
      select carrier_id, sum(amount) as amount, min(statement) as since from sums
      where statement < ${present}::date and amount > 0 group by 1
    )
    select c.id as "carrierId", c.name as "carrierName", coalesce(o.amount, 0)::numeric(16, 2)::text as overdue,
      o.since::text as "overdueSince",
      array_agg(coalesce(s.amount, 0)::numeric(16, 2)::text order by m.month) as amounts,
      array_agg(coalesce(s.unrated, 0) order by m.month) as unrated
    from (select distinct carrier_id from sums where statement >= ${present}::date or amount > 0) of_carrier
    join carriers c on c.id = of_carrier.carrier_id
    cross join unnest(${months}::date[]) as m (month)
    left join sums s on s.carrier_id = c.id and s.statement = m.month
    left join overdue o on o.carrier_id = c.id
    group by c.id, c.name, o.amount, o.since order by c.name, c.id`.execute(db)
  return { months, carriers: rows }
}
