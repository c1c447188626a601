import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { maySell } from '@coverdesk/domain/agents/may-sell.ts'
import { fail } from '@coverdesk/domain/failures.ts'
import { mayRunLeads } from '@coverdesk/domain/leads/lead-contract.ts'
import { sql } from 'kysely'
import { findAuthority } from '../agents/agent-queries.ts'
import { findStatus } from '../history/status-history.ts'
import type { BulkDefinition, BulkRecord, BulkWrite } from '../platform/bulk-definition.ts'
import type { Db } from '../platform/database.ts'
import type { SignedIn } from '../platform/session.ts'
import { mayChange } from './lead-queries.ts'

const runs = (user: SignedIn) => mayPass(mayRunLeads, user)

/** Assigns leads to an agent, or to nobody; needs admin.Lead (A-039). */
export const assignLeads: BulkDefinition = {
  kind: 'lead',
  entity: 'lead',
  field: 'Assigned to',
  done: 'Assigned',
  lock: (db, user, ids) =>
    lockLeads(db, user, ids, sql`l.agent_id as value, a.name as "valueName", null::timestamptz as at`),
  mayChange: runs,
  runs,
  nameOf: async (db, id) => {
    const agent = await db.selectFrom('agents').select('name').where('id', '=', id).executeTakeFirst()
    return agent?.name ?? fail('agent.not_found')
  },
  warnings: notAllowed,
  write: async (db, writes) => {
    await sql`
      update leads l set agent_id = w.value, version = l.version + 1, updated_at = now()
      from ${written(writes)} w where l.id = w.id`.execute(db)
  },
}

/** Sets or clears the disposition of leads: own ones, or any with admin.Lead. */
export const setDispositions: BulkDefinition = {
  kind: 'lead',
  entity: 'lead',
  field: 'Disposition',
  done: 'Disposition set',
  lock: (db, user, ids) =>
    lockLeads(db, user, ids, sql`l.status_id as value, s.name as "valueName", l.status_at as at`),
  mayChange: (user, record) => runs(user) || mayChange(user, { agentId: ownerOf(record) }),
  runs,
  nameOf: async (db, id) => (await findStatus(db, 'lead', id)) ?? fail('status.not_found'),
  write: async (db, writes, by, when) => {
    await sql`
      with w as materialized (select * from ${written(writes)} w),
      ended as (
        update status_changes c set ended_at = clock_timestamp() from w
        where c.kind = 'lead' and c.record_id = w.id and c.ended_at is null
      )
      update leads l set status_id = w.value, status_at = ${when === 'now' ? sql`now()` : sql`w.at`}, version = l.version + 1,
        updated_at = now()
      from w where l.id = w.id`.execute(db)
    // After the ends are written: each record has one current entry at most.
    await sql`
      insert into status_changes (kind, record_id, status_id, comment, created_by)
      select 'lead', w.id, w.value, ${when === 'now' ? '' : 'Change of many undone'}, ${by} from ${written(writes)} w`.execute(
      db,
    )
  },
}

/** What is locked also tells whose it is, which decides who may change it. */
interface LeadRecord extends BulkRecord {
  agentId: number | null
}

const ownerOf = (record: BulkRecord) =>
  'agentId' in record && typeof record.agentId === 'number' ? record.agentId : null

async function lockLeads(
  db: Db,
  user: SignedIn,
  ids: readonly number[],
  held: ReturnType<typeof sql>,
): Promise<LeadRecord[]> {
  const sees = user.sees('Lead')
  const seen = sees.all ? sql`true` : sql`l.agent_id = any(${sees.agentIds}::bigint[])`
  const { rows } = await sql<LeadRecord>`
    select l.id, l.version, l.agent_id as "agentId", ${held},
      coalesce(nullif(concat_ws(' ', nullif(l.first_name, ''), nullif(l.last_name, '')), ''), l.ffm_application_id, l.id::text) as name
    from (select * from leads l where l.id = any(${ids}::bigint[]) and ${seen} order by l.id for no key update) l
    left join agents a on a.id = l.agent_id
    left join lookup_values s on s.list = 'status.lead' and s.id = l.status_id
    order by l.id`.execute(db)
  return rows
}

const written = (writes: readonly BulkWrite[]) =>
  sql`(select * from jsonb_to_recordset(${JSON.stringify(writes)}::jsonb) as r (id bigint, value bigint, at timestamptz))`

/** Why the agent may not sell where the leads live, state by state, with how many leads that concerns. */
async function notAllowed(db: Db, ids: readonly number[], agentId: number, today: string): Promise<string[]> {
  const agent = await findAuthority(db, agentId)
  if (!agent) return []
  const { rows } = await sql<{ code: string; name: string; leads: number }>`
    select s.code, s.name, count(*)::int as leads from leads l join states s on s.code = l.state
    where l.id = any(${ids}::bigint[]) group by 1, 2 order by leads desc, 2`.execute(db)
  const anywhere = new Set(maySell(agent, { date: today }).reasons)
  const there = rows.flatMap((state) =>
    maySell(agent, { state, date: today })
      .reasons.filter((reason) => !anywhere.has(reason))
      .map((reason) => `${reason} (${state.leads} ${state.leads === 1 ? 'lead' : 'leads'})`),
  )
  return [...anywhere, ...there]
}
