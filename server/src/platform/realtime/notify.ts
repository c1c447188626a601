import type { NotificationFacts, NotificationKind } from '@coverdesk/domain/notifications/notification-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Who is told, and of which record of the kind; none where it is about several, or about none. */
export interface Told<Kind extends NotificationKind> {
  userId: number
  recordId: number | null
  facts: NotificationFacts[Kind]
}

/**
 * Tells people of something, each by a notification of their own: the one way to do so. Given the transaction of what it tells
 * of, both happen or neither; the people's open pages hear of it by a trigger on the table (decision 045).
 */
export async function notify<Kind extends NotificationKind>(
  db: Db,
  kind: Kind,
  told: readonly Told<Kind>[],
): Promise<void> {
  if (told.length === 0) return
  await sql`
    insert into notifications (user_id, kind, record_id, facts)
    select r."userId", ${kind}, r."recordId", r.facts
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as r ("userId" bigint, "recordId" bigint, facts jsonb)`.execute(
    db,
  )
}
