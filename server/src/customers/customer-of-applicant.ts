import type { MadeCustomer } from '@coverdesk/domain/customers/linked-customer-contract.ts'
import { sql } from 'kysely'
import { visibleContacts } from '../contacts/contact-queries.ts'
import type { Db } from '../platform/db/database.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'
import { maxCharacter } from '../platform/lists/list-filters.ts'
import { addCustomer, makeContactCustomer, type NewCustomer } from './create-customer.ts'
import { agentOfNewCustomer } from './customer-agent.ts'

/** What a lead or a paper application says of its person. */
export interface ApplicantData extends NewCustomer {
  agentId: number | null
  address: ApplicantAddress
}

/** What is known of an address; empty where it is not. */
interface ApplicantAddress {
  address: string
  city: string
  state: string
  zipCode: string
}

/**
 * Makes the person a customer with their data. A visible contact with the same name and the same date of birth, e-mail or
 * phone is that person; if it is a customer already, that one is returned. Must run in a transaction.
 */
export async function customerOfApplicant(db: Db, call: SignedInCall, applicant: ApplicantData): Promise<MadeCustomer> {
  const { agentId, address, ...fields } = applicant
  await lockName(db, fields)
  const known = await findPerson(db, call, fields)
  if (known?.customer) return { customerId: known.id, created: false }
  if (known) await makeContactCustomer(db, call, known, fields)
  const id = known?.id ?? (await add(db, call, fields, agentId))
  await addAddress(db, id, address)
  return { customerId: id, created: true }
}

/** Waits for others who make a customer of this name: of another record of the same person, they would make a second one. */
async function lockName(db: Db, { firstName, lastName }: NewCustomer): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('customer ' || plain_text(${`${firstName} ${lastName}`}), 0))`.execute(
    db,
  )
}

async function add(db: Db, call: SignedInCall, fields: NewCustomer, agentId: number | null): Promise<number> {
  const visibility = call.user.visibility('Customer')
  const allowed = agentId !== null && (visibility.all || visibility.agentIds.includes(agentId))
  const agent = allowed ? agentId : await agentOfNewCustomer(db, call.user, undefined)
  return (await addCustomer(db, call, fields, agent)).id
}

interface KnownPerson {
  id: number
  version: number
  customer: boolean
}

/** The contact of this person: an existing customer first, then the oldest. Agents and users are no clients. */
async function findPerson(db: Db, call: SignedInCall, person: NewCustomer): Promise<KnownPerson | undefined> {
  const { firstName, lastName, dob, email, phone } = person
  const { rows } = await sql<KnownPerson>`
    select c.id, c.version, exists (select from customers where contact_id = c.id) as customer
    from contacts c
    where c.sort_name >= plain_text(${lastName}) and c.sort_name <= plain_text(${`${lastName} ${maxCharacter}`})
      and plain_text(c.first_name) = plain_text(${firstName}) and plain_text(c.last_name) = plain_text(${lastName})
      and c.merged_into is null
      and (c.dob = ${dob}::date or lower(c.main_email) = lower(nullif(${email}, '')) or c.main_phone = ${phone})
      and not (c.dob is not null and ${dob}::date is not null and c.dob <> ${dob}::date)
      and not exists (select from users where contact_id = c.id) and not exists (select from agents where contact_id = c.id)
      and ${visibleContacts(call.user.visibility('Customer'))}
    order by customer desc, c.id limit 1 for no key update of c`.execute(db)
  return rows[0]
}

const maxAddress = 95

/**
 * Adds what is known of the address if the contact has none, also without a street, which the page of the customer then asks
 * for. A city that is not in the list is kept in the street's line.
 */
async function addAddress(db: Db, id: number, { address, city, state, zipCode }: ApplicantAddress): Promise<void> {
  if (!(address || city || state || zipCode)) return
  await sql`
    insert into contact_addresses (contact_id, address, country_id, state_id, city_id, zip_code)
    select ${id}, left(concat_ws(', ', nullif(${address}, ''), case when ci.id is null then nullif(${city}, '') end), ${maxAddress}),
      (select id from countries where code = 'US'), s.id, ci.id, regexp_replace(${zipCode}, '\\D', '', 'g')
    from (select ${state}::text as code) given
    left join states s on s.code = given.code
    left join lateral (
      select id from cities where state_id = s.id and plain_text(name) = plain_text(${city}) order by id limit 1) ci on true
    where not exists (select from contact_addresses where contact_id = ${id})`.execute(db)
}
