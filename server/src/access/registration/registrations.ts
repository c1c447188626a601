import { registrationHours } from '@coverdesk/domain/access/registration-hours.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { linkCodeHash, newLinkCode } from '../sign-in/sign-in-attempts.ts'

/** A public registration whose email address is not confirmed yet. */
export interface Registration {
  id: number
  userName: string
  email: string
  firstName: string
  lastName: string
  phone: string | null
  language: 'en' | 'es'
  passwordHash: string
  /** What the visitor entered at See Plans, if anything. */
  draft?: unknown
}

/** Stores a registration and returns the code of its link; only the code's hash is stored. */
export async function addRegistration(
  db: Db,
  registration: Omit<Registration, 'id'>,
): Promise<{ id: number; code: string }> {
  const code = newLinkCode()
  const { id } = await db
    .insertInto('registrations')
    .values({
      code_hash: linkCodeHash(code),
      user_name: registration.userName,
      email: registration.email,
      first_name: registration.firstName,
      last_name: registration.lastName,
      phone: registration.phone,
      language: registration.language,
      password_hash: registration.passwordHash,
      draft: registration.draft ? JSON.stringify(registration.draft) : null,
      expires_at: sql`now() + make_interval(hours => ${registrationHours})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, code }
}

/** Registration with this link code, locked until the transaction ends; undefined once it has expired. */
export async function lockRegistration(db: Db, code: string): Promise<Registration | undefined> {
  const { rows } = await sql<Registration>`
    select id, user_name as "userName", email, first_name as "firstName", last_name as "lastName", phone, language,
      password_hash as "passwordHash", draft
    from registrations where code_hash = ${linkCodeHash(code)} and expires_at > now() for update`.execute(db)
  return rows[0]
}

/** Deletes all registrations for a user name that is now taken. */
export async function deleteRegistrations(db: Db, userName: string): Promise<void> {
  await sql`delete from registrations where lower(user_name) = lower(${userName})`.execute(db)
}

/** Password hash of the newest registration for an account that is not a user yet. */
export async function pendingPasswordHash(db: Db, account: string): Promise<string | undefined> {
  const { rows } = await sql<{ hash: string }>`
    select password_hash as hash from registrations
    where lower(user_name) = ${account} and expires_at > now() order by id desc limit 1`.execute(db)
  return rows[0]?.hash
}
