import { randomUUID, timingSafeEqual } from 'node:crypto'
import { fail } from '@coverdesk/domain/fail.ts'
import { emailCodeMinutes, type OwnSignIn, type ownSignIn } from '@coverdesk/domain/profile/own-sign-in-contract.ts'
import { sql } from 'kysely'
import { rateLimit } from '../access/rate-limit.ts'
import { canSend, queueMessage } from '../messages/queue-message.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { endSessionsOf } from '../platform/auth/session.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { confirmPassword } from '../second-factor/confirm-password.ts'
import { codeHash, newSentCode } from '../second-factor/factor-codes.ts'

const maxGuesses = 5
const maxCodesPerHour = 5

/** Address, number and language for a user's codes and messages. */
export async function readSignIn(db: Db, userId: number): Promise<OwnSignIn> {
  const { rows } = await sql<OwnSignIn>`
    select u.user_name as "userName", u.email, u.phone, u.language, u.version, e.email as "pendingEmail"
    from users u left join email_changes e on e.user_id = u.id and e.expires_at > now() and e.failures < ${maxGuesses}
    where u.id = ${userId}`.execute(db)
  return rows[0] ?? fail('session.ended')
}

/**
 * Sets the user's address, number and language for codes and messages. A new address or number gives access to the
 * account, so it needs the current password. A new number ends the other sessions and the owner is notified (P-13). A
 * new address waits for the code that is sent to it (P-12); it is used at once if the installation sends no email.
 */
export const saveSignIn: Handler<typeof ownSignIn.save> = async (call, { current, version, ...wanted }) => {
  const before = await readSignIn(call.db, call.user.id)
  if (before.version !== version) fail('record.changed')
  const changed = {
    email: wanted.email !== before.email,
    phone: wanted.phone !== before.phone,
    language: wanted.language !== before.language,
  }
  if (changed.email || changed.phone) await confirmPassword(call, current || needPassword())
  const waits = changed.email && canSend(call.services.config, 'email')
  if (waits)
    await rateLimit(call.db, { call: 'email', caller: String(call.user.id), limit: maxCodesPerHour, minutes: 60 })
  return await inTransaction(call.db, async (db) => {
    await writeSignIn(db, call.user.id, version, waits ? { ...wanted, email: before.email } : wanted)
    if (waits) await beginEmailChange(db, call, wanted)
    if (changed.phone || (changed.email && !waits)) {
      const reason = changed.phone ? 'second factor' : 'email'
      await endSessionsOf(db, call.user.id, reason, call.user.sessionId)
    }
    if (changed.phone) await tellOwner(db, call, 'second-factor-changed', [before.email], wanted.language)
    const named = { ...changed, email: changed.email && !waits, pendingEmail: waits }
    const fields = Object.entries(named).flatMap(([name, is]) => (is ? [name] : []))
    await writeAudit(db, call.audit, {
      action: 'update',
      entity: 'user',
      entityId: call.user.id,
      outcome: 'done',
      facts: { fields: fields.join(', ') },
    })
    return await readSignIn(db, call.user.id)
  })
}

type Wanted = Pick<OwnSignIn, 'email' | 'phone' | 'language'>

/** Users who receive codes by phone must keep a number, or they could not sign in. */
async function writeSignIn(db: Db, userId: number, version: number, { email, phone, language }: Wanted): Promise<void> {
  const { rows } = await sql<{ codesBy: string[] }>`
    update users set email = ${email}, phone = ${phone}, language = ${language}, version = version + 1
    where id = ${userId} and version = ${version} returning codes_by as "codesBy"`.execute(db)
  const { codesBy } = rows[0] ?? fail('record.changed')
  if (phone === null && codesBy.includes('sms'))
    refuseField('phone', 'The codes of your second factor go to this number')
}

async function tellOwner(
  db: Db,
  { user, services }: SignedInCall,
  kind: 'email-changed' | 'second-factor-changed',
  addresses: readonly string[],
  language: OwnSignIn['language'],
): Promise<void> {
  if (!canSend(services.config, 'email')) return
  for (const recipient of new Set(addresses))
    if (recipient !== '')
      await queueMessage(db, services, { kind, channel: 'email', userId: user.id, recipient, language, facts: {} })
}

/** Stores the new address, replacing an unconfirmed one, and mails it a code. */
async function beginEmailChange(db: Db, { user, services }: SignedInCall, { email, language }: Wanted): Promise<void> {
  const [id, code] = [randomUUID(), newSentCode()]
  await sql`delete from email_changes where user_id = ${user.id}`.execute(db)
  await sql`
    insert into email_changes (user_id, id, email, code_hash, expires_at)
    values (${user.id}, ${id}, ${email}, ${codeHash(services.config, id, code)},
      now() + make_interval(mins => ${emailCodeMinutes}))`.execute(db)
  await queueMessage(db, services, {
    kind: 'confirm-email',
    channel: 'email',
    userId: user.id,
    recipient: email,
    language,
    facts: { code },
  })
}

/**
 * Confirms the new address with its code. Ends the other sessions and notifies the owner at the old and the new address
 * (P-13). Each code allows five guesses, counted before the check (P-07).
 */
export const confirmEmail: Handler<typeof ownSignIn.confirmEmail> = async (call, { code }) => {
  const userId = call.user.id
  const { rows } = await sql<{ id: string; email: string; hash: Buffer }>`
    update email_changes set failures = failures + 1
    where user_id = ${userId} and expires_at > now() and failures < ${maxGuesses}
    returning id, email, code_hash as hash`.execute(call.db)
  const change = rows[0] ?? fail('email_change.ended')
  if (!timingSafeEqual(change.hash, codeHash(call.services.config, change.id, code))) fail('email_change.code_wrong')
  return await inTransaction(call.db, async (db) => {
    const before = await readSignIn(db, userId)
    const { numDeletedRows } = await db
      .deleteFrom('email_changes')
      .where('id', '=', change.id)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) fail('email_change.ended')
    await sql`update users set email = ${change.email}, version = version + 1 where id = ${userId}`.execute(db)
    await endSessionsOf(db, userId, 'email', call.user.sessionId)
    await tellOwner(db, call, 'email-changed', [before.email, change.email], before.language)
    await writeAudit(db, call.audit, {
      action: 'update',
      entity: 'user',
      entityId: userId,
      outcome: 'done',
      facts: { fields: 'email' },
    })
    return await readSignIn(db, userId)
  })
}

function needPassword(): never {
  return refuseField('current', 'Current password is required')
}

function refuseField(path: string, message: string): never {
  return fail('request.invalid', { message, details: [{ path, message }] })
}
