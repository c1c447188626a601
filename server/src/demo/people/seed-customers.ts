import { copyRows, moveIdentities } from '../../platform/db/bulk-load.ts'
import type { LentConnection } from '../../platform/db/connection.ts'
import { type DemoCustomer, demoCustomer, type Insured } from './demo-customer.ts'
import { enteredTwice } from './entered-twice.ts'
import { withClientContacts } from './with-client-contacts.ts'

const wanted = 3_000
/** Triggers that copy the first email, phone and address; the rows below include the copies. */
const copying = [
  ['contact_emails', 'contact_emails_main'],
  ['contact_phones', 'contact_phones_main'],
  ['contact_addresses', 'contact_addresses_main'],
] as const

/**
 * Creates about 3,000 customers from the insured of the demo's policies, with agent, languages and history, if there are none.
 * A few dozen are entered twice. Deterministic for the same policies.
 */
export async function seedCustomers(client: LentConnection, today: string): Promise<void> {
  const { rows: there } = await client.query('select from customers limit 1')
  if (there.length > 0) return
  const { rows } = await client.query<Insured>(
    `select p.id, p.first_name as "firstName", p.last_name as "lastName", p.dob::text, p.email, p.phone, p.address,
       p.zip_code as zip, p.agent_id::text as "agentId", p.effective_date::text as since,
       p.status in ('Active', 'Pending') as active, ci.id as "cityId", s.id as "stateId"
     from policies p
     left join states s on s.code = p.state
     left join cities ci on ci.state_id = s.id and ci.name = p.city
     where p.dob < $2::date - interval '18 years' and p.id % greatest(1, (select count(*) from policies) / $1) = 0
     order by p.id limit $1`,
    [wanted, today],
  )
  if (rows.length === 0) return
  const { rows: ids } = await client.query<{ next: string }>('select coalesce(max(id), 0) as next from contacts')
  const next = Number(ids[0]?.next) + 1
  const once = withClientContacts(rows.map((insured, at) => demoCustomer(insured, next + at, today)))
  const people = [...once, ...enteredTwice(once, next + once.length, today)]
  for (const [table, trigger] of copying) await client.query(`alter table ${table} disable trigger ${trigger}`)
  await copyPeople(client, people)
  for (const [table, trigger] of copying) await client.query(`alter table ${table} enable trigger ${trigger}`)
  await moveIdentities(client, ['contacts'])
  await client.query('analyze contacts, contact_emails, contact_phones, contact_addresses, customers, status_changes')
}

async function copyPeople(client: LentConnection, people: readonly DemoCustomer[]): Promise<void> {
  const country = '1'
  const customers = people.filter(({ isCustomer }) => isCustomer)
  await copyRows(
    client,
    `contacts (id, first_name, last_name, dob, sex, agent_id, created_at, updated_at, main_email, main_phone,
      main_country_id, main_state_id)`,
    people.map(({ id, insured, email, phone, sex, created }) => [
      id,
      insured.firstName,
      insured.lastName,
      insured.dob ?? '',
      sex,
      insured.agentId ?? '',
      created,
      created,
      email,
      phone,
      insured.address === null ? '' : country,
      insured.address === null ? '' : text(insured.stateId),
    ]),
  )
  await copyRows(
    client,
    'contact_emails (contact_id, email)',
    people.flatMap(({ id, email }) => (email === '' ? [] : [[id, email]])),
  )
  await copyRows(
    client,
    'contact_phones (contact_id, phone)',
    people.flatMap(({ id, phone }) => (phone === '' ? [] : [[id, phone]])),
  )
  await copyRows(
    client,
    'contact_addresses (contact_id, address, country_id, state_id, city_id, zip_code)',
    people.flatMap(({ id, insured: { address, stateId, cityId, zip } }) =>
      address === null ? [] : [[id, address, country, text(stateId), text(cityId), zip ?? '']],
    ),
  )
  await copyRows(
    client,
    'customers (contact_id, status_id, us_citizen, language_speak_id, language_mail_id, created_at)',
    customers.map(({ id, steps, citizen, language, created }) => [
      id,
      String(steps.at(-1)?.statusId ?? 1),
      citizen ? 't' : 'f',
      language,
      language,
      created,
    ]),
  )
  await copyRows(
    client,
    'status_changes (record_id, kind, status_id, comment, created_at, ended_at)',
    customers.flatMap(({ id, steps }) =>
      steps.map(({ statusId, at, comment }, index) => [
        id,
        'customer',
        String(statusId),
        comment || 'Came with a policy.',
        at,
        steps[index + 1]?.at ?? '',
      ]),
    ),
  )
  await copyRows(
    client,
    'record_changes (record_id, entity, version, action, at, changes)',
    people.map(({ id, isCustomer, created }) => [
      id,
      isCustomer ? 'customer' : 'contact',
      '1',
      'Created',
      created,
      '[]',
    ]),
  )
}

function text(id: number | null): string {
  return id === null ? '' : String(id)
}
