import { fail } from '@coverdesk/domain/fail.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import type { secondFactor } from '@coverdesk/domain/second-factor/second-factor-contract.ts'
import { sql } from 'kysely'
import { lockAttempt } from '../access/sign-in/sign-in-attempts.ts'
import { loginMethods } from '../messages/login-methods.ts'
import { queueMessage, sentWithin } from '../messages/queue-message.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Call, Handler } from '../platform/http/http-call.ts'
import { codeHash, newSentCode } from './factor-codes.ts'
import { factorPerson } from './factor-person.ts'

/** Server side of the 30 s wait (A-033, P-08), and limits that protect a mailbox from anyone with the password. */
const limits = { waitSeconds: 30, perLogin: 5, perHour: 10 }
const goodForMinutes = 10
/** Time to wait for the gateway before the response reports a delay (P-83). */
const timeoutMs = 4_000

/**
 * Sends a code for the pending login, replacing an earlier one. Code and message are stored in one transaction; if the
 * gateway is slow, the response says so and delivery continues.
 */
export const sendCode: Handler<typeof secondFactor.sendCode> = async (call, { code, method }) => {
  const message = await inTransaction(call.db, (db) => queueCode(db, call, code, method))
  if (!(await sentWithin(call.services, message, timeoutMs))) fail('message.delayed')
  return done
}

async function queueCode(db: Db, { services, audit }: Call, login: string, requested: string): Promise<string> {
  const attempt = (await lockAttempt(db, login, 'second_factor')) ?? fail('sign_in.attempt_ended')
  const person = await factorPerson(db, attempt.userId)
  const method = (await loginMethods(db, services.config, person)).find((offered) => offered === requested)
  if (method !== 'email' && method !== 'sms') return fail('second_factor.method')
  await refuseTooMany(db, attempt.id, attempt.userId)
  const digits = newSentCode()
  await sql`update sign_in_codes set ended_at = now() where attempt_id = ${attempt.id} and ended_at is null`.execute(db)
  await sql`
    insert into sign_in_codes (attempt_id, method, code_hash, expires_at)
    values (${attempt.id}, ${method}, ${codeHash(services.config, attempt.id, digits)},
      now() + make_interval(mins => ${goodForMinutes}))`.execute(db)
  await writeAudit(
    db,
    { ...audit, userId: person.id },
    { action: 'login', entity: 'user', entityId: person.id, outcome: 'done', facts: { next: `code by ${method}` } },
  )
  return await queueMessage(db, services, {
    kind: 'second-factor-code',
    channel: method,
    userId: person.id,
    recipient: (method === 'email' ? person.email : person.phone) ?? '',
    language: person.language,
    facts: { code: digits },
  })
}

/** Uses the database's clock; the lock on the login serializes concurrent requests. */
async function refuseTooMany(db: Db, attemptId: string, userId: number): Promise<void> {
  const { rows } = await sql<{ seconds: number; of_login: number; of_hour: number; free_in: number }>`
    select coalesce(extract(epoch from max(c.sent_at) filter (where c.attempt_id = ${attemptId}) - now())
        + ${limits.waitSeconds}::int, 0)::float8 as seconds,
      count(*) filter (where c.attempt_id = ${attemptId}) as of_login,
      count(*) filter (where c.sent_at > now() - interval '1 hour') as of_hour,
      coalesce(extract(epoch from min(c.sent_at) filter (where c.sent_at > now() - interval '1 hour')
        + interval '1 hour' - now()), 0)::float8 as free_in
    from sign_in_codes c join sign_in_attempts a on a.id = c.attempt_id where a.user_id = ${userId}`.execute(db)
  const seconds = rows[0]?.seconds ?? 0
  if (seconds > 0) fail('second_factor.wait', { retryAfterSeconds: Math.ceil(seconds) })
  if (!rows[0]) return
  const { of_login: ofLogin, of_hour: ofHour, free_in: freeIn } = rows[0]
  if (ofHour >= limits.perHour)
    fail('second_factor.too_many_sent', {
      message: 'Too many codes were requested. Log in again later or choose another method',
      retryAfterSeconds: Math.ceil(freeIn),
    })
  // Waiting does not help: this login has used up its codes.
  if (ofLogin >= limits.perLogin) fail('second_factor.too_many_sent')
}
