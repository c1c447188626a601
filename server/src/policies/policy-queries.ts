import { fail } from '@coverdesk/domain/fail.ts'
import type { PolicyDetail, PolicySummary } from '@coverdesk/domain/policies/policy-contract.ts'
import { sql } from 'kysely'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { commissionYearsOf } from './commission-years-of.ts'

/** SQL condition for rows visible to the user, by default of policies `p`; the same rule as the list's (P-30). */
export const isVisible = (visibility: Visibility, column = 'p.agent_id') =>
  visibility.all ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${visibility.agentIds}::bigint[])`

/**
 * One policy with its history and its commissions by year, newest first. Fails as missing when the user cannot see it
 * (P-26). `payAgents`: see `commissionYearsOf`.
 */
export async function findPolicy(
  db: Db,
  visibility: Visibility,
  id: number,
  payAgents: readonly number[] | null,
): Promise<PolicyDetail> {
  const { rows } = await sql<PolicyDetail>`
    select p.id, p.policy_number as "policyNumber", p.first_name as "firstName", p.last_name as "lastName", p.address, p.city,
      p.county, p.state, p.zip_code as "zipCode", p.email, p.phone, p.plan_name as "planName",
      p.number_of_members as "numberOfMembers", p.carrier_id as "carrierId", c.name as "carrierName",
      p.policy_id as "policyId", p.status, a.name as "agentName", p.effective_date as "effectiveDate", p.dob,
      p.agent_npn as "agentNpn", p.agent_id as "agentId", p.broker_effective_date as "brokerEffectiveDate",
      p.term_date as "termDate", p.paid_through_date as "paidThroughDate", p.monthly_premium as "monthlyPremium",
      p.member_responsibility as "memberResponsibility", p.commission_eligible is null as "isCommissionEligible", p.member_id as "memberId",
      p.exchange_subscriber_id as "exchangeSubscriberId", b.file_name as "lastSeenFile", p.last_line as "lastSeenLine",
      p.last_batch_id as "lastSeenBatchId",
      to_json(b.loaded_at) #>> '{}' as "lastSeenAt", to_json(p.missing_since) #>> '{}' as "missingSince",
      coalesce((select jsonb_agg(to_jsonb(y) order by y.year desc) from (${commissionYearsOf(payAgents)}) y), '[]') as commissions,
      ${historyOf} as history
    from policies p
    join carriers c on c.id = p.carrier_id
    left join agents a on a.id = p.agent_id
    left join import_batches b on b.id = p.last_batch_id
    where p.id = ${id} and ${isVisible(visibility)}`.execute(db)
  return rows[0] ?? fail('policy.not_found')
}

const historyOf = sql`coalesce((
  select jsonb_agg(h order by h.at desc, h.id desc) from (
    select ch.id, ch.at, ch.field, ch.old_value as "oldValue", ch.new_value as "newValue", cb.file_name as "fileName",
      ch.line, ch.batch_id as "batchId", coalesce(nullif(concat_ws(' ', co.first_name, co.last_name), ''), u.user_name) as by
    from policy_changes ch
    left join import_batches cb on cb.id = ch.batch_id
    left join users u on u.id = cb.loaded_by
    left join contacts co on co.id = u.contact_id
    where ch.policy_id = p.id
  ) h), '[]')`

/** Policies and members by carrier and month of coverage start, from the roll-up (POLICY-18, DASH-09). */
export async function summarizePolicies(
  db: Db,
  visibility: Visibility,
  request: { agentId?: number; year: number },
): Promise<PolicySummary[]> {
  const { rows } = await sql<PolicySummary>`
    select extract(year from t.month)::int as year, extract(month from t.month)::int as month, t.carrier_id as "carrierId",
      c.name as "carrierName", sum(t.policies)::bigint as policies, sum(t.members)::bigint as members
    from policy_month_totals t join carriers c on c.id = t.carrier_id
    where t.month >= make_date(${request.year}::int, 1, 1) and t.month <= make_date(${request.year}::int, 12, 1)
      and (${request.agentId ?? null}::bigint is null or t.agent_id = ${request.agentId ?? null})
      and ${isVisible(visibility, 't.agent_id')}
    group by t.month, t.carrier_id, c.name
    order by t.month, c.name`.execute(db)
  return rows
}
