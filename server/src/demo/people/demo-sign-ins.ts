import { allClaims, viewClaims } from '@coverdesk/domain/access/all-claims.ts'
import type { Role } from '@coverdesk/domain/access/rights.ts'
import { createUser } from '../../access/accounts/create-user.ts'
import { type Connection, withConnection } from '../../platform/db/connection.ts'
import { demoAgentEmail } from './demo-agents.ts'

/** Shared password of the demo accounts. */
export const demoPassword = 'Coverdesk-Demo1'
/** Suffix of the demo accounts; the domain is reserved (RFC 6761). */
export const demoDomain = '@demo.test'

interface SignIn {
  userName: string
  firstName: string
  lastName: string
  roles: readonly Role[]
  claims: readonly string[]
  hasFullAgentAccess: boolean
  /** Type of generic list 8: 1 Agent, 2 Employee, 3 Customer, 4 Consumer. */
  typeId: number
  phone: string
  what: string
}

export const demoUsers: readonly SignIn[] = [
  {
    userName: `admin${demoDomain}`,
    firstName: 'Ana',
    lastName: 'Beltrán',
    roles: ['administrator', 'securityadmin', 'agent'],
    claims: allClaims,
    hasFullAgentAccess: true,
    typeId: 2,
    phone: '3055550111',
    what: 'sees and may do everything',
  },
  {
    userName: demoAgentEmail,
    firstName: '',
    lastName: '',
    roles: ['agent'],
    claims: viewClaims,
    hasFullAgentAccess: false,
    typeId: 1,
    phone: '3055550112',
    what: 'an agent, sees the own book',
  },
  {
    userName: `security${demoDomain}`,
    firstName: 'Denise',
    lastName: 'Harper',
    roles: ['securityadmin', 'agent'],
    claims: [],
    hasFullAgentAccess: false,
    typeId: 2,
    phone: '3055550113',
    what: 'looks after users',
  },
  {
    userName: `customer${demoDomain}`,
    firstName: 'Lucía',
    lastName: 'Quintero',
    roles: ['customer'],
    claims: [],
    hasFullAgentAccess: false,
    typeId: 3,
    phone: '4075550114',
    what: 'a customer',
  },
  {
    userName: `consumer${demoDomain}`,
    firstName: 'Travis',
    lastName: 'Holloway',
    roles: ['consumer'],
    claims: [],
    hasFullAgentAccess: false,
    typeId: 4,
    phone: '8135550115',
    what: 'a consumer',
  },
  {
    userName: `norole${demoDomain}`,
    firstName: 'Grace',
    lastName: 'Pham',
    roles: [],
    claims: [],
    hasFullAgentAccess: false,
    typeId: 4,
    phone: '7135550116',
    what: 'has no role yet',
  },
]

/**
 * Creates the six demo accounts and links each to the contact with its email address, if there is one. Returns the id of
 * admin@demo.test. They are older than the records that they wrote before `today`. Must run in a transaction on a database
 * without users.
 */
export async function addDemoUsers(client: Connection, today: string): Promise<number> {
  for (const user of demoUsers) await addDemoUser(client, user)
  await client.query(`update users set created_at = $1::date - interval '1600 days'`, [today])
  const { rows } = await client.query<{ id: string }>('select id from users where user_name = $1', [
    demoUsers[0]?.userName,
  ])
  return Number(rows[0]?.id)
}

async function addDemoUser(client: Connection, user: SignIn): Promise<void> {
  const contact = await client.query<{ contact_id: string }>(
    'select contact_id from contact_emails where email = $1 order by id limit 1',
    [user.userName],
  )
  const contactId = contact.rows[0] ? Number(contact.rows[0].contact_id) : undefined
  const id = await createUser(client, { ...user, password: demoPassword, contactId })
  await client.query(`update users set type_id = $2, phone = $3, org = 'Coverdesk' where id = $1`, [
    id,
    user.typeId,
    user.phone,
  ])
}

/** Lines that the start prints: the accounts of the demo, if it is loaded. */
export async function demoSignIns(url: string): Promise<string[]> {
  const there = await withConnection(url, 'start', hasAccounts)
  if (!there) return []
  const width = Math.max(...demoUsers.map(({ userName }) => userName.length))
  return [
    `Sign in to the demo with the password ${demoPassword} as`,
    ...demoUsers.map(({ userName, what }) => `  ${userName.padEnd(width)}  ${what}`),
  ]
}

async function hasAccounts(client: Connection): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select exists (select from users where user_name like '%${demoDomain}') as there`,
  )
  return rows[0]?.there ?? false
}
