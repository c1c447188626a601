import { setTimeout as pause } from 'node:timers/promises'
import type { passwords } from '@coverdesk/domain/access/password-contract.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import { queueMessage } from '../../messages/queue-message.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Call, Handler } from '../../platform/http/http-call.ts'
import { accountOf, callerOf } from '../accounts/account-name.ts'
import { hasHadPassword } from '../invitations/has-had-password.ts'
import { inPublicTransaction } from '../public-transaction.ts'
import { rateLimit } from '../rate-limit.ts'
import { beginAttempt } from '../sign-in/sign-in-attempts.ts'

/** Links per account and per address in 15 minutes. */
const limits = { account: 5, address: 50, minutes: 15 }
const linkMinutes = 30
/** Longer than both cases take, so that the response time does not reveal whether the user exists (P-05). */
const answerMilliseconds = 250

/**
 * Mails a link that sets a new password once within 30 minutes. The response and its timing are the same for a user
 * that does not exist, is disabled, has no email address or was invited and has no password yet. The link uses the
 * installation's configured origin, never that of the request (P-11).
 */
export const forgotPassword: Handler<typeof passwords.forgot> = async (call, { user }) => {
  const { db, address } = call
  const { minutes } = limits
  const minimumTime = pause(answerMilliseconds)
  await rateLimit(db, { call: 'forgot', caller: callerOf(address), limit: limits.address, minutes })
  await rateLimit(db, { call: 'forgot', caller: accountOf(user), limit: limits.account, minutes })
  const [sent] = await Promise.allSettled([
    inPublicTransaction(db, (db) => sendLink(db, call, accountOf(user))),
    minimumTime,
  ])
  if (sent.status === 'rejected') throw sent.reason
  return done
}

async function sendLink(db: Db, call: Call, account: string): Promise<void> {
  const { services, address, userAgent } = call
  const { rows } = await sql<{ id: number; email: string; language: 'en' | 'es' }>`
    select u.id, u.email, u.language from users u
    where lower(u.user_name) = ${account} and u.enabled and u.email <> '' and ${sql.raw(hasHadPassword)}`.execute(db)
  const person = rows[0]
  await writeAudit(db, call.audit, {
    action: 'reset-link',
    entity: 'user',
    entityId: person?.id ?? '',
    outcome: person ? 'done' : 'refused',
  })
  if (!person) return
  const { id: userId, email: recipient, language } = person
  const code = await beginAttempt(db, { userId, purpose: 'reset', minutes: linkMinutes, address, userAgent })
  const link = `${services.config.publicUrl}/login/reset/${code}`
  await queueMessage(db, services, {
    kind: 'reset-link',
    channel: 'email',
    userId,
    recipient,
    language,
    facts: { link },
  })
}
