import type { Role } from '@coverdesk/domain/access/rights.ts'
import { hashPassword } from '../../platform/auth/password-hash.ts'
import type { Connection } from '../../platform/db/connection.ts'

/** A user who can sign in; the user name is an email address. */
export interface NewUser {
  userName: string
  firstName: string
  lastName: string
  password: string
  roles: readonly Role[]
  claims: readonly string[]
  hasFullAgentAccess: boolean
  /** For a customer: their own application. */
  applicationId?: string
  /** The organization of a single-organization installation. */
  org?: string | null
  /** Name of the user type; Agent by default. */
  type?: 'Agent' | 'Employee'
  /** An existing contact; if missing, a contact is created. */
  contactId?: number
}

/**
 * Adds a user and stores the password as an Argon2id hash (P-03). The caller checks the password rule. Returns the new id,
 * or null if the user name is taken, ignoring case. Must run in a transaction.
 */
export async function createUser(client: Connection, user: NewUser): Promise<number | null> {
  const hash = await hashPassword(user.password)
  const { rows } = await client.query<{ id: string }>(
    `insert into users (user_name, email, password_hash, roles, claims, has_full_agent_access, application_id, org, type_id)
     values ($1, $1, $2, $3, $4, $5, $6, $7, (select id from lookup_values where list = 'generic.8' and name = $8))
     on conflict (lower(user_name)) do nothing returning id`,
    [
      user.userName,
      hash,
      user.roles,
      user.claims,
      user.hasFullAgentAccess,
      user.applicationId ?? null,
      user.org ?? null,
      user.type ?? 'Agent',
    ],
  )
  const id = rows[0]?.id
  if (!id) return null
  const contactId = user.contactId ?? (await createContact(client, user))
  await client.query('update users set contact_id = $2 where id = $1', [id, contactId])
  return Number(id)
}

async function createContact(client: Connection, { firstName, lastName, userName }: NewUser): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `with person as (insert into contacts (first_name, last_name) values ($1, $2) returning id)
     insert into contact_emails (contact_id, email) select id, $3 from person returning contact_id as id`,
    [firstName, lastName, userName.toLowerCase()],
  )
  return Number(rows[0]?.id)
}
