import { fail } from '@coverdesk/domain/fail.ts'
import { maxUnread } from '@coverdesk/domain/notifications/bell-contract.ts'
import type { Notification } from '@coverdesk/domain/notifications/notification.ts'
import type { NotificationPage, NotificationQuery } from '@coverdesk/domain/notifications/notification-contract.ts'
import { type NotificationKind, notificationKinds } from '@coverdesk/domain/notifications/notification-kinds.ts'
import { notificationText } from '@coverdesk/domain/notifications/notification-text.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'
import { findNotificationSubjects } from './notification-subjects.ts'

/** Context of a notification request, for HTTP and socket. */
export type OwnCall = Pick<SignedInCall, 'db' | 'user'>

/** A stored row, as in its live event. */
const Kept = z.object({
  id: z.number().int(),
  user_id: z.number().int(),
  kind: z.enum(notificationKinds),
  record_id: z.number().int().nullable(),
  facts: z.record(z.string(), z.unknown()),
  read_at: z.string().nullable(),
  created_at: z.string(),
})
type Kept = z.infer<typeof Kept>

const kept = sql`to_jsonb(n) as kept`
const instant = (text: string) => new Date(text).toISOString()

/** Notifications for display: a record's name is included only while the user can see the record. */
export async function readable(db: Db, user: SignedIn, rows: readonly unknown[]): Promise<Notification[]> {
  // A newer server may have written kinds that this one does not know.
  const known = rows.flatMap((row) => Kept.safeParse(row).data ?? [])
  const subjectOf = await findNotificationSubjects(
    db,
    user,
    known.map((row) => ({ kind: row.kind, recordId: row.record_id })),
  )
  return known.map(({ facts, ...row }) => ({
    ...row,
    read: row.read_at !== null,
    read_at: row.read_at && instant(row.read_at),
    created_at: instant(row.created_at),
    text: notificationText(row.kind, facts, subjectOf(row.kind, row.record_id)),
  }))
}

/** The same for each row in its place; null for a kind that this server does not know. */
export async function readableInPlace(
  db: Db,
  user: SignedIn,
  rows: readonly unknown[],
): Promise<(Notification | null)[]> {
  const known = rows.map((row) => Kept.safeParse(row).success)
  const shown = (await readable(db, user, rows)).values()
  return known.map((isKnown) => (isKnown ? (shown.next().value ?? null) : null))
}

const isRead = (read: boolean | undefined) =>
  read === undefined ? sql`true` : read ? sql`n.read_at is not null` : sql`n.read_at is null`

/** The user's notifications by time (NOTIF-06, NOTIF-07). */
export async function findNotifications({ db, user }: OwnCall, query: NotificationQuery): Promise<NotificationPage> {
  const { limit, skip, order, read } = query
  const isOwn = sql`n.user_id = ${user.id} and ${isRead(read)}`
  const direction = sql.raw(order)
  const { rows } = await sql<{ total: number; data: Kept[] }>`
    select (select count(*)::int from notifications n where ${isOwn}) as total,
      coalesce((select jsonb_agg(to_jsonb(n) order by n.created_at ${direction}, n.id ${direction}) from (
        select * from notifications n where ${isOwn} order by n.created_at ${direction}, n.id ${direction}
        limit ${limit} offset ${skip}) n), '[]') as data`.execute(db)
  const { total, data } = rows[0] ?? { total: 0, data: [] }
  return { total, limit, skip, data: await readable(db, user, data) }
}

/** Counts up to a limit, so that the cost does not grow with the number of notifications. */
export async function countUnread({ db, user }: OwnCall): Promise<{ unread: number }> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from (
      select from notifications where user_id = ${user.id} and read_at is null limit ${maxUnread}) n`.execute(db)
  return { unread: rows[0]?.unread ?? 0 }
}

export async function findNotification(call: OwnCall, { id }: { id: number }): Promise<Notification> {
  return await oneOf(call, sql`select ${kept} from notifications n where n.id = ${id} and n.user_id = ${call.user.id}`)
}

/** Marks the user's notifications that do not have this state yet; the server sets the time (NOTIF-03). */
export async function markAll({ db, user }: OwnCall, { read }: { read: boolean }): Promise<Notification[]> {
  const { rows } = await sql<{ kept: Kept }>`
    with marked as (
      update notifications n set read_at = ${momentOf(read)}
      where n.user_id = ${user.id} and ${isRead(!read)} returning n.*)
    select ${kept} from marked n order by n.created_at desc, n.id desc`.execute(db)
  return await readable(
    db,
    user,
    rows.map((row) => row.kept),
  )
}

/** Marks one notification; if it already has this state, its time stays and no event is sent. */
export async function markOne(call: OwnCall, { id, read }: { id: number; read: boolean }): Promise<Notification> {
  await sql`
    update notifications n set read_at = ${momentOf(read)}
    where n.id = ${id} and n.user_id = ${call.user.id} and ${isRead(!read)}`.execute(call.db)
  return await findNotification(call, { id })
}

export async function removeNotification(call: OwnCall, { id }: { id: number }): Promise<Notification> {
  return await oneOf(
    call,
    sql`delete from notifications n where n.id = ${id} and n.user_id = ${call.user.id} returning ${kept}`,
  )
}

/** Marks notifications about a record as read once the user opens the record. */
export async function markAbout(db: Db, userId: number, kind: NotificationKind, recordId: number): Promise<void> {
  await sql`
    update notifications set read_at = clock_timestamp()
    where user_id = ${userId} and read_at is null and kind = ${kind} and record_id = ${recordId}`.execute(db)
}

const momentOf = (read: boolean) => (read ? sql`clock_timestamp()` : sql`null`)

/** The single row of a statement; another user's row answers as missing (P-26). */
async function oneOf({ db, user }: OwnCall, statement: RawBuilder<{ kept: Kept }>): Promise<Notification> {
  const { rows } = await statement.execute(db)
  const [found] = await readable(
    db,
    user,
    rows.map((row) => row.kept),
  )
  return found ?? fail('record.not_found')
}
