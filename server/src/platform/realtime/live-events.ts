import type { LiveEvent, RecordOf } from '@coverdesk/domain/realtime/live-event.ts'
import { sql } from 'kysely'
import { type Db, prepared } from '../db/database.ts'

/**
 * Tells one person's open pages of something, on every node: the event is kept beside what it tells of and goes out once
 * that is committed, within about a second. Nobody who is away hears of it later; a page asks anew when it comes back.
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

/** Sends an event to the open pages of every signed-in user, such as that a list of choices changed. */
export async function announceToAll<E extends LiveEvent>(db: Db, event: E, record: RecordOf<E>): Promise<void> {
  await sql`
    insert into live_events (user_id, service, happening, record)
    select distinct user_id, ${event.service}, ${event.happening}, ${JSON.stringify(record)}::jsonb
    from sessions where ended_at is null and expires_at > now()`.execute(db)
}

/** An event as it is kept. */
export interface KeptEvent {
  userId: number
  service: string
  happening: string
  record: unknown
}

const look = {
  name: 'live-events',
  text: `
    select pg_current_snapshot()::text as seen, coalesce(
      (select jsonb_agg(jsonb_build_object('userId', user_id, 'service', service, 'happening', happening, 'record', record) order by id)
       from live_events where tx >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(tx, $1::pg_snapshot)),
      '[]'::jsonb) as events`,
}

/** What can be seen now: the point from which `eventsSince` goes on. */
export async function seenNow(db: Db): Promise<string> {
  const { rows } = await sql<{ seen: string }>`select pg_current_snapshot()::text as seen`.execute(db)
  return rows[0]?.seen ?? ''
}

/**
 * The events that became visible after `seen`, and the point to go on from: each exactly once, also those of transactions
 * that began long before they were committed. Nothing is held open between two calls, so it works behind any pooler.
 */
export async function eventsSince(db: Db, seen: string): Promise<{ seen: string; events: KeptEvent[] }> {
  const [row] = await prepared<{ seen: string; events: KeptEvent[] }>(db, look, [seen])
  return row ?? { seen, events: [] }
}
