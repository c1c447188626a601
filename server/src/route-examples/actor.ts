import { argon2Sync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { password } from '../second-factor/factor-test-person.ts'
import type { TestApp } from '../testing/test-app.ts'
import type { Actor } from './example.ts'
import { userOf } from './example-records.ts'

/** Address of generated sign-ins. */
export const from = { address: '192.0.2.9', userAgent: 'test' }

const salt = randomBytes(16)
const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
/** Hash of `password` with a low cost, for the many users of the matrix. */
const cheapHash = `$argon2id$v=19$m=8,t=1,p=1$${unpadded(salt)}$${unpadded(
  argon2Sync('argon2id', { message: password, nonce: salt, tagLength: 32, memory: 8, passes: 1, parallelism: 1 }),
)}`
let npns = 5_000_000

/** A user with the given rights and everything that examples need. */
export async function actor(agency: TestApp, wish: Parameters<TestApp['person']>[0]): Promise<Actor> {
  const person = await agency.person({ npn: String(++npns), ...wish })
  const { contactId, userName } = await userOf(agency, person.userId)
  await sql`update users set password_hash = ${cheapHash}, email = user_name where id = ${person.userId}`.execute(
    agency.db,
  )
  return { ...person, contactId: contactId ?? 0, userName }
}

/** The same user with a new session, and the initial password and second factor, not invited. */
export async function refreshed(agency: TestApp, me: Actor): Promise<Actor> {
  await sql`update users set password_hash = ${cheapHash}, temporary_until = null, codes_by = '{}' where id = ${me.userId}`.execute(
    agency.db,
  )
  await sql`delete from user_authenticators where user_id = ${me.userId}`.execute(agency.db)
  await sql`delete from user_invitations where user_id = ${me.userId}`.execute(agency.db)
  return { ...me, token: await agency.services.sessions.begin(agency.db, me.userId, from) }
}
