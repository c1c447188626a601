import { copyRows } from '../../platform/db/bulk-load.ts'
import type { LentConnection } from '../../platform/db/connection.ts'
import { demoDomain, demoUsers } from '../people/demo-sign-ins.ts'
import type { DemoWorld } from '../policies/demo-policies.ts'
import { type DemoApplication, demoApplication } from './demo-application.ts'
import { seedClientConsents } from './seed-client-consents.ts'

const howMany = 320
/** Position of the application of customer@demo.test. */
const ofCustomer = 41
const customerName = `customer${demoDomain}`

/**
 * Seeds marketplace applications if there are none, with the sandbox exchange's own state, which is newer for some, and the
 * application of customer@demo.test.
 */
export async function seedApplications(client: LentConnection, madeWorld: () => Promise<DemoWorld>): Promise<void> {
  const { rows } = await client.query<{ filled: boolean }>(
    'select exists (select from marketplace_applications) as filled',
  )
  const customer = demoUsers.find(({ userName }) => userName === customerName)
  if (!rows[0]?.filled) {
    const world = await madeWorld()
    const made = Array.from({ length: howMany }, (_, at) =>
      demoApplication(world, at + 1, at + 1 === ofCustomer ? customer : undefined),
    )
    await copyRows(
      client,
      `marketplace_applications (exchange_assigned_id, snapshot_at, user_first_name, user_last_name, user_phone, user_email,
        user_address, user_city, user_county, user_state, user_zip_code, plan_name, carrier_id, carrier_name, agent_id,
        agent_npn, agent_name, sale_agent_id, aptc_elected, raw, created_at, updated_at)`,
      made.map(rowOf),
    )
    await copyRows(
      client,
      'sandbox_exchange_applications (exchange_assigned_id, document)',
      made.map(({ exchangeAssignedId, now }) => [exchangeAssignedId, JSON.stringify(now)]),
    )
    await seedClientConsents(client)
  }
  await client.query(
    `update users u set application_id = m.exchange_assigned_id from marketplace_applications m
     where u.user_name = $1 and u.application_id is null
       and m.user_first_name = $2 and m.user_last_name = $3`,
    [customerName, customer?.firstName, customer?.lastName],
  )
}

function rowOf(made: DemoApplication): readonly string[] {
  const {
    policy,
    exchangeAssignedId,
    snapshotAt,
    firstName,
    lastName,
    agentId,
    agentName,
    npn,
    saleAgentId,
    aptc,
    raw,
  } = made
  const { person, place, carrier, plan } = policy
  return [
    exchangeAssignedId,
    snapshotAt,
    firstName,
    lastName,
    person.phone,
    person.email,
    person.address,
    place.city,
    place.county,
    place.state,
    place.zip,
    plan,
    String(carrier.id),
    carrier.name,
    agentId,
    npn,
    agentName,
    saleAgentId,
    aptc,
    JSON.stringify(raw),
    snapshotAt,
    snapshotAt,
  ]
}
