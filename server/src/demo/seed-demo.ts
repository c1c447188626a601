import { readGeography } from '../lookups/geography.ts'
import { loadGeography } from '../lookups/load-geography.ts'
import { bulkLoad, copyRows, moveIdentities } from '../platform/db/bulk-load.ts'
import { type LentConnection, withConnection } from '../platform/db/connection.ts'
import { isEmptyInstallation } from '../platform/installation/installation-kind.ts'
import { hasCode } from '../platform/runtime/boot-failure.ts'
import { seedApplications } from './applications/seed-applications.ts'
import { seedInternalApplications } from './applications/seed-internal-applications.ts'
import { deriveDemo } from './money/derive-demo.ts'
import { seedPayTerms } from './money/seed-pay-terms.ts'
import { seedPayments } from './money/seed-payments.ts'
import { seedScheduleDocuments } from './money/seed-schedule-documents.ts'
import { seedSchedules } from './money/seed-schedules.ts'
import { seedTermLoads } from './money/seed-term-loads.ts'
import { addDemoAccounts } from './people/demo-accounts.ts'
import { demoAgents } from './people/demo-agents.ts'
import { addDemoUsers } from './people/demo-sign-ins.ts'
import { seedAgentCredentials } from './people/seed-agent-credentials.ts'
import { seedCalls } from './people/seed-calls.ts'
import { seedConversations } from './people/seed-conversations.ts'
import { seedCustomers } from './people/seed-customers.ts'
import { seedFollowUps } from './people/seed-follow-ups.ts'
import { seedLeads } from './people/seed-leads.ts'
import { seedNotes } from './people/seed-notes.ts'
import { seedPto } from './people/seed-pto.ts'
import { demoCarriers } from './policies/demo-carriers.ts'
import { demoWorld } from './policies/demo-policies.ts'
import { bookTables, seedBook } from './policies/seed-book.ts'
import { seedCarriers, seedLoads } from './policies/seed-loads.ts'
import { seedUnpaid } from './policies/seed-unpaid.ts'
import { withoutIndexes } from './without-indexes.ts'

/** Advisory lock for concurrent starts; the number is arbitrary, but must never change. */
const demoTurn = 7_316_003

/**
 * Seeds an empty database with one agency in one transaction: agents, carriers, `size` policies with history, past imports,
 * 24 months of commissions and user accounts. Deterministic for the same `today` (YYYY-MM-DD) and size. Skipped if the database
 * has users or agency data. `url` belongs to the owner.
 */
export async function seedDemo(
  url: string,
  { size, today, say }: { size: number; today: string; say: (line: string) => void },
): Promise<void> {
  await loadGeography(url, say)
  const began = performance.now()
  const seeded = await bulkLoad(url, demoTurn, async (client) => {
    if (!(await isEmptyInstallation(client))) return false
    say(`Seeding the demo with ${size.toLocaleString('en-US')} policies …`)
    await seedAll(client, { size, today, say })
    return true
  })
  if (!seeded) return
  await afterLoad(url)
  say('Comparing statements with schedules …')
  await deriveDemo(url, today)
  say(`The demo is seeded (${((performance.now() - began) / 1000).toFixed(1)} s).`)
}

async function seedAll(
  client: LentConnection,
  { size, today, say }: { size: number; today: string; say: (line: string) => void },
): Promise<void> {
  const world = demoWorld(today, await readGeography())
  await client.query(`set local work_mem = '128MB'`)
  await seedLocations(client)
  await seedAgents(client)
  const userId = await addDemoUsers(client, today)
  await addDemoAccounts(client, today)
  await seedCarriers(client, world)
  await seedAgentCredentials(client, today)
  await withoutIndexes(client, bookTables, async () => {
    const files = await seedBook(client, world, size, say)
    await seedLoads(client, world, { ...files, userId })
    say('Indexing …')
  })
  await moveIdentities(client, ['carriers', 'agents', 'contacts', 'policies', 'import_batches'])
  await client.query('analyze')
  say('Summing up …')
  for (const { id } of demoCarriers) {
    await client.query('select rebuild_commission_years($1)', [id])
    await client.query('select rebuild_policy_month_totals($1)', [id])
    await client.query('select rebuild_commission_tracks_of($1)', [id])
    await client.query(
      `select rebuild_commission_month_totals($1, (select coalesce(array_agg(distinct month), '{}') from commission_lines where carrier_id = $1))`,
      [id],
    )
  }
  await seedPeople(client, today, userId)
}

