import { type AgentDetail, type AgentInput, agentName, type agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { fail } from '@coverdesk/domain/failures.ts'
import type { FieldChange } from '@coverdesk/domain/history/history-contract.ts'
import { sql } from 'kysely'
import { keepChange, refuseOvertaken } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { agentChanges } from './agent-changes.ts'
import { addContact, changeContact } from './agent-contact.ts'
import { saveAppointments, saveLicenses } from './agent-credentials.ts'
import { findAgent } from './agent-queries.ts'

/**
 * Makes an agent, or changes the one named by id and version, with contact, licences and appointments, in one
 * transaction with its audit event and the history of its fields. A change made on an older version is refused (P-74);
 * saving what is already so changes nothing.
 */
export const saveAgent: Handler<typeof agents.save> = async (call, given) => {
  const saved = await inTransaction(call.db, async (db) => {
    await refuseUnknownChoices(db, given)
    const before = given.id === undefined ? null : await lockAgent(db, given.id, given.version ?? 0)
    const id = before ? await changeAgent(db, before, given) : await addAgent(db, call, given)
    if (given.licenses) await saveLicenses(db, id, given.licenses)
    if (given.appointments) await saveAppointments(db, id, given.appointments)
    const after = await findAgent(db, id)
    const changes = agentChanges(before, after)
    if (before && changes.length === 0) return before
    const done = before ? { ...after, version: after.version + 1 } : after
    if (before) await sql`update agents set version = ${done.version} where id = ${id}`.execute(db)
    await record(db, call, before ? 'update' : 'create', done, changes)
    return done
  })
  return saved
}

/**
 * The agent as it is, kept from other changes until the transaction ends. The contact before the agent, the order in
 * which a change of the contact comes to the agent too: otherwise two could wait for each other.
 */
async function lockAgent(db: Db, id: number, version: number): Promise<AgentDetail> {
  await sql`
    select id from contacts where id = (select contact_id from agents where id = ${id}) for no key update`.execute(db)
  const { rows } = await sql<{ version: number }>`
    select version from agents where id = ${id} for no key update`.execute(db)
  const [agent] = rows
  if (!agent) return fail('agent.not_found')
  if (agent.version !== version) return await refuseOvertaken(db, 'agent', id, version)
  return await findAgent(db, id)
}

async function addAgent(db: Db, { user }: SignedInCall, given: AgentInput): Promise<number> {
  const contactId = await addContact(db, user.id, given)
  const { rows } = await sql<{ id: number }>`
    insert into agents (contact_id, name, login_email, npn, phone, agent_type_id, location_id, status_id)
    values (${contactId}, ${agentName(given.contact)}, ${given.loginEmail}, ${given.npn}, ${given.phone},
      ${given.agentTypeId}, ${given.locationId}, ${given.statusId})
    returning id`.execute(db)
  return rows[0]?.id ?? fail('server.error')
}

/** The agent before the contact: what follows a contact then finds the agent as it should be (0015-agents.sql). */
async function changeAgent(db: Db, before: AgentDetail, given: AgentInput): Promise<number> {
  await sql`
    update agents set name = ${agentName(given.contact)}, login_email = ${given.loginEmail}, npn = ${given.npn},
      phone = ${given.phone}, agent_type_id = ${given.agentTypeId}, location_id = ${given.locationId},
      status_id = ${given.statusId}
    where id = ${before.id}`.execute(db)
  await changeContact(db, before, given)
  return before.id
}

async function record(
  db: Db,
  call: SignedInCall,
  action: 'create' | 'update',
  { id, version }: AgentDetail,
  changes: readonly FieldChange[],
): Promise<void> {
  await keepChange(db, {
    entity: 'agent',
    id,
    version,
    action: action === 'create' ? 'Created' : 'Changed',
    by: call.user.id,
    changes,
  })
  await writeAudit(db, call.audit, {
    action,
    entity: 'agent',
    entityId: id,
    outcome: 'done',
    facts: { fields: changes.map(({ field }) => field).join(', ') },
  })
}

const choices = [
  { name: 'locationId', list: 'generic.2', what: 'location' },
  { name: 'agentTypeId', list: 'generic.1', what: 'agent type' },
  { name: 'statusId', list: 'status.agent', what: 'status' },
] as const

async function refuseUnknownChoices(db: Db, given: AgentInput): Promise<void> {
  const { rows } = await sql<{ list: string; id: number }>`
    select list, id from lookup_values where list = any(${choices.map(({ list }) => list)})`.execute(db)
  const details = choices
    .filter(({ name, list }) => !rows.some((row) => row.list === list && row.id === given[name]))
    .map(({ name, what }) => ({ path: name, message: `There is no such ${what}` }))
  if (details[0]) fail('request.invalid', { message: details[0].message, details })
}
