import type { access, LoginAnswer } from '@coverdesk/domain/access/access-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import type { FailureCode } from '@coverdesk/domain/failures.ts'
import { sql } from 'kysely'
import { loginMethods } from '../../messages/login-methods.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { hashPassword, needsRehash, verifyPassword } from '../../platform/auth/password-hash.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Call, Handler } from '../../platform/http/http-call.ts'
import { warn } from '../../platform/runtime/logging.ts'
import { accountOf } from '../accounts/account-name.ts'
import { inPublicTransaction } from '../public-transaction.ts'
import { pendingPasswordHash } from '../registration/registrations.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { isKnownDevice } from './known-devices.ts'
import { beginAttempt } from './sign-in-attempts.ts'
import { countAttempt, uncountAttempt } from './sign-in-throttle.ts'

interface Account {
  id: number
  roles: string[]
  email: string
  phone: string | null
  password_hash: string
  enabled: boolean
  /** Minutes until a temporary password expires; zero or below once it has. */
  temporary_minutes: number | null
}

/** Time limit for the second factor. */
const secondFactorMinutes = 10

/** Verified for unknown users, and computed at start so that the first such request takes no longer than later ones. */
const decoy = hashPassword('no account has this password')

/**
 * Checks user and password, and returns the next step: a token, a pending token, the second factor, or setting a
 * password. Every attempt is audited. An unknown user and a wrong password take the same work and get the same response
 * (P-05); the throttle applies before the password is checked (P-04).
 */
export const signIn: Handler<typeof access.login> = async (call, { user, pass }) => {
  const { db, address } = call
  const failureId = await countAttempt(db, user, address, await isKnownDevice(call, user))
  const found = await findAccount(db, accountOf(user))
  const pendingHash = found ? undefined : await pendingPasswordHash(db, accountOf(user))
  const right = await verifyPassword(pass, found?.password_hash ?? pendingHash ?? (await decoy))
  const refusal = pendingHash && right ? 'sign_in.unconfirmed' : refusalOf(found, right)
  if (!found || refusal) {
    await writeAudit(db, call.audit, { action: 'login', entity: 'user', entityId: found?.id ?? '', outcome: 'refused' })
    warn(
      call.log,
      'Sign-in',
      found ? 'A sign-in was rejected' : 'A sign-in with an unknown user name was rejected',
      found?.id,
    )
    return fail(refusal ?? 'sign_in.refused')
  }
  await uncountAttempt(db, failureId)
  const hash = needsRehash(found.password_hash) ? await hashPassword(pass) : found.password_hash
  return await inPublicTransaction(db, async (db) => {
    await storePasswordHash(db, found, hash)
    return await nextStep(db, call, found)
  })
}

function refusalOf(found: Account | undefined, right: boolean): FailureCode | null {
  if (!found || !right) return 'sign_in.refused'
  if (!found.enabled) return 'sign_in.disabled'
  return found.temporary_minutes !== null && found.temporary_minutes <= 0 ? 'sign_in.temporary_expired' : null
}

/** Next step for a user whose password was just set by a mailed link. */
export async function continueSignIn(db: Db, call: Call, userName: string): Promise<LoginAnswer> {
  return await nextStep(db, call, (await findAccount(db, accountOf(userName))) ?? fail('sign_in.refused'))
}

async function nextStep(db: Db, call: Call, found: Account): Promise<LoginAnswer> {
  const { services, address, userAgent } = call
  const { id: userId, temporary_minutes: left } = found
  if (left !== null) {
    const code = await beginAttempt(db, { userId, purpose: 'reset', minutes: Math.ceil(left), address, userAgent })
    await auditStep(db, call, userId, 'new password')
    return { code }
  }
  const methods = await loginMethods(db, services.config, found)
  if (methods.length === 0) return await completeSignIn(db, call, userId, null)
  const attempt = { userId, purpose: 'second_factor' as const, minutes: secondFactorMinutes, address, userAgent }
  const code = await beginAttempt(db, attempt)
  await auditStep(db, call, userId, 'second factor')
  return { code, twoFactorRequired: true, methods }
}

/** Audits a login whose password was right and that needs another step. */
async function auditStep(db: Db, call: Call, userId: number, next: string): Promise<void> {
  const event = { action: 'login', entity: 'user', entityId: userId, outcome: 'done', facts: { next } } as const
  await writeAudit(db, { ...call.audit, userId }, event)
}

async function findAccount(db: Db, account: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select id, roles, email, phone, password_hash, enabled,
      (extract(epoch from temporary_until - now()) / 60)::float8 as temporary_minutes
    from users where lower(user_name) = ${account}`.execute(db)
  return rows[0]
}

/** Locks the user and stores a rehashed password. Fails if the password was replaced during this login (P-13). */
async function storePasswordHash(db: Db, found: Account, hash: string): Promise<void> {
  const { rows } = await sql<{ password_hash: string }>`
    select password_hash from users where id = ${found.id} and enabled for no key update`.execute(db)
  if (rows[0]?.password_hash !== found.password_hash) fail('sign_in.refused')
  if (hash !== found.password_hash)
    await sql`update users set password_hash = ${hash} where id = ${found.id}`.execute(db)
}
