import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** What the code of an attempt permits: the second step of a login, or only to set a password. */
export type AttemptPurpose = 'second_factor' | 'reset'

/** A sign-in or reset that is under way. */
export interface Attempt {
  id: string
  userId: number
  failures: number
}

/** Code of a link: 192 random bits. */
export const newLinkCode = (): string => randomBytes(24).toString('base64url')

/** Hash under which the code of a link is stored. */
export const linkCodeHash = (code: string): Buffer => createHash('sha256').update(code).digest()

/** Begins an attempt and gives its code, 192 random bits, of which only the hash is kept; good for `minutes`, once. */
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

/** The live attempt of a code, locked until the transaction ends, so that one code does one thing once. */
export async function lockAttempt(db: Db, code: string, purpose: AttemptPurpose): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`
    select a.id, a.user_id as "userId", a.failures from sign_in_attempts a join users u on u.id = a.user_id
    where a.code_hash = ${linkCodeHash(code)} and a.purpose = ${purpose} and a.ended_at is null and a.expires_at > now() and u.enabled
    for update of a`.execute(db)
  return rows[0]
}

/** Ends an attempt: its code is worth nothing any more. */
export async function endAttempt(db: Db, id: string): Promise<void> {
  await sql`update sign_in_attempts set ended_at = now() where id = ${id}`.execute(db)
}
