import type { LiveEvent, RecordOf } from '@coverdesk/domain/realtime/live-event.ts'
import { sql } from 'kysely'
import { type Db, prepared } from '../db/database.ts'

/**
 * Sends an event to one user's open pages on every node, within about a second after the commit. Not delivered later to
 * closed pages; a page refetches when it reconnects.
 */
export async function announce<E extends LiveEvent>(
  db: Db,
  event: E,
  userId: number,
  record: RecordOf<E>,
): Promise<void> {
  await sql`
    insert into live_events (user_id, service, happening, record)
    values (${userId}, ${event.service}, ${event.happening}, ${JSON.stringify(record)}::jsonb)`.execute(db)
}

/** Sends an event to the open pages of every signed-in user. */
export async function announceToAll<E extends LiveEvent>(db: Db, event: E, record: RecordOf<E>): Promise<void> {
  await sql`
    insert into live_events (user_id, service, happening, record)
    select distinct user_id, ${event.service}, ${event.happening}, ${JSON.stringify(record)}::jsonb
    from sessions where ended_at is null and expires_at > now()`.execute(db)
}

/** Stored event. */
export interface StoredEvent {
  userId: number
  service: string
  happening: string
  record: unknown
}

const findEvents = {
  name: 'live-events',
  text: `
    select pg_current_snapshot()::text as seen, coalesce(
      (select jsonb_agg(jsonb_build_object('userId', user_id, 'service', service, 'happening', happening, 'record', record) order by id)
       from live_events where tx >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(tx, $1::pg_snapshot)),
      '[]'::jsonb) as events`,
}

/** Current snapshot: the start for `eventsSince`. */
export async function seenNow(db: Db): Promise<string> {
  const { rows } = await sql<{ seen: string }>`select pg_current_snapshot()::text as seen`.execute(db)
  return rows[0]?.seen ?? ''
}

/**
 * Events that became visible after the snapshot `seen`, and the next snapshot. Returns each event exactly once, even of
 * long transactions. Holds nothing open between calls, so it works behind any pooler.
 */
export async function eventsSince(db: Db, seen: string): Promise<{ seen: string; events: StoredEvent[] }> {
  const [row] = await prepared<{ seen: string; events: StoredEvent[] }>(db, findEvents, [seen])
  return row ?? { seen, events: [] }
}
