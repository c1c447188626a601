import { makePassword } from '@coverdesk/domain/access/passwords/make-password.ts'
import type { LinkedCustomer } from '@coverdesk/domain/customers/linked-customer-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import { releaseUserName } from '../access/accounts/release-user-name.ts'
import { setPassword, temporaryHours } from '../access/passwords/set-password.ts'
import { visibleContacts } from '../contacts/contact-queries.ts'
import { queueMessage } from '../messages/queue-message.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { hashPassword } from '../platform/auth/password-hash.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'
import { addCustomer, makeContactCustomer, type NewCustomer } from './create-customer.ts'

/** The applicant of a marketplace application, as far as known. */
export interface Applicant {
  firstName: string
  lastName: string
  email: string | null
  /** Ten digits. */
  phone: string | null
  dob: string | null
  sex: 'M' | 'F' | null
  /** Agent of record, who gets the customer. */
  agentId: number | null
}

/**
 * Turns the applicant into a customer with a user account that can see only this application (A-044), and returns the
 * sign-in data (CUST-25). An existing contact with the same name and email, and no other date of birth, is reused. Until the
 * applicant has set a password, a repeated request returns a new key and invalidates the old one. Keys are stored hashed and
 * valid for a day.
 */
export async function createLinkedCustomer(
  call: SignedInCall,
  applicationId: string,
  applicant: Applicant,
): Promise<LinkedCustomer> {
  const { email } = applicant
  if (!email || !(applicant.firstName && applicant.lastName)) return fail('customer.applicant_unclear')
  const key = makePassword()
  return await inTransaction(call.db, async (db) => {
    const linked = await linkedUser(db, applicationId)
    const made = linked
      ? await renewKey(db, call, linked, key)
      : await addUser(db, call, { ...applicant, email }, { applicationId, key })
    const until = new Date(call.now.getTime() + temporaryHours * 3_600_000)
    return { ...made, key, until: until.toISOString() }
  })
}

interface LinkedUser {
  id: number
  userName: string
  customerId: number
  temporary: boolean
}

async function linkedUser(db: Db, applicationId: string): Promise<LinkedUser | undefined> {
  const { rows } = await sql<LinkedUser>`
    select u.id, u.user_name as "userName", u.contact_id as "customerId", u.temporary_until is not null as temporary
    from users u join customers cu on cu.contact_id = u.contact_id
    where u.application_id = ${applicationId} and u.roles = '{customer}' order by u.id limit 1 for no key update of u`.execute(
    db,
  )
  return rows[0]
}

async function renewKey(db: Db, call: SignedInCall, { id, userName, customerId, temporary }: LinkedUser, key: string) {
  if (!temporary) fail('customer.linked_already')
  await setPassword(db, call, { userId: id, userName, password: key, temporary: true })
  return { customerId, email: userName }
}

async function addUser(
  db: Db,
  call: SignedInCall,
  applicant: Applicant & { email: string },
  { applicationId, key }: { applicationId: string; key: string },
): Promise<{ customerId: number; email: string }> {
  const { email, phone } = applicant
  await releaseUserName(db, call.audit, email)
  const customerId =
    (await findExistingContact(db, call, applicant)) ??
    (await addCustomer(db, call, fieldsOf(applicant), applicant.agentId)).id
  const { rows } = await sql<{ id: number }>`
    insert into users (user_name, email, phone, password_hash, roles, type_id, org, contact_id, application_id, temporary_until)
    values (${email.normalize('NFKC')}, ${email}, ${phone}, ${await hashPassword(key)}, '{customer}',
      (select id from lookup_values where list = 'generic.8' and name = 'Customer'), ${call.services.config.org},
      ${customerId}, ${applicationId}, now() + make_interval(hours => ${temporaryHours}))
    returning id`.execute(db)
  const userId = rows[0]?.id ?? fail('server.error')
  await writeAudit(db, call.audit, {
    action: 'create',
    entity: 'user',
    entityId: userId,
    outcome: 'done',
    facts: { byAdmin: true, customer: customerId },
  })
  await queueMessage(db, call.services, {
    kind: 'welcome',
    channel: 'email',
    userId,
    recipient: email,
    language: 'en',
    facts: { userName: email, link: `${call.services.config.publicUrl}/login` },
  })
  return { customerId, email }
}

/**
 * The only contact with this name and email that the caller can see and that has no user account, as a customer. A parent and
 * a child may share both: another date of birth is another person, whose data the new user must not see.
 */
async function findExistingContact(db: Db, call: SignedInCall, applicant: Applicant): Promise<number | undefined> {
  const { rows } = await sql<{ id: number; version: number; customer: boolean }>`
    select c.id, c.version, exists (select from customers where contact_id = c.id) as customer
    from contacts c
    where plain_text(c.first_name || ' ' || c.last_name) collate "C" = plain_text(${`${applicant.firstName} ${applicant.lastName}`})
      and exists (select from contact_emails e where e.contact_id = c.id and lower(e.email) = lower(${applicant.email}))
      and not (c.dob is not null and ${applicant.dob}::date is not null and c.dob <> ${applicant.dob}::date)
      and not exists (select from users where contact_id = c.id) and not exists (select from agents where contact_id = c.id)
      and ${visibleContacts(call.user.visibility('Customer'))}
    order by c.id limit 2 for no key update of c`.execute(db)
  const [known, another] = rows
  if (!known || another) return undefined
  if (known.customer) return known.id
  await makeContactCustomer(db, call, known, fieldsOf(applicant))
  return known.id
}

function fieldsOf({ firstName, lastName, email, phone, dob, sex }: Applicant): NewCustomer {
  const unknown = { middleName: '', usCitizen: null, tglanguageSpkid: null, tglanguageMailId: null }
  return { ...unknown, firstName, lastName, email: email ?? '', phone, dob, sex }
}
