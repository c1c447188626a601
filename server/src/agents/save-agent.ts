import { type AgentDetail, type AgentInput, agentName, type agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import type { FieldChange } from '@coverdesk/domain/history/history-contract.ts'
import { sql } from 'kysely'
import { deriveMonths } from '../expected/derive-months.ts'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { agentChanges } from './agent-changes.ts'
import { addContact, changeContact } from './agent-contact.ts'
import { saveAppointments, saveLicenses } from './agent-credentials.ts'
import { findAgent } from './agent-queries.ts'

/**
 * Creates or updates an agent by id and version, with contact, licenses and appointments, in one transaction with the
 * audit event and the field history. An edit based on an older version is rejected (P-74); unchanged data changes nothing.
 */
export const saveAgent: Handler<typeof agents.save> = async (call, input) => {
  const saved = await inTransaction(call.db, async (db) => {
    await refuseUnknownChoices(db, input)
    const before = input.id === undefined ? null : await lockAgent(db, input.id, input.version ?? 0)
    const id = before ? await changeAgent(db, before, input) : await addAgent(db, call, input)
    if (input.licenses) await saveLicenses(db, id, input.licenses)
    if (input.appointments) await saveAppointments(db, id, input.appointments)
    // Policies and statement lines that name a new agent's number.
    if (input.npn !== before?.npn) {
      await sql`select adopt_agent_number(${id})`.execute(db)
      await deriveMonths(db, await carriersOf(db, id))
    }
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
 * Locks the agent until the transaction ends. The contact is locked first, as in a change of the contact, which updates the
 * agent too: otherwise the two could deadlock.
 */
async function lockAgent(db: Db, id: number, version: number): Promise<AgentDetail> {
  await sql`
    select id from contacts where id = (select contact_id from agents where id = ${id}) for no key update`.execute(db)
  const { rows } = await sql<{ version: number }>`
    select version from agents where id = ${id} for no key update`.execute(db)
  const [agent] = rows
  if (!agent) return fail('agent.not_found')
  if (agent.version !== version) return await refuseEditConflict(db, 'agent', id, version)
  return await findAgent(db, id)
}

async function addAgent(db: Db, { user }: SignedInCall, input: AgentInput): Promise<number> {
  const contactId = await addContact(db, user.id, input)
  const { rows } = await sql<{ id: number }>`
    insert into agents (contact_id, name, login_email, npn, phone, agent_type_id, location_id, status_id)
    values (${contactId}, ${agentName(input.contact)}, ${input.loginEmail}, ${input.npn}, ${input.phone},
      ${input.agentTypeId}, ${input.locationId}, ${input.statusId})
    returning id`.execute(db)
  return rows[0]?.id ?? fail('server.error')
}

/** Updates the agent before the contact, because a trigger on contacts reads the agent (0015-agents.sql). */
async function changeAgent(db: Db, before: AgentDetail, input: AgentInput): Promise<number> {
  await sql`
    update agents set name = ${agentName(input.contact)}, login_email = ${input.loginEmail}, npn = ${input.npn},
      phone = ${input.phone}, agent_type_id = ${input.agentTypeId}, location_id = ${input.locationId},
      status_id = ${input.statusId}
    where id = ${before.id}`.execute(db)
  await changeContact(db, before, input)
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

async function refuseUnknownChoices(db: Db, input: AgentInput): Promise<void> {
  const { rows } = await sql<{ list: string; id: number }>`
    select list, id from lookup_values where list = any(${choices.map(({ list }) => list)})`.execute(db)
  const details = choices
    .filter(({ name, list }) => !rows.some((row) => row.list === list && row.id === input[name]))
    .map(({ name, what }) => ({ path: name, message: `There is no such ${what}` }))
  if (details[0]) fail('request.invalid', { message: details[0].message, details })
}

/** Carriers whose policies the agent holds or held: what they owe depends on it. */
async function carriersOf(db: Db, agentId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct p.carrier_id as id from policies p
    where p.agent_id = ${agentId} or p.id in (select policy_id from policy_agents where agent_id = ${agentId})`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
