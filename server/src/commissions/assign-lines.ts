import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { actionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import { agentNameOf } from '../agents/agent-name.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'
import { lockCarrier } from '../platform/imports/import-batch.ts'
import type { BulkDefinition, BulkRecord, BulkWrite } from '../platform/lists/bulk-definition.ts'
import { writesTable } from '../platform/lists/writes-table.ts'

const runs = (user: SignedIn) => mayPass(actionRules.runStatements, user)

/**
 * Bulk action that assigns statement lines to an agent. A line that its file or its policy gives to an agent stays theirs. An
 * undo makes the lines wait for their agent again.
 */
export const assignLines: BulkDefinition = {
  history: { field: 'Agent', done: 'Assigned' },
  lock: lockLines,
  mayChange: runs,
  canSeeAll: runs,
  nameOf: agentNameOf,
  refuseValue: async (_db, _user, agentId) => {
    if (agentId === null)
      fail('request.invalid', {
        message: 'Agent is required',
        details: [{ path: 'agentId', message: 'Agent is required' }],
      })
  },
  write: writeAgents,
}

/** Lines in id order, after loads and undos of statements, which change lines, too. */
async function lockLines(db: Db, user: SignedIn, ids: readonly number[]): Promise<BulkRecord[]> {
  await lockCarrier(db, 'commissions', null)
  const { all } = user.visibility('Statement')
  const { rows } = await sql<BulkRecord>`
    select l.id, l.version, concat_ws(' ', l.policy_number, to_char(l.month, 'MM/YYYY'), l.insured_name) as name,
      case when l.agent_by = 'person' then l.agent_id end as value,
      case when l.agent_by = 'person' then a.name end as "valueName", null as at, null::bigint as by,
      case l.agent_by when 'file' then 'The file names the agent ' || a.name
        when 'policy' then 'The policy belongs to ' || a.name end as cannot
    from (select * from commission_lines c where c.id = any(${ids}::bigint[]) and (${all} or c.agent_id is null)
      order by c.id for no key update) l
    left join agents a on a.id = l.agent_id
    order by l.id`.execute(db)
  return rows
}

async function writeAgents(db: Db, writes: readonly BulkWrite[]): Promise<void> {
  const ids = writes.map(({ id }) => id)
  await sql`
    update commission_lines l set agent_id = w.value, agent_by = case when w.value is not null then 'person' end,
      version = l.version + 1
    from ${writesTable(writes)} w where l.id = w.id`.execute(db)
  const free = writes.filter(({ value }) => value === null).map(({ id }) => id)
  await sql`select assign_line_agents(${free}::bigint[]), rebuild_sums_of_lines(${ids}::bigint[])`.execute(db)
}
