import { sql } from 'kysely'
import { queueMessage } from '../../messages/queue-message.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { hashPassword, verifyPassword } from '../../platform/auth/password-hash.ts'
import { endSessionsOf } from '../../platform/auth/session.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Call } from '../../platform/http/http-call.ts'
import { deleteKnownDevices } from '../sign-in/known-devices.ts'
import { clearFailures } from '../sign-in/sign-in-throttle.ts'
import { refuseOwnWords, refusePassword, refuseTemporary } from './refuse-password.ts'

/** Validity of a password chosen by someone else; within this time the owner must replace it (P-12). */
export const temporaryHours = 24

interface Owner {
  email: string
  language: 'en' | 'es'
  password_hash: string
  temporary: boolean
  words: string[]
}

/**
 * Sets a user's password with its audit event: ends the user's sessions (but `except`), pending logins and links, clears
 * failures and known browsers, ends an invitation, and notifies the owner by email of all but the first password. `temporary` passwords must be replaced within 24 hours.
 * Must run in a transaction.
 */
export async function setPassword(
  db: Db,
  call: Pick<Call, 'services' | 'audit'>,
  change: {
    userId: number
    userName: string
    password: string
    temporary: boolean
    except?: string
    /** The first password, set by an invitation. */
    invited?: boolean
  },
): Promise<void> {
  const { userId, userName, password, temporary, invited = false } = change
  refusePassword(call.services.config, password)
  const owner = await lockOwner(db, userId)
  refuseOwnWords(password, [userName, call.services.brandName, ...owner.words])
  if (owner.temporary && (await verifyPassword(password, owner.password_hash))) refuseTemporary()
  const hash = await hashPassword(password)
  await sql`
    update users set password_hash = ${hash}, version = version + 1,
      temporary_until = case when ${temporary} then now() + make_interval(hours => ${temporaryHours}) end
    where id = ${userId}`.execute(db)
  await sql`delete from user_invitations where user_id = ${userId}`.execute(db)
  await endSessionsOf(db, userId, 'password', change.except ?? null)
  await clearFailures(db, userId)
  await deleteKnownDevices(db, userId)
  await writeAudit(db, call.audit, {
    action: 'update',
    entity: 'user',
    entityId: userId,
    outcome: 'done',
    facts: invited ? { invitation: 'accepted' } : { password: true, temporary },
  })
  if (owner.email !== '' && !invited)
    await queueMessage(db, call.services, {
      kind: 'password-changed',
      channel: 'email',
      userId,
      recipient: owner.email,
      language: owner.language,
      facts: {},
    })
}

/** Keeps the row locked, so that a concurrent login with the old password cannot succeed (see `signIn`). */
async function lockOwner(db: Db, userId: number): Promise<Owner> {
  const { rows } = await sql<Owner>`
    select u.email, u.language, u.password_hash, u.temporary_until is not null as temporary,
      array_remove(array[u.user_name, u.email, u.org, c.first_name, c.middle_name, c.last_name], null) as words
    from users u left join contacts c on c.id = u.contact_id where u.id = ${userId} for no key update of u`.execute(db)
  const owner = rows[0]
  if (!owner) throw new Error(`Cannot set a password: user ${userId} does not exist`)
  return owner
}
