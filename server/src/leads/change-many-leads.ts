import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { doNotCall } from '@coverdesk/domain/leads/do-not-call.ts'
import { mayRunLeads } from '@coverdesk/domain/leads/lead-contract.ts'
import { sql } from 'kysely'
import { agentNameOf } from '../agents/agent-name.ts'
import { refuseOffExchange } from '../agents/refuse-off-exchange.ts'
import { type LivingThere, sellingWarnings } from '../agents/selling-warnings.ts'
import { addStatuses, findStatus } from '../history/status-history.ts'
import { giveUpTexts } from '../messages/give-up-messages.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'
import type { BulkDefinition, BulkRecord } from '../platform/lists/bulk-definition.ts'
import { writesTable } from '../platform/lists/writes-table.ts'
import { notifyAgents } from '../platform/realtime/notify-agents.ts'
import { mayChange } from './lead-queries.ts'

const runs = (user: SignedIn) => mayPass(mayRunLeads, user)

/** Assigns leads to an agent or removes the agent; requires admin.Lead (A-039). */
export const assignLeads: BulkDefinition = {
  history: { field: 'Assigned to', done: 'Assigned' },
  lock: (db, user, ids) =>
    lockLeads(db, user, ids, sql`l.agent_id as value, a.name as "valueName", null as at, null::bigint as by`),
  mayChange: runs,
  canSeeAll: runs,
  nameOf: agentNameOf,
  refuseRecords: async (db, ids, agentId, today) =>
    await refuseOffExchange(db, agentId, { states: await statesOf(db, ids), today }),
  warnings: async (db, ids, agentId, today) =>
    await sellingWarnings(db, agentId, { kind: 'lead', states: await statesOf(db, ids), today }),
  write: async (db, writes, { by, isUndo }) => {
    await sql`
      update leads l set agent_id = w.value, version = l.version + 1, updated_at = now()
      from ${writesTable(writes)} w where l.id = w.id`.execute(db)
    if (!isUndo) await notifyAgents(db, 'lead', writes, by)
  },
}

/** Sets or clears the disposition of leads: the user's own, or any with admin.Lead. */
export const setDispositions: BulkDefinition = {
  history: { field: 'Disposition', done: 'Disposition set' },
  lock: (db, user, ids) =>
    lockLeads(
      db,
      user,
      ids,
      sql`l.status_id as value, s.name as "valueName", l.status_at::text as at, null::bigint as by,
        case when s.name = ${doNotCall} then 'Do Not Call is taken back one by one, with a reason' end as cannot`,
    ),
  mayChange: (user, record) => runs(user) || mayChange(user, { agentId: ownerOf(record) }),
  canSeeAll: runs,
  nameOf: async (db, id) => (await findStatus(db, 'lead', id)) ?? fail('status.not_found'),
  write: async (db, writes, { by, comment, isUndo }) => {
    await addStatuses(db, 'lead', writes, { comment, by })
    await sql`
      update leads l set status_id = w.value, status_at = ${isUndo ? sql`w.at` : sql`now()`}, version = l.version + 1,
        updated_at = now()
      from ${writesTable(writes)} w where l.id = w.id`.execute(db)
    await giveUpTexts(
      db,
      writes.map(({ id }) => id),
    )
  },
}

/** A locked lead with its agent, who may change it. */
interface LeadRecord extends BulkRecord {
  agentId: number | null
}

const ownerOf = (record: BulkRecord) =>
  'agentId' in record && typeof record.agentId === 'number' ? record.agentId : null

async function lockLeads(
  db: Db,
  user: SignedIn,
  ids: readonly number[],
  column: ReturnType<typeof sql>,
): Promise<LeadRecord[]> {
  const visibility = user.visibility('Lead')
  const seen = visibility.all ? sql`true` : sql`l.agent_id = any(${visibility.agentIds}::bigint[])`
  const { rows } = await sql<LeadRecord>`
    select l.id, l.version, l.agent_id as "agentId", ${column},
      coalesce(nullif(concat_ws(' ', nullif(l.first_name, ''), nullif(l.last_name, '')), ''), l.ffm_application_id, l.id::text) as name
    from (select * from leads l where l.id = any(${ids}::bigint[]) and ${seen} order by l.id for no key update) l
    left join agents a on a.id = l.agent_id
    left join lookup_values s on s.list = 'status.lead' and s.id = l.status_id
    order by l.id`.execute(db)
  return rows
}

/** Number of leads by state, highest first. */
async function statesOf(db: Db, ids: readonly number[]): Promise<LivingThere[]> {
  const { rows } = await sql<LivingThere>`
    select s.code, s.name, count(*)::int as records from leads l join states s on s.code = l.state
    where l.id = any(${ids}::bigint[]) group by 1, 2 order by records desc, 2`.execute(db)
  return rows
}
