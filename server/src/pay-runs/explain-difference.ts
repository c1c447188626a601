import type { RunStep } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/**
 * Why an agent is paid another amount than by the run of the last closed month before: the steps add up to the change. A correction
 * has no run before it, and one that was closed later than the run is not in its change.
 */
export async function explainDifference(db: Db, { id, agentId }: { id: number; agentId: number }): Promise<RunStep[]> {
  const { rows } = await sql<RunStep>`
    with this as (select id, month from pay_runs where id = ${id} and sequence = 0),
    before as (
      select r.id from pay_runs r, this
      -- There is one draft at a time, so runs close in the order of their ids.
      where r.closed_at is not null and r.id < this.id and r.month = (
        select max(month) from pay_runs where closed_at is not null and month < this.month)
    ),
    earned as (
      select e.run_id = ${id} as now, e.kind, coalesce(e.policy_id::text, e.policy_number) as policy, e.role, e.level, e.amount,
        concat_ws(' ', e.terms_source, e.terms_id, e.terms_value) as terms
      from pay_earnings e
      where e.agent_id = ${agentId} and e.held is null and e.role <> 'agency' and e.kind <> 'open'
        and (e.run_id in (select id from this) or e.run_id in (select id from before))
    ),
    policies_of as (
      select policy, coalesce(sum(amount) filter (where now), 0) as now, coalesce(sum(amount) filter (where not now), 0) as before,
        bool_or(now) as is_now, bool_or(not now) as was_before,
        string_agg(distinct terms, ',') filter (where now) as terms, string_agg(distinct terms, ',') filter (where not now) as terms_before
      from earned where kind = 'earned' group by 1
    ),
    policy_steps as (
      select case when not was_before then 1 when not is_now then 2 when terms is distinct from terms_before then 3 else 4 end as position,
        now - before as amount from policies_of where now <> before
    ),
    sums as (
      select x.run_id = ${id} as now, x.* from pay_run_agents x
      where x.agent_id = ${agentId} and (x.run_id in (select id from this) or x.run_id in (select id from before))
    )
    select label, detail, amount::numeric(14, 2)::text as amount from (
      select position, (array['New lines', 'No line this time', 'Terms changed', 'Other amounts by the carriers'])[position] as label,
        concat(count(*), case count(*) when 1 then ' policy' else ' policies' end) as detail, sum(amount) as amount
      from policy_steps group by 1
      union all
      select 5, case kind when 'chargeback' then 'Chargebacks' when 'release' then 'Holds released' when 'correction' then 'Corrections'
          when 'gone' then 'Lines removed' else 'Lines moved' end,
        'Less those of the run before', sum(case when now then amount else -amount end)
      from earned where kind <> 'earned' group by kind
      union all
      select v.position, v.label, 'Less those of the run before', sum(case when s.now then v.amount else -v.amount end)
      from sums s cross join lateral (values (6, 'Adjustments', s.adjustments), (7, 'Advances', s.advances),
        (8, 'Recoveries', -s.recovered), (9, 'Carried in and out', s.carried_in - s.carried_out)) v (position, label, amount)
      group by 1, 2
    ) d where amount <> 0 order by position, label`.execute(db)
  return rows
}
