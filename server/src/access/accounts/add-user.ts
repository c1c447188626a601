import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Call } from '../../platform/http/http-call.ts'
import { temporaryHours } from '../passwords/set-password.ts'
import { releaseUserName } from './release-user-name.ts'

/** A user to add, together with a contact record. */
export interface AddedUser {
  userName: string
  email: string
  firstName: string
  lastName: string
  phone: string | null
  language: 'en' | 'es'
  passwordHash: string
  roles: readonly string[]
  claims?: readonly string[]
  hasFullAgentAccess?: boolean
  typeId: number
  org: string | null
  /** The password was chosen by someone else and must be replaced within a day (P-12). */
  temporary: boolean
  /** An existing contact, or null for none; a new one is added if it is missing. */
  contactId?: number | null | undefined
}

/** Adds a user, and a contact if none is given; returns the user's id. Must run in a transaction. */
export async function addUser(db: Db, call: Pick<Call, 'audit'>, user: AddedUser): Promise<number> {
  await releaseUserName(db, call.audit, user.userName)
  const contactId = user.contactId === undefined ? await addContact(db, user) : user.contactId
  const { rows } = await sql<{ id: number }>`
    insert into users (user_name, email, phone, password_hash, roles, claims, has_full_agent_access, type_id, language, org, contact_id, temporary_until)
    values (${user.userName}, ${user.email}, ${user.phone}, ${user.passwordHash}, ${user.roles}, ${user.claims ?? []},
      ${user.hasFullAgentAccess ?? false}, ${user.typeId},
      ${user.language}, ${user.org}, ${contactId},
      case when ${user.temporary} then now() + make_interval(hours => ${temporaryHours}) end)
    returning id`.execute(db)
  return rows[0]?.id ?? fail('server.error')
}

async function addContact(
  db: Db,
  { firstName, lastName, email, phone }: Pick<AddedUser, 'firstName' | 'lastName' | 'email' | 'phone'>,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with person as (
      insert into contacts (first_name, last_name) values (${firstName}, ${lastName}) returning id),
    email as (
      insert into contact_emails (contact_id, email) select id, ${email} from person),
    phone as (
      insert into contact_phones (contact_id, phone) select id, ${phone ?? ''} from person where ${phone !== null})
    select id from person`.execute(db)
  return rows[0]?.id ?? fail('server.error')
}
