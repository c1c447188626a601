import { firstDayOf } from '@coverdesk/domain/expected/month-count.ts'
import type { CarrierFacts, PolicyFacts } from '@coverdesk/domain/expected/policy-facts.ts'
import type { LedgerMonth } from '@coverdesk/domain/expected/policy-ledger.ts'
import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

export interface MonthOfPolicy {
  policy: PolicyFacts
  carrier: CarrierFacts
  month: LedgerMonth
  /** First day of the month. */
  day: string
}

/** Element of an array literal. */
const quoted = (value: string | null) => (value === null ? null : `"${value.replace(/["\\]/g, (sign) => `\\${sign}`)}"`)

/** Writes the months of policies that differ from the stored ones, and deletes those that are gone. */
export async function writeMonths(
  db: Db,
  carrierId: number,
  policies: readonly number[],
  months: readonly MonthOfPolicy[],
): Promise<void> {
  // Array literals: the driver escapes each element of an array, which takes longer than all the rest. Words have no quotes.
  const column = (read: (one: MonthOfPolicy) => string | number | null) =>
    `{${months.map((one) => read(one) ?? 'NULL').join(',')}}`
  await sql`
    with derived as materialized (
      select * from unnest(
        ${column(({ policy }) => policy.id)}::bigint[], ${column(({ day }) => day)}::date[],
        ${column(({ month }) => month.holder?.agentId ?? null)}::bigint[], ${column(({ month }) => month.row?.id ?? null)}::bigint[],
        ${column(({ month }) => month.state)}::text[], ${column(({ month }) => amountOf(month.amount))}::numeric[],
        ${column(({ month }) => amountOf(month.received))}::numeric[], ${column(({ month }) => firstDayOf(month.dueWith))}::date[],
        ${column(({ month }) => `"${month.class}"`)}::text[], ${column(({ month }) => amountOf(month.stake))}::numeric[],
        ${column(({ month }) => month.facts.members)}::int[], ${column(({ month }) => quoted(month.facts.state))}::text[]
      ) d (policy_id, month, agent_id, schedule_id, state, expected, received, due_month, class, stake, members, residence)
    ),
    gone as (
      delete from commission_months m where m.policy_id = any(${`{${policies.join(',')}}`}::bigint[])
        and (m.policy_id, m.month) not in (select d.policy_id, d.month from derived d)
    )
    insert into commission_months as m (policy_id, month, carrier_id, agent_id, schedule_id, state, expected, received, due_month,
      class, stake, members, residence)
    select d.policy_id, d.month, ${carrierId}::bigint, d.agent_id, d.schedule_id, d.state, d.expected, d.received, d.due_month,
      d.class, d.stake, d.members, d.residence
    from derived d left join commission_months o on o.policy_id = d.policy_id and o.month = d.month
    where o.policy_id is null
      or (o.carrier_id, o.agent_id, o.schedule_id, o.state, o.expected, o.received, o.due_month, o.class, o.stake,
        o.members, o.residence) is distinct from
        (${carrierId}::bigint, d.agent_id, d.schedule_id, d.state, d.expected, d.received, d.due_month, d.class, d.stake,
          d.members, d.residence)
    on conflict (policy_id, month) do update set carrier_id = excluded.carrier_id, agent_id = excluded.agent_id,
      schedule_id = excluded.schedule_id, state = excluded.state, expected = excluded.expected, received = excluded.received,
      due_month = excluded.due_month, class = excluded.class, stake = excluded.stake,
      members = excluded.members, residence = excluded.residence`.execute(db)
}
