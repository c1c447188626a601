import type { NotificationFacts, NotificationKind } from '@coverdesk/domain/notifications/notification-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Notification of one user. `recordId` is null when it concerns several records or none. */
export interface NewNotification<Kind extends NotificationKind> {
  userId: number
  recordId: number | null
  facts: NotificationFacts[Kind]
}

/**
 * Creates notifications; pass the transaction of the change. A trigger on the table sends them to open pages
 * (decision 045).
 */
export async function notify<Kind extends NotificationKind>(
  db: Db,
  kind: Kind,
  notifications: readonly NewNotification<Kind>[],
): Promise<void> {
  if (notifications.length === 0) return
  await sql`
    insert into notifications (user_id, kind, record_id, facts)
    select r."userId", ${kind}, r."recordId", r.facts
    from jsonb_to_recordset(${JSON.stringify(notifications)}::jsonb) as r ("userId" bigint, "recordId" bigint, facts jsonb)`.execute(
    db,
  )
}
