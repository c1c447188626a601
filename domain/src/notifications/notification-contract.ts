import { z } from 'zod'
import { signedIn } from '../access/claim-expression.ts'
import { Id } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { bell, ofOneself } from './bell-contract.ts'
import { Notification } from './notification-record.ts'

/** The most that one look shows (NOTIF-06). */
export const maxNotifications = 50
/** What is asked of the own notifications; the newest come first where nothing else is said. */
export const NotificationQuery = z.strictObject({
  limit: z.coerce
    .number<number | string>()
    .int()
    .min(0)
    .default(maxNotifications)
    .transform((asked) => Math.min(asked, maxNotifications)),
  skip: z.coerce.number<number | string>().int().min(0).max(1_000_000).default(0),
  order: z.enum(['asc', 'desc']).default('desc'),
  read: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).optional(),
})
export type NotificationQuery = z.output<typeof NotificationQuery>

/** A page as Feathers has it, so that the socket and the call answer the same. */
export const NotificationPage = z.object({
  total: z.number().int(),
  limit: z.number().int(),
  skip: z.number().int(),
  data: z.array(Notification),
})
export type NotificationPage = z.infer<typeof NotificationPage>

/**
 * One's own notifications and nobody else's, as ordinary calls; the socket's service `notifications` answers by the same
 * (decision 045).
 */
export const notifications = {
  ...bell,
  list: route({
    method: 'GET',
    path: '/api/Notifications',
    allow: signedIn,
    background: true,
    audit: { reads: 'notification' },
    summary: 'The own notifications, the newest first, at most 50',
    input: NotificationQuery,
    output: NotificationPage,
  }),
  one: route({
    method: 'GET',
    path: '/api/Notifications/{id}',
    allow: signedIn,
    background: true,
    audit: { reads: 'notification' },
    summary: 'One of the own notifications',
    input: z.strictObject({ id: Id }),
    output: Notification,
  }),
  setRead: route({
    method: 'PUT',
    path: '/api/Notifications/{id}',
    allow: signedIn,
    audit: ofOneself,
    repeat: { harmless: 'what is read stays read' },
    summary: 'Mark one of the own notifications as read or unread',
    input: z.strictObject({ id: Id, read: z.boolean() }),
    output: Notification,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/Notifications/{id}',
    allow: signedIn,
    audit: ofOneself,
    summary: 'Take away one of the own notifications',
    input: z.strictObject({ id: Id }),
    output: Notification,
  }),
}
