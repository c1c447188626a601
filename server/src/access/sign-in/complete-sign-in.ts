import type { LoginAnswer } from '@coverdesk/domain/access/access-contract.ts'
import { browserName } from '@coverdesk/domain/profile/browser-name.ts'
import { sql } from 'kysely'
import { writeAudit } from '../../platform/audit/audit.ts'
import { inactivityLimit } from '../../platform/auth/inactivity.ts'
import { findLiveSession } from '../../platform/auth/session.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Call } from '../../platform/http/http-call.ts'
import { note } from '../../platform/runtime/logging.ts'
import { rememberDevice } from './known-devices.ts'
import { mailNewDevice } from './mail-new-device.ts'
import { clearFailures } from './sign-in-throttle.ts'

/**
 * Last step of every login, after all factors have passed: creates the session. If another session is active, the new one
 * is pending and the response asks whether to end the other one (AUTH-13, A-029). Must run in a transaction, which
 * serializes concurrent logins so that a user never has two live sessions.
 */
export async function completeSignIn(
  db: Db,
  call: Call,
  userId: number,
  secondFactor: string | null,
): Promise<LoginAnswer> {
  const { services, address, userAgent } = call
  const { isFirst } = await noteSignIn(db, userId)
  const previous = await findLiveSession(db, userId, inactivityLimit(services.config, call.host))
  const pending = previous !== undefined
  const token = await services.sessions.begin(db, userId, { address, userAgent, secondFactor, pending })
  await writeAudit(
    db,
    { ...call.audit, userId },
    { action: 'login', entity: 'user', entityId: userId, outcome: 'done', facts: { secondFactor, pending } },
  )
  note(call.log, 'Sign-in', pending ? 'Signed in while another session is active' : 'Signed in', userId)
  await clearFailures(db, userId)
  const newDevice = await rememberDevice(db, call, userId)
  if (newDevice && !isFirst && services.config.newDeviceMail) await mailNewDevice(db, call, userId, newDevice)
  if (!previous) return { token }
  const { since, lastActive } = previous
  return {
    active_session: true,
    token,
    previous: {
      device: browserName(previous.userAgent),
      since: since.toISOString(),
      lastActive: lastActive.toISOString(),
    },
  }
}

/** Locks the user, so that concurrent logins wait, and notes the sign-in. Returns whether it is the user's first one. */
async function noteSignIn(db: Db, userId: number): Promise<{ isFirst: boolean }> {
  const { rows } = await sql<{ isFirst: boolean }>`
    with before as (select id, last_sign_in_at from users where id = ${userId} for no key update)
    update users u set last_sign_in_at = now() from before where u.id = before.id
    returning before.last_sign_in_at is null as "isFirst"`.execute(db)
  return { isFirst: rows[0]?.isFirst ?? false }
}
