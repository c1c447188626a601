import { copyRows, moveIdentities } from '../../platform/db/bulk-load.ts'
import type { LentConnection } from '../../platform/db/connection.ts'
import { plusDays } from '../demo-calendar.ts'
import { DemoRandom, weighted } from '../demo-random.ts'
import { asian, black, english, spanish } from './demo-names.ts'
import { demoEmail, demoPhone } from './demo-people.ts'

const wanted = 3_000
/** Triggers that copy the first email, phone and address; the rows below include the copies. */
const copying = [
  ['contact_emails', 'contact_emails_main'],
  ['contact_phones', 'contact_phones_main'],
  ['contact_addresses', 'contact_addresses_main'],
] as const

interface Insured {
  /** Formatted as by PostgreSQL. */
  id: string
  firstName: string
  lastName: string
  dob: string | null
  email: string | null
  phone: string | null
  address: string | null
  zip: string | null
  agentId: string | null
  since: string | null
  active: boolean
  cityId: number | null
  stateId: number | null
}

/**
 * Creates about 3,000 customers from the insured of the demo's policies, with agent, languages and history, if there are none.
 * Deterministic for the same policies.
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
  const people = rows.map((insured, at) => personOf(insured, Number(ids[0]?.next) + at + 1, today))
  for (const [table, trigger] of copying) await client.query(`alter table ${table} disable trigger ${trigger}`)
  await copyPeople(client, people)
  for (const [table, trigger] of copying) await client.query(`alter table ${table} enable trigger ${trigger}`)
  await moveIdentities(client, ['contacts'])
  await client.query('analyze contacts, contact_emails, contact_phones, contact_addresses, customers, status_changes')
}

interface DemoCustomer {
  id: string
  insured: Insured
  email: string
  phone: string
  sex: 'F' | 'M'
  created: string
  citizen: boolean
  language: string
  /** Status history; the first entry is at creation. */
  steps: { statusId: number; at: string; comment: string }[]
}

const women = new Set([...english.women, ...spanish.women, ...black.women, ...asian.women])
const hispanic = new Set(spanish.families)

const called = [
  'Called and explained the plan.',
  'Answered the questions about the network.',
  'Left a message, called back the same day.',
  'Spoke about the documents that are missing.',
]
const lost = [
  'Coverage ended, wants to think about it.',
  'Went to another agency.',
  'Has coverage by the employer now.',
]
const ends = weighted<number>([
  [3, 78],
  [2, 12],
  [4, 7],
  [5, 3],
])

function personOf(insured: Insured, id: number, today: string): DemoCustomer {
  const random = new DemoRandom(3016, Number(insured.id))
  const began = insured.since && insured.since < today ? insured.since : today
  const created = plusDays(began, -random.between(2, 24))
  const end = insured.active ? ends(random) : random.chance(0.93) ? 4 : 5
  const steps = [{ statusId: 1, at: created, comment: '' }]
  const step = (statusId: number, days: number, comment: string) => {
    const at = plusDays(steps.at(-1)?.at ?? created, days)
    if (at < today) steps.push({ statusId, at, comment })
  }
  if (!random.chance(0.05)) {
    step(2, random.between(0, 4), random.pick(called))
    if (end !== 2) step(3, random.between(1, 9), 'Enrolled.')
    if (end > 3) step(end, random.between(60, 240), end === 5 ? 'Asked not to be called again.' : random.pick(lost))
  }
  const spanishSpoken = hispanic.has(insured.lastName.split(' ')[0] ?? '') && random.chance(0.7)
  return {
    id: String(id),
    insured,
    email: insured.email ?? demoEmail(random, insured.firstName, insured.lastName),
    phone: insured.phone ?? demoPhone(random, '305'),
    sex: women.has(insured.firstName) ? 'F' : 'M',
    created: noon(created, random),
    citizen: random.chance(0.82),
    language: spanishSpoken ? '2' : '1',
    steps: steps.map((entry) => ({ ...entry, at: noon(entry.at, random) })),
  }
}

/** A time during the working day. */
function noon(day: string, random: DemoRandom): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${day}T${two(random.between(14, 22))}:${two(random.between(0, 59))}:00Z`
}

async function copyPeople(client: LentConnection, people: readonly DemoCustomer[]): Promise<void> {
  const country = '1'
  await copyRows(
    client,
    `contacts (id, first_name, last_name, dob, sex, agent_id, created_at, updated_at, main_email, main_phone,
      main_country_id, main_state_id)`,
    people.map(({ id, insured, email, phone, sex, created }) => [
      ...[id, insured.firstName, insured.lastName, insured.dob ?? '', sex, insured.agentId ?? '', created, created],
      ...[email, phone, insured.address === null ? '' : country, insured.address === null ? '' : text(insured.stateId)],
    ]),
  )
  await copyRows(
    client,
    'contact_emails (contact_id, email)',
    people.map(({ id, email }) => [id, email]),
  )
  await copyRows(
    client,
    'contact_phones (contact_id, phone)',
    people.map(({ id, phone }) => [id, phone]),
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
    people.map(({ id, steps, citizen, language, created }) => [
      ...[id, String(steps.at(-1)?.statusId ?? 1), citizen ? 't' : 'f', language, language, created],
    ]),
  )
  await copyRows(
    client,
    'status_changes (record_id, kind, status_id, comment, created_at, ended_at)',
    people.flatMap(({ id, steps }) =>
      steps.map(({ statusId, at, comment }, index) => [
        ...[id, 'customer', String(statusId), comment || 'Came with a policy.', at, steps[index + 1]?.at ?? ''],
      ]),
    ),
  )
  await copyRows(
    client,
    'record_changes (record_id, entity, version, action, at, changes)',
    people.map(({ id, created }) => [id, 'customer', '1', 'Created', created, '[]']),
  )
}

function text(id: number | null): string {
  return id === null ? '' : String(id)
}
