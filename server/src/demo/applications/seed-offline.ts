import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { cardBrand } from '@coverdesk/domain/fields/payment-card.ts'
import { incomeTypes, migratoryStatuses } from '@coverdesk/domain/offline/offline-fields.ts'
import { type NumberColumn, sealedNumber } from '../../offline/sealed-numbers.ts'
import { type Connection, withConnection } from '../../platform/db/connection.ts'
import type { FieldSealer } from '../../platform/secrets/sealed-field.ts'
import { DemoRandom } from '../demo-random.ts'

/** Number of applications; agent@demo.test entered the first ones. */
const howMany = 40
const ofDemoAgent = 8
const seed = 20_777

/** Test card numbers published by the card companies. */
const testCards = ['4111111111111111', '5555555555554444', '378282246310005', '6011111111111117'] as const
const plans = ['Silver 73', 'Bronze 60 Standard', 'Gold 80 Simple Choice', 'Silver 87', ''] as const
const employers = ['Bayside Laundry', 'Palm Roofing', 'Sunset Daycare', 'Harbor Freight Lines'] as const

interface Insured {
  firstName: string
  lastName: string
  dob: string
  address: string
  city: string
  state: string
  zipCode: string
  email: string | null
  phone: string | null
  userId: string
  agentId: string
}

/**
 * Seeds offline applications of people with policies, with members and cards, the first ones processed, if there are none.
 * Social security numbers start with 900, which is never issued.
 */
export async function seedOfflineDemo(url: string, { sealer, now }: { sealer: FieldSealer; now: Date }): Promise<void> {
  await withConnection(url, 'demo', async (client) => {
    await client.query('begin')
    // Serializes two servers that start at the same time.
    await client.query('lock table offline_applications in share row exclusive mode')
    const { rows } = await client.query<{ wanted: boolean }>(
      `select exists (select from agents where login_email = 'agent@demo.test')
         and not exists (select from offline_applications) as wanted`,
    )
    if (rows[0]?.wanted)
      for (const [index, insured] of (await applicants(client)).entries())
        await addApplication(client, sealer, { index, insured, now })
    await client.query('commit')
  })
}

/** Insured adults, most of them clients of the demo agent, each with the agent's user. */
async function applicants(client: Connection): Promise<Insured[]> {
  const { rows } = await client.query<Insured>(
    `with agent as (
       select a.id, u.id as user_id, a.login_email = 'agent@demo.test' as demo, row_number() over (order by a.id) as place
       from agents a join users u on u.contact_id = a.contact_id),
     insured as (
       select p.*, agent.user_id, agent.demo, row_number() over (partition by p.agent_id order by p.id) as nth
       from agent cross join lateral (
         select * from policies p where p.agent_id = agent.id and p.dob between '1960-01-01' and '2000-01-01'
           and p.phone ~ '^\\d{10}$' and length(p.address) > 0 order by p.id limit ${ofDemoAgent}) p)
     select first_name as "firstName", last_name as "lastName", dob::text as dob, address, city, state, zip_code as "zipCode",
       email, phone, user_id::text as "userId", agent_id::text as "agentId"
     from insured where demo or nth <= 2
     order by demo desc, nth, id limit ${howMany}`,
  )
  return rows
}

