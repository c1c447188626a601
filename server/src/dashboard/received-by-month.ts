import type { ReceivedMonth } from '@coverdesk/domain/dashboard/dashboard-contract.ts'
import { sql } from 'kysely'
import { monthTotalsFor } from '../commissions/month-totals.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'

/** Commission of a year and the year before by carrier and month, of lines with a rate: the sums of the list of statements. */
export async function receivedByMonth(
  db: Db,
  user: SignedIn,
  { agentId, year }: { agentId?: number | undefined; year: number },
): Promise<ReceivedMonth[]> {
  const { amount, isVisible } = monthTotalsFor(user)
  const { rows } = await sql<ReceivedMonth>`
    select extract(year from t.month)::int as year, extract(month from t.month)::int as month, t.carrier_id as "carrierId",
      c.name as "carrierName", coalesce(sum(${amount}), 0)::numeric(16, 2)::text as amount
    from commission_month_totals t join carriers c on c.id = t.carrier_id
    where t.month >= make_date(${year - 1}::int, 1, 1) and t.month <= make_date(${year}::int, 12, 1)
      and (${agentId ?? null}::bigint is null or t.agent_id = ${agentId ?? null}) and ${isVisible}
    group by t.month, t.carrier_id, c.name
    order by t.month, c.name`.execute(db)
  return rows
}
