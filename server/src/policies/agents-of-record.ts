import type { AgentChange } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../platform/db/database.ts'
import type { StagedImport } from '../platform/imports/import-definition.ts'

/**
 * Changes of the agent of record in a file, grouped by old and new agent, most policies first. A new NPN that matches
 * no agent is a loss.
 */
export async function agentChanges(db: Db, staged: StagedImport): Promise<z.infer<typeof AgentChange>[]> {
  const { rows } = await sql<z.infer<typeof AgentChange>>`
    select coalesce(old.name, c.old_value) as "fromName", new.name as "toName", c.new_value as "toNpn",
      c.new_value is not null and new.id is null as lost, count(*)::int as policies
    from ${sql.table(staged.changes)} c
    join policies p on p.id = c.record_id
    left join agents old on old.id = p.agent_id
    left join agents new on new.npn = c.new_value
    where c.field = 'AgentNPN'
    group by 1, 2, 3, 4 order by policies desc, 1, 3 limit 100`.execute(db)
  return rows
}

/**
 * Ends the span of the replaced agent of record and starts the new one's: on the file's broker effective date if that
 * is after the start of the current span, otherwise in the uploaded month. Spans shorter than a day are deleted. Until
 * this runs, a changed policy still has its old agent_id and agent_since.
 */
export async function updateAgentsOfRecord(db: Db, staged: StagedImport, batchId: number): Promise<void> {
  if (!staged.columns.includes('agent_npn')) return
  const brokerDate = staged.columns.includes('broker_effective_date') ? sql`s.broker_effective_date` : sql`null::date`
  await sql`
    with handed as (
      select p.id, c.old_value as agent_npn, p.agent_id, p.agent_since, s.line, s.agent_npn as new_npn, a.id as new_agent_id,
        greatest(
          case when ${brokerDate} > p.agent_since or p.agent_since is null then coalesce(${brokerDate}, ${staged.job.month}::date)
            else ${staged.job.month}::date end,
          p.agent_since,
          (select max(upper(earlier.held)) from policy_agents earlier where earlier.policy_id = p.id)) as since
      from ${sql.table(staged.changes)} c
      join policies p on p.id = c.record_id
      join ${sql.table(staged.rows)} s on s.line = c.line
      left join agents a on a.npn = s.agent_npn
      where c.field = 'AgentNPN'
    ), closed as (
      insert into policy_agents (policy_id, agent_npn, agent_id, held, batch_id, line)
      select id, agent_npn, agent_id, daterange(agent_since, since), ${batchId}, line from handed
      where agent_npn is not null and agent_since < since
    )
    update policies p set agent_id = h.new_agent_id, agent_since = case when h.new_npn is not null then h.since end
    from handed h where p.id = h.id`.execute(db)
}