async function addApplication(
  client: Connection,
  sealer: FieldSealer,
  { index, insured, now }: { index: number; insured: Insured; now: Date },
): Promise<void> {
  const random = new DemoRandom(seed, index)
  const id = await nextId(client, 'offline_applications')
  const number = (column: NumberColumn, row: number, digits: string | null) => sealedNumber(sealer, column, row, digits)
  const ssn = number({ table: 'offline_applications', column: 'ssn_sealed' }, id, fakeSsn(index * 5))
  const digits = random.chance(0.6) ? random.pick(testCards) : null
  const card = number({ table: 'offline_applications', column: 'card_number_sealed' }, id, digits)
  const createdAt = new Date(now.getTime() - (index * 31 + random.between(2, 20)) * 3_600_000)
  const processed = index >= 12 ? new Date(createdAt.getTime() + random.between(4, 40) * 3_600_000) : null
  const members = random.between(0, 3)
  const type = random.pick(incomeTypes)
  const row: Record<string, unknown> = {
    id,
    agent_id: insured.agentId,
    created_by: insured.userId,
    created_at: createdAt,
    created_on: todayIn(createdAt),
    source_id: random.between(1, 6),
    first_time_on_marketplace: random.chance(0.4),
    first_name: insured.firstName,
    middle_name: '',
    last_name: insured.lastName,
    dob: insured.dob,
    sex: random.chance(0.5) ? 'F' : 'M',
    apply: true,
    ssn_sealed: ssn.sealed,
    ssn_search: ssn.search,
    ssn_last4: ssn.last4,
    migratory_status: random.pick(migratoryStatuses),
    phone: insured.phone,
    email: insured.email ?? '',
    language: random.chance(0.5) ? 'es' : 'en',
    address: insured.address.slice(0, 95),
    zip_code: insured.zipCode,
    city: insured.city,
    state: insured.state,
    married: members > 0,
    total_members: members + 1,
    annual_household_income: `${random.between(24, 90)}000.00`,
    accounting_service_requested: random.chance(0.2),
    type_of_income: type,
    annual_income: type === 'unemployed' ? '0.00' : `${random.between(18, 60)}500.00`,
    employer_name: type === 'employed' ? random.pick(employers) : '',
    employer_phone: type === 'employed' ? '3055550199' : null,
    plan_selected: random.pick(plans),
    monthly_payment: `${random.between(0, 240)}.00`,
    card_number_sealed: card.sealed,
    card_number_search: card.search,
    card_last4: card.last4,
    card_brand: digits ? cardBrand(digits) : null,
    card_exp_date: digits ? '12/31' : null,
    card_first_name: digits ? insured.firstName : '',
    card_last_name: digits ? insured.lastName : '',
    member_count: members,
    processed_at: processed && processed < now ? processed : null,
    processed_by: processed && processed < now ? insured.userId : null,
    held: index === 20,
    held_reason: index === 20 ? 'Complaint about the card' : '',
  }
  await insert(client, 'offline_applications', row)
  for (let position = 0; position < members; position++)
    await addMember(client, sealer, { random, insured, applicationId: id, position, nth: index * 5 + position + 1 })
}

async function addMember(
  client: Connection,
  sealer: FieldSealer,
  of: { random: DemoRandom; insured: Insured; applicationId: number; position: number; nth: number },
): Promise<void> {
  const { random, insured, applicationId, position, nth } = of
  const id = await nextId(client, 'offline_app_members')
  const spouse = position === 0
  const ssn = sealedNumber(sealer, { table: 'offline_app_members', column: 'ssn_sealed' }, id, fakeSsn(nth))
  const year = spouse ? random.between(1965, 1998) : random.between(2010, 2024)
  await insert(client, 'offline_app_members', {
    id,
    application_id: applicationId,
    position,
    relation: spouse ? 'spouse' : 'child',
    first_name: random.pick(['Ana', 'Luis', 'Sofia', 'Mateo', 'Grace', 'Owen', 'Camila', 'Eli']),
    middle_name: '',
    last_name: insured.lastName,
    dob: `${year}-0${random.between(1, 9)}-1${random.between(0, 9)}`,
    sex: random.chance(0.5) ? 'F' : 'M',
    apply: random.chance(0.9),
    ssn_sealed: ssn.sealed,
    ssn_search: ssn.search,
    ssn_last4: ssn.last4,
    type_of_income: spouse ? 'self_employed' : null,
    annual_income: spouse ? `${random.between(8, 40)}000.00` : null,
    employer_name: '',
  })
}

const fakeSsn = (nth: number) => `900${String(100_000 + nth * 37).slice(0, 6)}`

async function nextId(client: Connection, table: string): Promise<number> {
  const { rows } = await client.query<{ id: string }>(`select nextval(pg_get_serial_sequence('${table}', 'id')) as id`)
  return Number(rows[0]?.id)
}

async function insert(client: Connection, table: string, row: Record<string, unknown>): Promise<void> {
  const names = Object.keys(row)
  await client.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  )
}
