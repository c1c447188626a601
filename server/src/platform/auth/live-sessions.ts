import { browserName } from '@coverdesk/domain/profile/browser-name.ts'
import type { OwnSession } from '@coverdesk/domain/profile/profile-contract.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

interface LiveSession {
  id: string
  pending: boolean
  since: Date
  lastActive: Date
  address: string | null
  userAgent: string | null
}

/** Active sessions of a user and those waiting beside them, newest activity first; `current` is the caller's. */
export async function liveSessions(
  db: Db,
  userId: number,
  { inactivitySeconds, current }: { inactivitySeconds: number; current: string },
): Promise<OwnSession[]> {
  const { rows } = await sql<LiveSession>`
    select id, pending, created_at as since, last_active_at as "lastActive", address, user_agent as "userAgent" from sessions
    where user_id = ${userId} and ended_at is null and expires_at > now()
      and last_active_at > now() - make_interval(secs => ${inactivitySeconds})
      and (not pending or created_at > now() - interval '5 minutes')
    order by last_active_at desc, id`.execute(db)
  return rows.map(({ id, pending, since, lastActive, address, userAgent }) => ({
    id,
    current: id === current,
    waiting: pending,
    since: since.toISOString(),
    lastActive: lastActive.toISOString(),
    address,
    browser: browserName(userAgent),
  }))
}
