import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { hasHadPassword } from '../invitations/has-had-password.ts'

/** What an attempt's code permits: the second step of a login, or only setting a password. */
export type AttemptPurpose = 'second_factor' | 'reset'

/** A pending sign-in or password reset. */
export interface Attempt {
  id: string
  userId: number
  failures: number
}

/** Code of a link: 192 random bits. */
export const newLinkCode = (): string => randomBytes(24).toString('base64url')

/** Hash under which the code of a link is stored. */
export const linkCodeHash = (code: string): Buffer => createHash('sha256').update(code).digest()

/** Starts an attempt and returns its code, valid once for `minutes`; only the code's hash is stored. */
export async function beginAttempt(
  db: Db,
  attempt: {
    userId: number
    purpose: AttemptPurpose
    minutes: number
    address: string
    userAgent: string | null
  },
): Promise<string> {
  const code = newLinkCode()
  await sql`
    insert into sign_in_attempts (id, code_hash, user_id, purpose, expires_at, address, user_agent)
    values (${randomUUID()}, ${linkCodeHash(code)}, ${attempt.userId}, ${attempt.purpose},
      now() + make_interval(mins => ${attempt.minutes}), ${attempt.address}, ${attempt.userAgent?.slice(0, 300) ?? null})`.execute(
    db,
  )
  return code
}

/**
 * Live attempt with this code, locked until the transaction ends, so that a code works only once. A reset sets no
 * first password: only an invitation does.
 */
export async function lockAttempt(db: Db, code: string, purpose: AttemptPurpose): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`
    select a.id, a.user_id as "userId", a.failures from sign_in_attempts a join users u on u.id = a.user_id
    where a.code_hash = ${linkCodeHash(code)} and a.purpose = ${purpose} and a.ended_at is null and a.expires_at > now() and u.enabled
      and (a.purpose <> 'reset' or ${sql.raw(hasHadPassword)})
    for update of a`.execute(db)
  return rows[0]
}

/** Ends an attempt and invalidates its code. */
export async function endAttempt(db: Db, id: string): Promise<void> {
  await sql`update sign_in_attempts set ended_at = now() where id = ${id}`.execute(db)
}
