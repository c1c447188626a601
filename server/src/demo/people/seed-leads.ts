import { copyRows } from '../../platform/db/bulk-load.ts'
import type { LentConnection } from '../../platform/db/connection.ts'
import { plusDays } from '../demo-calendar.ts'
import { DemoRandom, weighted } from '../demo-random.ts'
import { type DemoWorld, demoPolicy } from '../policies/demo-policies.ts'
import { pickAgent, signedInAgentId } from './demo-agents.ts'
import { demoPerson } from './demo-people.ts'

const leadCount = 1_500
/** One in this many leads already has a policy with the agency. */
const known = 6

/** Dispositions of status.lead by frequency; 0: not called yet. */
const disposition = weighted<number>([
  [0, 38],
  [1, 17],
  [2, 13],
  [3, 11],
  [4, 8],
  [5, 6],
  [6, 3],
  [7, 2],
  [8, 2],
])

const calls = [
  'Rang twice, no answer. Will try again in the evening.',
  'Wants a plan with the family doctor in the network; sent the list of providers.',
  'Income changes in spring, asked to be called back then.',
  'Speaks Spanish only. Call after 5 pm.',
  'Compared silver and bronze, leans to silver because of the deductible.',
]

/**
 * Seeds leads if there are none: some unassigned, some known from policies, with dispositions of the last two months and a few
 * notes. `userId` is their author.
 */
export async function seedLeads(
  client: LentConnection,
  madeWorld: () => Promise<DemoWorld>,
  userId: number,
): Promise<void> {
  const { rows } = await client.query<{ filled: boolean }>('select exists (select from leads) as filled')
  if (rows[0]?.filled) return
  const world = await madeWorld()
  await copyRows(
    client,
    `leads (id, ffm_application_id, source, first_name, last_name, dob, sex, phone, address, city, state, zip_code, plan,
      agent_id, status_id, status_at, created_at, updated_at)`,
    Array.from({ length: leadCount }, (_, at) => leadOf(world, at + 1)),
  )
  await client.query(`select setval(pg_get_serial_sequence('leads', 'id'), $1)`, [leadCount])
  await client.query(
    `insert into status_changes (kind, record_id, status_id, created_at, created_by)
     select 'lead', id, status_id, status_at, $1 from leads where status_id is not null`,
    [userId],
  )
  await client.query(
    `insert into notes (kind, record_id, body, created_at, created_by)
     select 6, id, ($2::text[])[1 + id % $3], coalesce(status_at, created_at) + interval '4 minutes', $1
     from leads where status_id is not null and id % 9 = 0`,
    [userId, calls, calls.length],
  )
  await client.query('select match_lead_contacts(array(select id from leads))')
}

function leadOf(world: DemoWorld, id: number): readonly string[] {
  const random = new DemoRandom(61, id)
  const policy = id % known === 0 ? demoPolicy(world, id) : null
  const place = policy?.place ?? world.pickPlace(random)
  const person = policy?.person ?? demoPerson(random, place, world.today)
  const age = random.between(2, 61)
  const came = `${plusDays(world.today, -age)}T${14 + random.between(0, 6)}:${10 + random.between(0, 49)}:00Z`
  const statusId = disposition(random)
  const called = `${plusDays(world.today, -random.between(1, age - 1))}T${14 + random.between(0, 6)}:${10 + random.between(0, 49)}:00Z`
  const agentId = random.chance(0.3) ? '' : String(random.chance(0.08) ? signedInAgentId : pickAgent(random))
  const plan = random.chance(0.7) ? random.pick(plans) : ''
  return [
    String(id),
    String(4_100_000_000 + id * 97),
    'csv',
    person.firstName,
    person.lastName,
    person.dob,
    person.sex,
    person.phone,
    person.address,
    place.city,
    place.state,
    place.zip,
    plan,
    agentId,
    statusId === 0 ? '' : String(statusId),
    statusId === 0 ? '' : called,
    came,
    statusId === 0 ? came : called,
  ]
}

const plans = [
  'Ambetter Essential Care: Balanced Silver with Virtual PCP',
  'Blue Options Bronze 24J01',
  'Molina Constant Care Silver 7',
  'Oscar Simple Gold',
  'Bright Silver 4000 with No Referrals Required',
]
