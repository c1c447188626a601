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
  await sql`update users set last_sign_in_at = now() where id = ${userId}`.execute(db)
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
  await rememberDevice(db, call, userId)
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
