import type { AuditAction } from '@coverdesk/domain/audit/audit-actions.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { type FieldChange, fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import { failField } from '@coverdesk/domain/invalid-fields.ts'
import { doNotCall } from '@coverdesk/domain/leads/do-not-call.ts'
import { type LeadInput, type LeadRow, type leads, none } from '@coverdesk/domain/leads/lead-contract.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { sql } from 'kysely'
import { agentNameOf } from '../agents/agent-name.ts'
import { refuseOffExchange } from '../agents/refuse-off-exchange.ts'
import { refuseFutureBirth } from '../contacts/refuse-future-birth.ts'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { addStatus, findStatus } from '../history/status-history.ts'
import { giveUpTexts } from '../messages/give-up-messages.ts'
import { addNote, refusePastFollowUp } from '../notes/note-queries.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { notifyAgents } from '../platform/realtime/notify-agents.ts'
import { findLead, lockLead, mayChange } from './lead-queries.ts'

/** Editable fields of a lead by their names in the history. */
const labels = {
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  dob: 'Date of birth',
  sex: 'Sex',
  phone: 'Phone',
  address: 'Address',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
  plan: 'Plan',
} as const satisfies Partial<Record<keyof LeadInput, string>>

/**
 * Adds a lead that a person typed, linked to the contact that it matches. One for another agent or for none needs admin.Lead; fails
 * with `agent.not_found` or `agent.not_on_exchange`.
 */
export const createLead: Handler<typeof leads.create> = (call, { agentId, ...lead }) =>
  inTransaction(call.db, async (db) => {
    refuseFutureBirth(lead.dob, call.now)
    const { ownAgentId } = call.user
    // One who sees no leads without an agent would not find it in the list.
    const unassigned = call.user.visibility('Lead').all ? null : ownAgentId
    const agent = agentId === undefined ? ownAgentId : agentId === none ? unassigned : agentId
    if (!mayChange(call.user, { agentId: agent }))
      fail('right.missing', { message: 'You can add leads of your own; for other agents, ask the office' })
    if (agent !== null) {
      await agentNameOf(db, agent)
      const states = lead.state === null ? [] : [{ code: lead.state }]
      await refuseOffExchange(db, agent, { states, today: todayIn(call.now) })
    }
    const { rows } = await sql<{ id: number }>`
      insert into leads (source, first_name, middle_name, last_name, dob, sex, phone, address, city, state, zip_code, plan, agent_id, created_by)
      values ('typed', ${lead.firstName}, ${lead.middleName}, ${lead.lastName}, ${lead.dob}::date, ${lead.sex}, ${lead.phone},
        ${lead.address}, ${lead.city}, ${lead.state}, ${lead.zipCode}, ${lead.plan}, ${agent}, ${call.user.id})
      returning id`.execute(db)
    const id = rows[0]?.id ?? fail('lead.not_found')
    await linkContacts(db, [id])
    const created = await findLead(db, call.user, { all: true }, id)
    const changes = fieldChanges<Partial<ReturnType<typeof pick>>>(labels, {}, pick(created))
    await keepChange(db, { entity: 'lead', id, version: 1, action: 'Created', by: call.user.id, changes })
    await notifyAgents(db, 'lead', [{ id, value: agent }], call.user.id)
    await writeAudit(db, call.audit, { action: 'create', entity: 'lead', entityId: id, outcome: 'done' })
    return created
  })

/** Saves a lead, links it to the contact that it now matches, and records the change; unchanged data creates no version. */
export const editLead: Handler<typeof leads.edit> = (call, input) =>
  inTransaction(call.db, async (db) => {
    refuseFutureBirth(input.dob, call.now)
    const before = await lockLead(db, call.user, input.id)
    if (before.version !== input.version) return await refuseEditConflict(db, 'lead', input.id, input.version)
    const { version: _version, id: _id, ...after } = input
    const changes = fieldChanges(labels, pick(before), after)
    if (changes.length === 0) return before
    if (before.statusName === doNotCall && before.phone !== after.phone)
      failField('phone', 'This number asked not to be called. Take Do Not Call back with a reason first')
    await sql`
      update leads set first_name = ${input.firstName}, middle_name = ${input.middleName}, last_name = ${input.lastName},
        dob = ${input.dob}::date, sex = ${input.sex}, phone = ${input.phone}, address = ${input.address},
        city = ${input.city}, state = ${input.state}, zip_code = ${input.zipCode}, plan = ${input.plan},
        version = version + 1, updated_at = now()
      where id = ${input.id}`.execute(db)
    await linkContacts(db, [input.id])
    return await record(db, call, before, { done: 'update', action: 'Changed', changes })
  })

/** Sets or clears the disposition of a lead, with entries in both histories, and a note if one or its day is given. */
export const setDisposition: Handler<typeof leads.setDisposition> = (
  call,
  { id, statusId, version, note, followUpOn, reason = '' },
) =>
  inTransaction(call.db, async (db) => {
    refusePastFollowUp(followUpOn, call.now)
    const before = await lockLead(db, call.user, id)
    if (version !== undefined && before.version !== version) return await refuseEditConflict(db, 'lead', id, version)
    const status = statusId === '' ? null : statusId
    const name = status === null ? null : ((await findStatus(db, 'lead', status)) ?? fail('status.not_found'))
    if (before.statusName === doNotCall && name !== doNotCall && reason === '')
      failField('reason', 'Reason is required: this number asked not to be called')
    await addStatus(db, { kind: 'lead', id, statusId: status, comment: reason, by: call.user.id })
    await sql`
      update leads set status_id = ${status}, status_at = now(), version = version + 1, updated_at = now()
      where id = ${id}`.execute(db)
    await giveUpTexts(db, [id])
    const action = status === null ? 'Disposition cleared' : 'Disposition set'
    if (note !== undefined || followUpOn !== undefined) {
      const record = { entityMetadataId: notedKinds.lead.id, entityId: id }
      const text = { noteBody: note ?? name ?? action, file: null, followUpOn }
      await addNote(db, { userId: call.user.id, audit: call.audit }, { ...record, ...text })
    }
    const change = { field: 'Disposition', old: before.statusName, new: name }
    return await record(db, call, before, { done: 'status', action, changes: [change] })
  })

/** Links leads to the contacts that they match, by the database function that defines the rule. */
export async function linkContacts(db: Db, ids: readonly number[]): Promise<void> {
  await sql`select match_lead_contacts(${ids}::bigint[])`.execute(db)
}

async function record(
  db: Db,
  call: SignedInCall,
  { id, version }: LeadRow,
  { done, action, changes }: { done: AuditAction; action: string; changes: FieldChange[] },
): Promise<LeadRow> {
  await keepChange(db, { entity: 'lead', id, version: version + 1, action, by: call.user.id, changes })
  await writeAudit(db, call.audit, {
    action: done,
    entity: 'lead',
    entityId: id,
    outcome: 'done',
    facts: { version: version + 1, fields: changes.map(({ field }) => field).join() },
  })
  return await findLead(db, call.user, { all: true }, id)
}

function pick({ firstName, middleName, lastName, dob, sex, phone, address, city, state, zipCode, plan }: LeadRow) {
  return { firstName, middleName, lastName, dob, sex, phone, address, city, state, zipCode, plan }
}
