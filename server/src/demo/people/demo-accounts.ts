import { viewClaims } from '@coverdesk/domain/access/all-claims.ts'
import type { Role } from '@coverdesk/domain/access/rights.ts'
import { hashOfNoPassword } from '../../platform/auth/password-hash.ts'
import type { LentConnection } from '../../platform/db/connection.ts'
import { plusDays } from '../demo-calendar.ts'
import { DemoRandom } from '../demo-random.ts'
import { type DemoAgent, demoAgents, signedInAgentId } from './demo-agents.ts'
import { demoPhone } from './demo-people.ts'
import { demoDomain } from './demo-sign-ins.ts'

/** A demo account that cannot sign in: it has no password until a reset. */
interface DemoAccount {
  userName: string
  email: string
  phone: string
  /** Type of generic list 8: 1 Agent, 2 Employee, 3 Customer, 4 Consumer. */
  typeId: number
  language: 'en' | 'es'
  org: string
  enabled: boolean
  roles: readonly Role[]
  claims: readonly string[]
  /** Ids of other agents whose records the account can see. */
  visibility: readonly number[]
  /** Days before today. */
  ageInDays: number
}

/** Offices of the agency by the agents' location. */
const orgs = ['Coverdesk', 'Coverdesk Miami', 'Coverdesk Orlando']

const office: readonly (readonly [
  firstName: string,
  lastName: string,
  roles: readonly Role[],
  claims: readonly string[],
])[] = [
  ['Harriet', 'Lindqvist', ['agent', 'administrator'], [...viewClaims, 'admin.Policy', 'admin.UploadFile']],
  ['Owen', 'Castellanos', ['agent', 'administrator'], [...viewClaims, 'admin.Statement', 'admin.AgentPayment']],
  ['Priya', 'Raman', ['agent'], ['view.customer', 'view.Lead', 'admin.Lead', 'TelephonyAgent']],
  ['Dolores', 'Whitfield', ['agent'], ['view.Application', 'admin.Application', 'load.application']],
  ['Marcus', 'Obi', [], []],
]

/** Adds the accounts of the demo's agents and office. Must run in the transaction of the seed. */
export async function addDemoAccounts(client: LentConnection, today: string): Promise<void> {
  for (const agent of demoAgents())
    if (agent.id !== signedInAgentId) await addAccount(client, today, agentAccount(agent), agent.loginEmail)
  for (const [at, [firstName, lastName, roles, claims]] of office.entries()) {
    const account = officeAccount(at, { firstName, lastName, roles, claims })
    await addPerson(client, firstName, lastName, account.email)
    await addAccount(client, today, account, account.email)
  }
}

function agentAccount(agent: DemoAgent): DemoAccount {
  const random = new DemoRandom(80, agent.id)
  // Two incomplete accounts: without a role, or without a claim.
  const roles: readonly Role[] = agent.id === 31 ? [] : ['agent']
  const claims = roles.length === 0 || agent.id === 24 ? [] : viewClaims.filter(() => random.chance(0.85))
  return {
    userName: agent.loginEmail.replace(/@.*$/, demoDomain),
    email: agent.loginEmail,
    phone: agent.phone,
    typeId: 1,
    language: random.chance(0.4) ? 'es' : 'en',
    org: orgs[agent.locationId - 1] ?? 'Coverdesk',
    enabled: agent.statusId === 1,
    roles,
    claims: random.chance(0.3) ? [...claims, 'TelephonyAgent'] : claims,
    // Team leaders can see the records of their team.
    visibility: agent.id % 10 === 0 ? [agent.id, agent.id - 1, agent.id - 2] : [],
    ageInDays: random.between(1_100, 1_500),
  }
}

function officeAccount(
  at: number,
  {
    firstName,
    lastName,
    roles,
    claims,
  }: { firstName: string; lastName: string; roles: readonly Role[]; claims: readonly string[] },
): DemoAccount {
  const random = new DemoRandom(81, at)
  const name = `${firstName}.${lastName}`.toLowerCase()
  return {
    userName: `${name}${demoDomain}`,
    email: `${name}@example.com`,
    phone: demoPhone(random, '305'),
    typeId: 2,
    language: 'en',
    org: 'Coverdesk',
    enabled: true,
    roles,
    claims,
    visibility: [],
    ageInDays: random.between(1_100, 1_500),
  }
}

/** Contact of an office account, unless an earlier demo created it. */
async function addPerson(client: LentConnection, firstName: string, lastName: string, email: string): Promise<void> {
  await client.query(
    `with person as (
       insert into contacts (first_name, last_name)
       select $1, $2 where not exists (select from contact_emails where email = $3) returning id)
     insert into contact_emails (contact_id, email) select id, $3 from person`,
    [firstName, lastName, email],
  )
}

async function addAccount(
  client: LentConnection,
  today: string,
  account: DemoAccount,
  contactEmail: string,
): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `insert into users (user_name, email, phone, type_id, language, org, enabled, roles, claims, created_at, password_hash, contact_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::date + interval '14 hours', $11,
       (select contact_id from contact_emails where email = $12 order by id limit 1))
     returning id`,
    [
      account.userName,
      account.email,
      account.phone,
      account.typeId,
      account.language,
      account.org,
      account.enabled,
      account.roles,
      account.claims,
      plusDays(today, -account.ageInDays),
      hashOfNoPassword(),
      contactEmail,
    ],
  )
  for (const agentId of rows[0] ? account.visibility : [])
    await client.query(
      `insert into user_visibility (user_id, agent_id, resource_id) values ($1, $2, '__all__') on conflict do nothing`,
      [rows[0]?.id, String(agentId)],
    )
}
