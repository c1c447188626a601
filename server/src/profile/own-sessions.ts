import { fail } from '@coverdesk/domain/failures.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { browserName } from '@coverdesk/domain/profile/browser-name.ts'
import type { OwnSession, profile } from '@coverdesk/domain/profile/profile-contract.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import { inactivityLimit } from '../platform/auth/inactivity.ts'
import { endSessionsOf } from '../platform/auth/session.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'

interface LiveSession {
  id: string
  pending: boolean
  since: Date
  last_active_at: Date
  address: string | null
  user_agent: string | null
}

/** Active sessions of a user and those waiting beside them, newest activity first. */
async function liveSessions(db: Db, userId: number, inactivitySeconds: number): Promise<LiveSession[]> {
  const { rows } = await sql<LiveSession>`
    select id, pending, created_at as since, last_active_at, address, user_agent from sessions
    where user_id = ${userId} and ended_at is null and expires_at > now()
      and last_active_at > now() - make_interval(secs => ${inactivitySeconds})
      and (not pending or created_at > now() - interval '5 minutes')
    order by last_active_at desc, id`.execute(db)
  return rows
}

export const listSessions: Handler<typeof profile.sessions> = async ({ db, user, services, host }) => {
  const sessions = await liveSessions(db, user.id, inactivityLimit(services.config, host))
  return sessions.map(
    (session): OwnSession => ({
      id: session.id,
      current: session.id === user.sessionId,
      waiting: session.pending,
      since: session.since.toISOString(),
      lastActive: session.last_active_at.toISOString(),
      address: session.address,
      browser: browserName(session.user_agent),
    }),
  )
}

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
