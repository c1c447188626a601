import type { SessionEnd, SessionEndReason } from '@coverdesk/domain/access/session-end.ts'
import { browserName } from '@coverdesk/domain/profile/browser-name.ts'
import { type Db, prepared } from '../db/database.ts'

/** Session of an open socket or of a call, with its inactivity timeout. */
export interface WatchedSession {
  sessionId: string
  inactivitySeconds: number
}

interface EndedRow {
  id: string
  reason: SessionEndReason
  at: Date
  userAgent: string | null
}

const findEnded = {
  name: 'ended-sessions',
  text: `
    select w.id, by.user_agent as "userAgent",
      coalesce(s.ended_at, least(s.expires_at, s.last_active_at + make_interval(secs => w.idle)), now()) as at,
      case
        when u.id is null then 'expired'
        when not u.enabled then 'disabled'
        else coalesce(s.end_reason, 'expired')
      end as reason
    from unnest($1::uuid[], $2::int[]) as w (id, idle)
    left join sessions s on s.id = w.id
    left join users u on u.id = s.user_id
    left join sessions by on by.id = s.ended_by
    where s.id is null or u.id is null or s.ended_at is not null or s.expires_at <= now() or not u.enabled
      or s.last_active_at <= now() - make_interval(secs => w.idle)`,
}

/** Ended sessions, by the same checks as a call, with the reason to show the user. */
export async function findEndedSessions(db: Db, watched: readonly WatchedSession[]): Promise<Map<string, SessionEnd>> {
  if (watched.length === 0) return new Map()
  const rows = await prepared<EndedRow>(db, findEnded, [
    watched.map(({ sessionId }) => sessionId),
    watched.map(({ inactivitySeconds }) => inactivitySeconds),
  ])
  return new Map(
    rows.map(({ id, reason, at, userAgent }) => [id, { reason, at, device: userAgent && browserName(userAgent) }]),
  )
}
