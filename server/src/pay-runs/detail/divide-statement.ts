import { fail } from '@coverdesk/domain/fail.ts'
import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import { firstOfMonth } from '@coverdesk/domain/fields/month-text.ts'
import type { payRuns, StatementDivision } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import type { ParsedInputOf } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import type { Visibility } from '../../platform/auth/visibility.ts'
import type { Db } from '../../platform/db/database.ts'

/**
 * What closed runs made of an agent's lines of a statement, by agent, role and run; what is in none yet is the rest. Agents whose
 * payments the user does not see are one step. Fails as missing when the user does not see the agent's (P-26).
 */
export async function divideStatement(
  db: Db,
  visibility: Visibility,
  { agentId, carrierId, month }: ParsedInputOf<typeof payRuns.ofStatement>,
): Promise<StatementDivision> {
  const { rows: found } = await sql`
    select from agents a where a.id = ${agentId} and (${visibility.all} or a.id = any(${visibility.all ? [] : visibility.agentIds}::bigint[]))`.execute(
    db,
  )
  if (found.length === 0) fail('record.not_found')
  const visible = visibility.all ? sql`true` : sql`e.agent_id = any(${visibility.agentIds}::bigint[])`
  const { rows } = await sql<StatementDivision['steps'][number]>`
    with lines as (
      select l.id, l.amount, coalesce(d.original_id, l.id) as original_id
      from commission_lines l left join paid_lines d on d.line_id = l.id
      where l.agent_id = ${agentId} and l.carrier_id = ${carrierId} and l.month = ${firstOfMonth(month)}::date
    ),
    parts as materialized (
      select e.gross, e.agency, e.amount, e.role, e.held, e.run_id, case when ${visible} then e.agent_id end as agent_id,
        to_char(r.month, 'MM/YYYY') || case when r.sequence > 0 then ', correction ' || r.sequence else '' end as run
      from lines n join pay_earnings e on e.line_id = n.original_id and e.kind <> 'open'
      join pay_runs r on r.id = e.run_id and r.closed_at is not null
    ),
    steps as (
      select case role when 'writing' then 1 else 2 end as place, agent_id, run_id,
        case role when 'writing' then 'Writing part' else 'Override' end || ', pay run ' || run as detail, sum(amount) as amount
      from parts where held is null and role <> 'agency' group by 1, 2, 3, 4
      union all
      select 3, agent_id, null, case when held like 'Held%' then held else 'Held: ' || held end, sum(amount)
      from parts where held is not null group by 2, 4
      union all
      select 4, null, run_id, 'Kept by the agency, pay run ' || run, sum(agency) from parts group by 3, 4
      union all
      select 5, null, null, 'In no closed pay run yet', (select sum(amount) from lines) - coalesce((select sum(gross) from parts), 0)
    )
    select concat_ws(' ', s.place, s.agent_id, s.run_id, s.detail) as key, s.detail, s.amount::numeric(14, 2)::text as amount,
      s.agent_id as "agentId", s.run_id as "runId",
      case when s.agent_id is not null then a.name when s.place <= 3 then 'Other agents' when s.place = 4 then 'Agency' else 'Open' end as label
    from steps s left join agents a on a.id = s.agent_id
    where s.amount <> 0 order by s.place, s.agent_id is distinct from ${agentId}, a.name, s.run_id, s.detail`.execute(
    db,
  )
  const received = rows.reduce((sum, { amount }) => sum + (cents(amount) ?? 0), 0)
  return { received: amountOf(received), steps: rows }
}
