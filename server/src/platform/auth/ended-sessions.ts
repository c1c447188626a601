import type { SessionOver } from '@coverdesk/domain/realtime/realtime-contract.ts'
import { type Db, prepared } from '../db/database.ts'

/** Session of an open socket, with its inactivity timeout. */
export interface WatchedSession {
  sessionId: string
  inactivitySeconds: number
}

const findOver = {
  name: 'sessions-over',
  text: `
    select w.id, case s.end_reason when 'logout' then 'logout' when 'inactivity' then 'inactive' else 'expired' end as over
    from unnest($1::uuid[], $2::int[]) as w (id, idle)
    left join sessions s on s.id = w.id
    left join users u on u.id = s.user_id
    where s.id is null or u.id is null or s.ended_at is not null or s.expires_at <= now() or not u.enabled
      or s.last_active_at <= now() - make_interval(secs => w.idle)`,
}

/** Ended sessions, by the same checks as a call, with the reason to show the user. */
export async function findEndedSessions(db: Db, watched: readonly WatchedSession[]): Promise<Map<string, SessionOver>> {
  if (watched.length === 0) return new Map()
  const rows = await prepared<{ id: string; over: SessionOver }>(db, findOver, [
    watched.map(({ sessionId }) => sessionId),
    watched.map(({ inactivitySeconds }) => inactivitySeconds),
  ])
  return new Map(rows.map(({ id, over }) => [id, over]))
}
