import { timingSafeEqual } from 'node:crypto'
import type { LoginAnswer } from '@coverdesk/domain/access/access-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import type { FailureCode } from '@coverdesk/domain/failures.ts'
import type { secondFactor } from '@coverdesk/domain/second-factor/second-factor-contract.ts'
import { sql } from 'kysely'
import { completeSignIn } from '../access/sign-in/complete-sign-in.ts'
import { isKnownDevice } from '../access/sign-in/known-devices.ts'
import { type Attempt, endAttempt, lockAttempt } from '../access/sign-in/sign-in-attempts.ts'
import { countAttempt, uncountAttempt } from '../access/sign-in/sign-in-throttle.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Call, Handler } from '../platform/http/http-call.ts'
import { takeAppCode, takeRecoveryCode } from './authenticators.ts'
import { codeHash, readTyped } from './factor-codes.ts'
import { factorPerson } from './factor-person.ts'
import { mailRecoveryCodeUsed } from './mail-recovery-code-used.ts'

/** Maximum guesses checked: per sent code (A-033, P-07), and per login for all methods together. */
const limits = { perCode: 5, perLogin: 10 }
/** Length of the codes that identify a login; typed codes are shorter. */
const loginCodeLength = 32

type Outcome = { answer: LoginAnswer } | { refusal: FailureCode }

/**
 * Completes a login with a sent code, a code of the app, or a recovery code. The login is locked, so of two concurrent
 * right guesses one succeeds; a wrong guess is counted although the request fails.
 */
export const verifyCode: Handler<typeof secondFactor.verifyCode> = async (call, input) => {
  const { login, typed } = inOrder(input)
  const counted = await countTry(call, login)
  const outcome = await inTransaction(call.db, (db) => guess(db, call, login, typed))
  if ('refusal' in outcome) return fail(outcome.refusal)
  await uncountAttempt(call.db, counted)
  return outcome.answer
}

/** Guesses of the second factor count with those of the password, because a new login must not reset the count. */
async function countTry(call: Call, login: string): Promise<number> {
  const { db, address } = call
  const attempt = (await lockAttempt(db, login, 'second_factor')) ?? fail('sign_in.attempt_ended')
  const { userName } = await factorPerson(db, attempt.userId)
  return await countAttempt(db, userName, address, await isKnownDevice(call, userName))
}

/** The specification does not define which parameter holds which code, so either order is accepted. */
function inOrder({ code, loginCode }: { code: string; loginCode: string }): { login: string; typed: string } {
  const turned = code.length < loginCodeLength && loginCode.length >= loginCodeLength
  return turned ? { login: loginCode, typed: code } : { login: code, typed: loginCode }
}

async function guess(db: Db, call: Call, login: string, typed: string): Promise<Outcome> {
  const attempt = await lockAttempt(db, login, 'second_factor')
  if (!attempt) return { refusal: 'sign_in.attempt_ended' }
  const passed = await methodPassed(db, call, attempt, typed)
  if (passed === null || passed === 'spent') return { refusal: await countFailure(db, call, attempt, passed) }
  await endAttempt(db, attempt.id)
  if (passed === 'recovery') await mailRecoveryCodeUsed(db, call, attempt.userId)
  return { answer: await completeSignIn(db, call, attempt.userId, passed) }
}

type Passed = 'authenticator' | 'recovery' | 'email' | 'sms'

async function methodPassed(db: Db, call: Call, attempt: Attempt, typed: string): Promise<Passed | 'spent' | null> {
  const { config } = call.services
  const read = readTyped(typed)
  if (read?.kind === 'recovery')
    return (await takeRecoveryCode(db, config, attempt.userId, read.code)) ? 'recovery' : null
  if (!read) return null
  if (await takeAppCode(db, call.services, attempt.userId, read.code)) return 'authenticator'
  const sent = await sentCode(db, attempt.id)
  if (!sent) return null
  if (sent.failures >= limits.perCode) return 'spent'
  return timingSafeEqual(sent.hash, codeHash(config, attempt.id, read.code)) ? sent.method : null
}

/** The newest valid code of a login. */
async function sentCode(db: Db, attemptId: string) {
  const { rows } = await sql<{ method: 'email' | 'sms'; hash: Buffer; failures: number }>`
    select method, code_hash as hash, failures from sign_in_codes
    where attempt_id = ${attemptId} and ended_at is null and expires_at > now()`.execute(db)
  return rows[0]
}

/** Counts a wrong guess for the code, the login and the account; ends the login after too many. */
async function countFailure(db: Db, call: Call, attempt: Attempt, passed: 'spent' | null): Promise<FailureCode> {
  const exceedsLimit = attempt.failures + 1 >= limits.perLogin
  await sql`
    update sign_in_attempts set failures = failures + 1, ended_at = case when ${exceedsLimit} then now() end
    where id = ${attempt.id}`.execute(db)
  await sql`
    update sign_in_codes set failures = failures + 1
    where attempt_id = ${attempt.id} and ended_at is null and failures < ${limits.perCode}`.execute(db)
  await writeAudit(
    db,
    { ...call.audit, userId: attempt.userId },
    {
      action: 'login',
      entity: 'user',
      entityId: attempt.userId,
      outcome: 'refused',
      facts: { secondFactor: true },
    },
  )
  if (exceedsLimit) return 'sign_in.attempt_ended'
  return passed === 'spent' ? 'second_factor.too_many' : 'second_factor.wrong'
}
