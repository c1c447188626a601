import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { mayRunApplications } from '@coverdesk/domain/applications/application-contract.ts'
import { applicationStatus, statusChangeProblem } from '@coverdesk/domain/applications/application-status.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import { agentNameOf } from '../agents/agent-name.ts'
import { refuseOffExchange } from '../agents/refuse-off-exchange.ts'
import { type LivingThere, sellingWarnings } from '../agents/selling-warnings.ts'
import { addStatuses } from '../history/status-history.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'
import type { BulkDefinition, BulkRecord, BulkWrite, BulkWriteContext } from '../platform/lists/bulk-definition.ts'
import { writesTable } from '../platform/lists/writes-table.ts'
import { notifyAgents } from '../platform/realtime/notify-agents.ts'
import { applicationVisibility, visibleApplications } from './application-visibility.ts'

const { New, Assigned } = applicationStatus
const runs = (user: SignedIn) => mayPass(mayRunApplications, user)

/**
 * Assigns applications to an agent; requires admin.Application. The undo restores the previous agent, or New
 * for applications without one. Applications submitted or voided since then are left unchanged.
 */
export const assignApplications: BulkDefinition = {
  lock: lockToAssign,
  mayChange: runs,
  canSeeAll: runs,
  nameOf: agentNameOf,
  refuseValue: async (_db, _user, agentId) => {
    if (agentId === null) fail('request.invalid', { message: 'Agent is required' })
  },
  refuseRecords: async (db, ids, agentId, today) =>
    await refuseOffExchange(db, agentId, { states: await salesOf(db, ids), today }),
  warnings: async (db, ids, agentId, today) =>
    await sellingWarnings(db, agentId, { kind: 'application', states: await salesOf(db, ids), today }),
  write: writeAgents,
}

async function lockToAssign(db: Db, user: SignedIn, ids: readonly number[]): Promise<BulkRecord[]> {
  const { rows } = await sql<BulkRecord & { statusId: number }>`
    select i.id, i.version, i.status_id as "statusId", concat_ws(' ', i.first_name, nullif(i.middle_name, ''), i.last_name) as name,
      case when i.status_id in (${New}, ${Assigned}) then i.assigned_agent_id end as value, a.name as "valueName",
      null as at, null::bigint as by
    from (select * from internal_applications i where i.id = any(${ids}::bigint[]) and ${visibleApplications(applicationVisibility(user))}
      order by i.id for no key update) i
    left join agents a on a.id = i.assigned_agent_id
    order by i.id`.execute(db)
  return rows.map(({ statusId, ...record }) => ({ ...record, cannot: statusChangeProblem('ASG', statusId) ?? null }))
}

/** Applications without an agent become New, others Assigned; each gets a history entry. */
async function writeAgents(
  db: Db,
  writes: readonly BulkWrite[],
  { by, comment, isUndo }: Pick<BulkWriteContext, 'by' | 'comment' | 'isUndo'>,
): Promise<void> {
  const statuses = writes.map(({ id, value }) => ({ id, value: value === null ? New : Assigned, agentId: value }))
  await addStatuses(db, 'application', statuses, { comment, by })
  await sql`
    update internal_applications i set assigned_agent_id = w.value,
      status_id = case when w.value is null then ${New}::int else ${Assigned}::int end, updated_at = now()
    from ${writesTable(writes)} w where i.id = w.id`.execute(db)
  if (!isUndo) await notifyAgents(db, 'application', writes, by)
}

/** Number of applications by state and selected carrier (if known to the agency), highest first. */
async function salesOf(db: Db, ids: readonly number[]): Promise<LivingThere[]> {
  const { rows } = await sql<LivingThere>`
    select s.code, s.name, count(*)::int as records,
      case when k.id is null then null else jsonb_build_object('id', k.id, 'name', k.name) end as carrier
    from internal_applications i join states s on s.code = i.state
    left join carriers k on plain_text(k.name) = plain_text(i.carrier)
    where i.id = any(${ids}::bigint[]) group by s.code, s.name, k.id, k.name order by records desc, s.name, k.name`.execute(
    db,
  )
  return rows
}
