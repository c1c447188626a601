import { fail } from '@coverdesk/domain/failures.ts'
import type { OwnSignIn, ownSignIn } from '@coverdesk/domain/profile/own-sign-in-contract.ts'
import { sql } from 'kysely'
import { canSend, queueMessage } from '../messages/queue-message.ts'
import { writeAudit } from '../platform/audit.ts'
import { type Db, inTransaction } from '../platform/database.ts'
import type { Handler, SignedInCall } from '../platform/http-call.ts'
import { endSessionsOf } from '../platform/session.ts'
import { confirmPassword } from '../second-factor/confirm-password.ts'

/** Where a user's codes and messages go. */
export async function readSignIn(db: Db, userId: number): Promise<OwnSignIn> {
  const { rows } = await sql<OwnSignIn>`
    select user_name as "userName", email, phone, language, version from users where id = ${userId}`.execute(db)
  return rows[0] ?? fail('session.ended')
}

/**
 * Sets where the own codes and messages go. Another address or number is a way into the account, so it needs the current
 * password, ends the other sessions, and the owner is told at the old address and at the new one (P-13).
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
  return await inTransaction(call.db, async (db) => {
    await writeSignIn(db, call.user.id, version, wanted)
    if (changed.email || changed.phone) {
      const reason = changed.email ? 'email' : 'second factor'
      await endSessionsOf(db, call.user.id, reason, call.user.sessionId)
    }
    await tellOwner(db, call, before, wanted)
    const fields = Object.entries(changed).flatMap(([name, is]) => (is ? [name] : []))
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

/** Whoever has chosen to be sent codes to a phone keeps one, or could not log in any more. */
async function writeSignIn(db: Db, userId: number, version: number, { email, phone, language }: Wanted): Promise<void> {
  const { rows } = await sql<{ codesBy: string[] }>`
    update users set email = ${email}, phone = ${phone}, language = ${language}, version = version + 1
    where id = ${userId} and version = ${version} returning codes_by as "codesBy"`.execute(db)
  const { codesBy } = rows[0] ?? fail('record.changed')
  if (phone === null && codesBy.includes('sms'))
    refuseField('phone', 'The codes of your second factor go to this number')
}

async function tellOwner(db: Db, { user, services }: SignedInCall, before: OwnSignIn, wanted: Wanted): Promise<void> {
  if (!canSend(services.config, 'email')) return
  const moved = before.email !== wanted.email
  if (!moved && before.phone === wanted.phone) return
  for (const recipient of new Set([before.email, wanted.email]))
    if (recipient !== '')
      await queueMessage(db, services, {
        kind: moved ? 'email-changed' : 'second-factor-changed',
        channel: 'email',
        userId: user.id,
        recipient,
        language: wanted.language,
        facts: {},
      })
}

function needPassword(): never {
  return refuseField('current', 'Current password is required')
}

function refuseField(path: string, message: string): never {
  return fail('request.invalid', { message, details: [{ path, message }] })
}
