import type { access } from '@coverdesk/domain/access/access-contract.ts'
import { type FailureCode, fail } from '@coverdesk/domain/failures.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit.ts'
import type { Db } from '../platform/database.ts'
import type { Handler } from '../platform/http-call.ts'
import { hashPassword, verifyPassword } from '../platform/password-hash.ts'
import { completeSignIn } from './complete-sign-in.ts'

/** Failures in a quarter of an hour that are let through: per account, and per address, which an office shares. */
const limits = { account: 10, address: 100, minutes: 15 }

interface Account {
  id: number
  password_hash: string
  enabled: boolean
}

let decoy: Promise<string> | undefined

/**
 * Checks user and password and begins a session. Every attempt is audited. Unknown user and wrong password take the same
 * work and give the same answer (P-05); too many failures are refused before the password is looked at (P-04).
 */
export const signIn: Handler<typeof access.login> = async (call, { user, pass }) => {
  const { db, address } = call
  const account = user.toLowerCase()
  await refuseTooMany(db, account, address)
  const found = await findAccount(db, account)
  decoy ??= hashPassword('nobody has this password')
  const right = await verifyPassword(pass, found?.password_hash ?? (await decoy))
  const refusal: FailureCode | null = !found || !right ? 'sign_in.refused' : found.enabled ? null : 'sign_in.disabled'
  if (!found || refusal) {
    await sql`insert into sign_in_failures (account, address) values (${account}, ${address})`.execute(db)
    await writeAudit(db, call.audit, { action: 'login', entity: 'user', entityId: found?.id ?? '', outcome: 'refused' })
    return fail(refusal ?? 'sign_in.refused')
  }
  await sql`delete from sign_in_failures where account = ${account}`.execute(db)
  return await completeSignIn(db, call, found.id, null)
}

async function findAccount(db: Db, account: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select id, password_hash, enabled from users where lower(user_name) = ${account}`.execute(db)
  return rows[0]
}

async function refuseTooMany(db: Db, account: string, address: string): Promise<void> {
  const { rows } = await sql<{ by_account: number; by_address: number }>`
    select count(*) filter (where account = ${account}) as by_account, count(*) filter (where address = ${address}) as by_address
    from sign_in_failures
    where (account = ${account} or address = ${address}) and at > now() - make_interval(mins => ${limits.minutes})`.execute(
    db,
  )
  const failures = rows[0]
  if (failures && (failures.by_account >= limits.account || failures.by_address >= limits.address))
    fail('sign_in.throttled')
}