/** People other than agents. */
async function seedPeople(client: LentConnection, today: string, userId: number): Promise<void> {
  await seedCustomers(client, today)
  await seedNotes(client, today)
  const madeWorld = async () => demoWorld(today, await readGeography())
  await seedLeads(client, madeWorld, userId)
  await seedFollowUps(client, today, userId)
  await seedApplications(client, madeWorld)
  await seedInternalApplications(client, madeWorld, userId)
  await seedPto(client, today, userId)
  await seedPayments(client, userId)
  await seedUnpaid(client, userId)
  await seedSchedules(client, today)
  await seedScheduleDocuments(client, today, userId)
  await seedPayTerms(client, today, userId)
  await seedTermLoads(client, today, userId)
  await seedConversations(client, today)
  await seedCalls(client, today)
  await setPostalAddress(client)
}

/** Postal address of the demo agency. */
async function setPostalAddress(client: LentConnection): Promise<void> {
  const address = { street: '8200 NW 36th St', unit: 'Suite 210', city: 'Doral', state: 'FL', zipCode: '33166' }
  await client.query('update agency_settings set postal_address = $1 where postal_address is null', [address])
}

/** Offices of the demo agency; skipped if there are some. */
async function seedLocations(client: LentConnection): Promise<void> {
  await client.query(`
    insert into lookup_values (list, id, name, position, fixed)
    select 'generic.2', n, name, n, false from unnest(array['Main Office', 'Miami', 'Orlando']) with ordinality l(name, n)
    where not exists (select from lookup_values where list = 'generic.2')`)
}

/** Inserts agents with their contacts; ids continue after existing contacts, such as a first administrator's. */
async function seedAgents(client: LentConnection): Promise<void> {
  const { rows } = await client.query<{ next: string }>('select coalesce(max(id), 0) as next from contacts')
  const agents = demoAgents().map((agent) => ({ ...agent, contactId: String(Number(rows[0]?.next) + agent.id) }))
  await copyRows(
    client,
    'contacts (id, first_name, last_name, dob, sex)',
    agents.map(({ contactId, firstName, lastName, dob, sex }) => [contactId, firstName, lastName, dob, sex]),
  )
  await moveIdentities(client, ['contacts'])
  await copyRows(
    client,
    'contact_emails (contact_id, email)',
    agents.map(({ contactId, loginEmail }) => [contactId, loginEmail]),
  )
  await copyRows(
    client,
    'contact_phones (contact_id, phone)',
    agents.map(({ contactId, phone }) => [contactId, phone]),
  )
  await copyRows(
    client,
    'agents (id, contact_id, name, login_email, npn, agent_type_id, location_id, status_id)',
    agents.map(({ id, contactId, firstName, lastName, loginEmail, npn, typeId, locationId, statusId }) => [
      String(id),
      contactId,
      `${firstName} ${lastName}`,
      loginEmail,
      npn,
      String(typeId),
      String(locationId),
      String(statusId),
    ]),
  )
}

/**
 * Prepares a million new rows for fast queries, outside of the transaction: a role's statement timeout cannot be lifted behind
 * a pooler, so longer maintenance is left to autovacuum.
 */
async function afterLoad(url: string): Promise<void> {
  await withConnection(url, 'load', async (client) => {
    for (const table of ['policies', 'policy_changes', 'commission_lines', 'commission_years'])
      await client.query(`vacuum (analyze) ${table}`).catch((error) => {
        if (!hasCode(error, '57014')) throw error
      })
  })
}
