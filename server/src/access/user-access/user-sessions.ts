import { done } from '@coverdesk/domain/platform/route.ts'
import type { userAccess } from '@coverdesk/domain/users/user-access-contract.ts'
import { sql } from 'kysely'
import { loginMethods } from '../../messages/login-methods.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { inactivityLimit } from '../../platform/auth/inactivity.ts'
import { liveSessions } from '../../platform/auth/live-sessions.ts'
import { endSessionsOf } from '../../platform/auth/session.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { Handler } from '../../platform/http/http-call.ts'
import { ownSession } from '../../users/edit-user.ts'
import { findUser, lockUser } from '../../users/user-queries.ts'
import { invitationOf } from '../invitations/user-invitations.ts'

/** A user's last sign-in, second factor and open sessions, for the security administrator. */
export const readUserAccess: Handler<typeof userAccess.one> = async ({ db, services, user: caller, host }, { id }) => {
  const { config } = services
  const user = await findUser(db, config.org, id)
  const { rows } = await sql<{ lastSignIn: Date | null; recoveryCodes: number }>`
    select last_sign_in_at as "lastSignIn",
      (select count(*)::int from user_recovery_codes where user_id = users.id and used_at is null) as "recoveryCodes"
    from users where id = ${id}`.execute(db)
  const invitation = await invitationOf(db, id)
  return {
    lastSignIn: rows[0]?.lastSignIn?.toISOString() ?? null,
    methods: await loginMethods(db, config, user),
    recoveryCodes: rows[0]?.recoveryCodes ?? 0,
    sessions: await liveSessions(db, id, {
      inactivitySeconds: inactivityLimit(config, host),
      current: caller.sessionId,
    }),
    invitation: invitation && {
      state: invitation.state,
      sentAt: invitation.sentAt.toISOString(),
      expiresAt: invitation.expiresAt.toISOString(),
    },
  }
}

/** Signs a user out everywhere at once, but not the caller out of the current session. Open sockets close too (P-21). */
export const signOutUser: Handler<typeof userAccess.signOut> = async (call, { id }) =>
  await inTransaction(call.db, async (db) => {
    await lockUser(db, call.services.config.org, id)
    await endSessionsOf(db, id, 'administrator', ownSession(call.user, id))
    await writeAudit(db, call.audit, {
      action: 'logout',
      entity: 'user',
      entityId: id,
      outcome: 'done',
      facts: { everywhere: true },
    })
    return done
  })
