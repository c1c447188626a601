import type { CustomerDetail, customers } from '@coverdesk/domain/customers/customer-contract.ts'
import type { CustomerFields } from '@coverdesk/domain/customers/customer-fields.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import { keepChange } from '../history/record-changes.ts'
import { addStatus } from '../history/status-history.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { notifyAgents } from '../platform/realtime/notify-agents.ts'
import { agentOfNewCustomer } from './customer-agent.ts'
import { findCustomer } from './customer-queries.ts'
import { changedFields, everyone, refuseInvalid } from './save-customer.ts'

/** A new customer has the status New. */
const firstStatus = 1

/** Creates a contact and a customer with the first entries of both histories. */
export const createCustomer: Handler<typeof customers.create> = async (
  call,
  { agentId: requestedAgentId, ...fields },
) =>
  await inTransaction(call.db, async (db) => {
    await refuseInvalid(db, fields, call.now)
    return await addCustomer(db, call, fields, await agentOfNewCustomer(db, call.user, requestedAgentId))
  })

/** Fields of a new customer; an applicant may lack sex and e-mail (''). */
export type NewCustomer = Omit<CustomerFields, 'sex'> & { sex: CustomerDetail['sex'] }

/** Creates a customer from validated fields, for an agent that the caller may choose. Must run in a transaction. */
export async function addCustomer(
  db: Db,
  call: SignedInCall,
  fields: NewCustomer,
  agentId: number | null,
): Promise<CustomerDetail> {
  const { firstName, middleName, lastName, dob, sex, email, phone } = fields
  const { rows } = await sql<{ id: number }>`
    insert into contacts (first_name, middle_name, last_name, dob, sex, agent_id, created_by)
    values (${firstName}, ${middleName}, ${lastName}, ${dob}, ${sex}, ${agentId}, ${call.user.id}) returning id`.execute(
    db,
  )
  const id = rows[0]?.id ?? fail('server.error')
  if (email !== '') await sql`insert into contact_emails (contact_id, email) values (${id}, ${email})`.execute(db)
  if (phone !== null) await sql`insert into contact_phones (contact_id, phone) values (${id}, ${phone})`.execute(db)
  await createCustomerFor(db, call, id, fields)
  await notifyAgents(db, 'contact', [{ id, value: agentId }], call.user.id)
  const made = await findCustomer(db, everyone, id)
  await keepChange(db, {
    entity: 'customer',
    id,
    version: made.version,
    action: 'Created',
    by: call.user.id,
    changes: changedFields(undefined, made),
  })
  return made
}

/** Turns an existing contact into a customer with the initial status, and records it. */
export async function createCustomerFor(
  db: Db,
  call: SignedInCall,
  id: number,
  {
    usCitizen,
    tglanguageSpkid,
    tglanguageMailId,
  }: Pick<NewCustomer, 'usCitizen' | 'tglanguageSpkid' | 'tglanguageMailId'>,
): Promise<void> {
  await sql`
    insert into customers (contact_id, status_id, us_citizen, language_speak_id, language_mail_id, created_by)
    values (${id}, ${firstStatus}, ${usCitizen}, ${tglanguageSpkid}, ${tglanguageMailId}, ${call.user.id})`.execute(db)
  await addStatus(db, { kind: 'customer', id, statusId: firstStatus, comment: '', by: call.user.id })
  await writeAudit(db, call.audit, { action: 'create', entity: 'customer', entityId: id, outcome: 'done' })
}

/** Turns a known contact into a customer. What it lacks is taken from the person's data; what it has stays. */
export async function makeContactCustomer(
  db: Db,
  call: SignedInCall,
  { id, version }: { id: number; version: number },
  fields: NewCustomer,
): Promise<void> {
  await createCustomerFor(db, call, id, fields)
  const before = await findCustomer(db, everyone, id)
  const { middleName, dob, sex, email, phone } = fields
  await sql`
    update contacts set middle_name = coalesce(nullif(middle_name, ''), ${middleName}), dob = coalesce(dob, ${dob}::date),
      sex = coalesce(sex, ${sex}), version = ${version + 1}, updated_at = now()
    where id = ${id}`.execute(db)
  await sql`
    insert into contact_emails (contact_id, email) select ${id}, ${email}
    where ${email} <> '' and not exists (select from contact_emails where contact_id = ${id})`.execute(db)
  await sql`
    insert into contact_phones (contact_id, phone) select ${id}, ${phone}
    where ${phone}::text is not null and not exists (select from contact_phones where contact_id = ${id})`.execute(db)
  const changes = changedFields(before, await findCustomer(db, everyone, id))
  const entry = { entity: 'customer', id, version: version + 1, action: 'Made a customer', by: call.user.id } as const
  await keepChange(db, { ...entry, changes })
}
