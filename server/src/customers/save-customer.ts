import type { CustomerDetail, customers } from '@coverdesk/domain/customers/customer-contract.ts'
import {
  type CustomerFields,
  customerLabels,
  formatCustomerField,
  futureBirthMessage,
} from '@coverdesk/domain/customers/customer-fields.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import type { FailureDetail } from '@coverdesk/domain/failure.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { type FieldChange, fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import { sql } from 'kysely'
import { refuseOffExchange } from '../agents/refuse-off-exchange.ts'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { lookupList } from '../lookups/lookup-queries.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { notifyAgents } from '../platform/realtime/notify-agents.ts'
import { allowedAgent } from './customer-agent.ts'
import { findCustomer, lockCustomer } from './customer-queries.ts'

export const everyone: Visibility = { all: true }

/**
 * Saves a customer. An edit based on an older version is rejected with what changed since (P-74); saving unchanged data
 * changes nothing.
 */
export const updateCustomer: Handler<typeof customers.update> = async (call, { id, version, agentId, ...fields }) => {
  const visibility = call.user.visibility('Customer')
  return await inTransaction(call.db, async (db) => {
    await lockCustomer(db, visibility, id)
    const before = await findCustomer(db, visibility, id)
    if (before.version !== version) await refuseEditConflict(db, 'customer', id, version)
    await refuseInvalid(db, fields, call.now)
    const newAgentId =
      agentId === undefined || agentId === before.agentId ? before.agentId : await allowedAgent(db, call.user, agentId)
    if (newAgentId !== before.agentId) await refuseAgentOffExchange(db, call.now, before, newAgentId)
    await writeFields(db, id, fields, newAgentId)
    await notifyAgents(db, 'contact', [{ id, value: newAgentId, was: before.agentId }], call.user.id)
    const after = await findCustomer(db, everyone, id)
    const changes = changedFields(before, after)
    if (changes.length === 0) return before
    const now = version + 1
    await sql`update contacts set version = ${now}, updated_at = now() where id = ${id}`.execute(db)
    await keepChange(db, { entity: 'customer', id, version: now, action: 'Changed', by: call.user.id, changes })
    await writeAudit(db, call.audit, {
      action: 'update',
      entity: 'customer',
      entityId: id,
      outcome: 'done',
      facts: { fields: changes.map(({ field }) => field).join(', ') },
    })
    return { ...after, version: now }
  })
}

/** As an assignment of many customers does: an agent who may not sell on the exchange of the customer's state gets no customer there. */
async function refuseAgentOffExchange(
  db: Db,
  now: Date,
  { stateId }: CustomerDetail,
  agentId: number | null,
): Promise<void> {
  if (agentId === null || stateId === null) return
  const { rows: states } = await sql<{ code: string }>`select code from states where id = ${stateId}`.execute(db)
  await refuseOffExchange(db, agentId, { states, today: todayIn(now) })
}

async function writeFields(db: Db, id: number, fields: CustomerFields, agentId: number | null): Promise<void> {
  const { firstName, middleName, lastName, dob, sex } = fields
  await sql`
    update contacts set first_name = ${firstName}, middle_name = ${middleName}, last_name = ${lastName}, dob = ${dob},
      sex = ${sex}, agent_id = ${agentId}
    where id = ${id}`.execute(db)
  await sql`
    update customers set us_citizen = ${fields.usCitizen}, language_speak_id = ${fields.tglanguageSpkid},
      language_mail_id = ${fields.tglanguageMailId}
    where contact_id = ${id}`.execute(db)
  await setMain(db, { table: 'contact_emails', column: 'email', id, value: fields.email })
  await setMain(db, { table: 'contact_phones', column: 'phone', id, value: fields.phone })
}

/** Sets or removes the main email or phone of a contact; the others stay, without duplicates. */
async function setMain(
  db: Db,
  field: { table: 'contact_emails' | 'contact_phones'; column: 'email' | 'phone'; id: number; value: string | null },
): Promise<void> {
  const { id, value } = field
  const [table, column] = [sql.table(field.table), sql.ref(field.column)]
  const { rows } = await sql<{ id: number; value: string }>`
    select id, ${column} as value from ${table} where contact_id = ${id} order by position, id limit 1`.execute(db)
  const main = rows[0]
  if ((main?.value ?? null) === value) return
  if (value === null) await sql`delete from ${table} where id = ${main?.id ?? 0}`.execute(db)
  else {
    if (main) await sql`update ${table} set ${column} = ${value} where id = ${main.id}`.execute(db)
    else await sql`insert into ${table} (contact_id, ${column}) values (${id}, ${value})`.execute(db)
    await sql`delete from ${table} where contact_id = ${id} and id <> ${main?.id ?? 0} and lower(${column}) = lower(${value}) and ${main !== undefined}`.execute(
      db,
    )
  }
}

/** Rejects dates and look-up values that the schema cannot check (CUST-09, CUST-24). */
export async function refuseInvalid(db: Db, fields: CustomerFields, now: Date): Promise<void> {
  const details: FailureDetail[] = []
  const later = futureBirthMessage(fields.dob, todayIn(now))
  if (later) details.push({ path: 'dob', message: later })
  const languages = new Set((await lookupList(db, 'generic.3')).map(({ id }) => id))
  for (const path of ['tglanguageSpkid', 'tglanguageMailId'] as const) {
    const id = fields[path]
    if (id !== null && !languages.has(id)) details.push({ path, message: 'Not a language' })
  }
  if (details[0]) fail('request.invalid', { message: details[0].message, details })
}

/** Changed fields as display texts: languages and agents by name. */
export function changedFields(before: CustomerDetail | undefined, after: CustomerDetail): FieldChange[] {
  return fieldChanges(customerLabels, before ? displayedFields(before) : emptyFields, displayedFields(after))
}

type DisplayedFields = Record<keyof typeof customerLabels, string>
const emptyFields: DisplayedFields = {
  firstName: '',
  middleName: '',
  lastName: '',
  dob: '',
  sex: '',
  email: '',
  phone: '',
  usCitizen: '',
  tglanguageSpkid: '',
  tglanguageMailId: '',
  agentId: '',
}

function displayedFields(customer: CustomerDetail): DisplayedFields {
  const text = (name: keyof typeof customerLabels) => formatCustomerField(name, customer[name])
  return {
    firstName: text('firstName'),
    middleName: text('middleName'),
    lastName: text('lastName'),
    dob: text('dob'),
    sex: text('sex'),
    email: text('email'),
    phone: text('phone'),
    usCitizen: text('usCitizen'),
    tglanguageSpkid: customer.languageSpk ?? '',
    tglanguageMailId: customer.languageMail ?? '',
    agentId: customer.agentName ?? '',
  }
}
