import { type RawBuilder, sql } from 'kysely'

interface CommissionYearRow {
  year: number
  months: (string | null)[]
  total: string | null
  notRated: number[]
}

/**
 * Query of the commissions of the policy `p` by year: what the agency received, or for readers of pay the pay of the policy's
 * agent, if that is one of `agents` (decision 141).
 */
export function commissionYearsOf(agents: readonly number[] | null): RawBuilder<CommissionYearRow> {
  return agents === null
    ? sql`
      select y.year, y.months::text[] as months, '{}'::smallint[] as "notRated",
        (select coalesce(sum(m), 0)::numeric(14, 2)::text from unnest(y.months) as m) as total
      from commission_years y where y.policy_id = p.id`
    : sql`
      select k.year, k.pay_months::text[] as months, k.unrated_months as "notRated", k.pay_total::text as total
      from commission_tracks k
      where k.carrier_id = p.carrier_id and k.policy_number = p.policy_number and k.agent_id = p.agent_id
        and k.agent_id = any(${agents}::bigint[]) and not k.expected_only`
}
