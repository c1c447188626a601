import { type RawBuilder, sql } from 'kysely'
import { agentNameOf } from '../agents/agent-name.ts'
import { refuseOffExchange } from '../agents/refuse-off-exchange.ts'
import { type LivingThere, sellingWarnings } from '../agents/selling-warnings.ts'
import { visibleContacts } from '../contacts/contact-queries.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'
import type { BulkDefinition, BulkRecord, BulkWrite, BulkWriteContext } from '../platform/lists/bulk-definition.ts'
import { writesTable } from '../platform/lists/writes-table.ts'
import { notifyAgents } from '../platform/realtime/notify-agents.ts'
import { allowedAgent } from './customer-agent.ts'

/** Assigns customers to an agent, or removes the agent, as an edit of each by a user who can see all customers would. */
export const assignCustomers: BulkDefinition = assignAgents('customer')

/** Assigns contacts to an agent as clients. Agents and users of the agency cannot be clients. */
export const assignContacts: BulkDefinition = assignAgents('contact')

function assignAgents(kind: 'customer' | 'contact'): BulkDefinition {
  return {
    history: { field: 'Agent', done: 'Changed' },
    lock: (db, user, ids) =>
      lockPeople(db, user, ids, {
        current: sql`c.agent_id as value, a.name as "valueName", null as at`,
        condition: kind === 'customer' ? sql`cu.contact_id is not null` : sql`true`,
      }),
    // A user who can see a customer may edit it.
    mayChange: () => true,
    canSeeAll: (user) => user.visibility('Customer').all,
    nameOf: agentNameOf,
    refuseValue: async (db, user, agentId) => void (await allowedAgent(db, user, agentId)),
    refuseRecords: async (db, ids, agentId, today) =>
      await refuseOffExchange(db, agentId, { states: await statesOf(db, ids), today }),
    warnings: async (db, ids, agentId, today) =>
      await sellingWarnings(db, agentId, { kind, states: await statesOf(db, ids), today }),
    write: writeAgents,
  }
}

/** Contacts with these ids that the user can see, locked; `current` selects their current values. */
export async function lockPeople(
  db: Db,
  user: SignedIn,
  ids: readonly number[],
  { current, condition }: { current: RawBuilder<unknown>; condition: RawBuilder<unknown> },
): Promise<BulkRecord[]> {
  const { rows } = await sql<BulkRecord>`
    select c.id, c.version, ${current}, null::bigint as by,
      coalesce(nullif(concat_ws(' ', nullif(c.first_name, ''), nullif(c.middle_name, ''), nullif(c.last_name, '')), ''), 'No name') as name,
      case when cu.contact_id is null then 'contact' else 'customer' end as "historyOf",
      case when cu.contact_id is not null then null
        when exists (select from agents g where g.contact_id = c.id) then 'An agent can’t be a client'
        when exists (select from users u where u.contact_id = c.id) then 'A user can’t be a client' end as cannot
    from (select * from contacts c where c.id = any(${ids}::bigint[]) and ${visibleContacts(user.visibility('Customer'))}
      order by c.id for no key update) c
    left join agents a on a.id = c.agent_id
    left join customers cu on cu.contact_id = c.id
    left join lookup_values s on s.list = 'status.customer' and s.id = cu.status_id
    where ${condition}
    order by c.id`.execute(db)
  return rows
}

async function writeAgents(
  db: Db,
  writes: readonly BulkWrite[],
  { by, isUndo }: Pick<BulkWriteContext, 'by' | 'isUndo'>,
): Promise<void> {
  await sql`
    update contacts c set agent_id = w.value, version = c.version + 1, updated_at = now()
    from ${writesTable(writes)} w where c.id = w.id`.execute(db)
  if (!isUndo) await notifyAgents(db, 'contact', writes, by)
}

/** Number of people per state of their main address, highest first. */
async function statesOf(db: Db, ids: readonly number[]): Promise<LivingThere[]> {
  const { rows } = await sql<LivingThere>`
    select s.code, s.name, count(*)::int as records from contacts c join states s on s.id = c.main_state_id
    where c.id = any(${ids}::bigint[]) group by 1, 2 order by records desc, 2`.execute(db)
  return rows
}
