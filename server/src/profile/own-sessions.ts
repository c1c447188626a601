import { fail } from '@coverdesk/domain/fail.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import type { profile } from '@coverdesk/domain/profile/profile-contract.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import { inactivityLimit } from '../platform/auth/inactivity.ts'
import { liveSessions } from '../platform/auth/live-sessions.ts'
import { endSessionsOf } from '../platform/auth/session.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'

export const listSessions: Handler<typeof profile.sessions> = ({ db, user, services, host }) =>
  liveSessions(db, user.id, {
    inactivitySeconds: inactivityLimit(services.config, host),
    current: user.sessionId,
  })

/** Ends one of the user's sessions; another user's answers as missing (P-26). */
export const endOneSession: Handler<typeof profile.endSession> = async ({ db, user, audit }, { id }) =>
  await inTransaction(db, async (db) => {
    const { numAffectedRows } = await sql`
      update sessions set ended_at = now(), end_reason = 'ended by the person', ended_by = ${user.sessionId}
      where id = ${id} and user_id = ${user.id} and ended_at is null`.execute(db)
    if (numAffectedRows === 0n) fail('record.not_found')
    await writeAudit(db, audit, { action: 'logout', entity: 'session', entityId: id, outcome: 'done' })
    return done
  })

/** Ends all of the user's sessions except the current one, including logins that wait for a code. */
export const endOtherSessions: Handler<typeof profile.endOtherSessions> = async ({ db, user, audit }) =>
  await inTransaction(db, async (db) => {
    await endSessionsOf(db, user.id, 'ended by the person', user.sessionId)
    await writeAudit(db, audit, { action: 'logout', entity: 'user', entityId: user.id, outcome: 'done' })
    return done
  })
