import { z } from 'zod'
import { signedIn } from '../access/claim-expression.ts'
import { Id } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { bell, ofOneself } from './bell-contract.ts'
import { Notification } from './notification.ts'

/** Maximum number of notifications per page (NOTIF-06). */
export const maxNotifications = 50
/** Query of the user's notifications; newest first by default. */
export const NotificationQuery = z.strictObject({
  limit: z
    .union([z.literal('').transform(() => maxNotifications), z.coerce.number<number | string>().int().min(0)])
    .default(maxNotifications)
    .transform((limit) => Math.min(limit, maxNotifications)),
  skip: z.coerce.number<number | string>().int().min(0).max(1_000_000).default(0),
  order: z.enum(['asc', 'desc']).default('desc'),
  read: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).optional(),
})
export type NotificationQuery = z.output<typeof NotificationQuery>

/** Page in the format of Feathers, so that socket and HTTP return the same. */
export const NotificationPage = z.object({
  total: z.number().int(),
  limit: z.number().int(),
  skip: z.number().int(),
  data: z.array(Notification),
})
export type NotificationPage = z.infer<typeof NotificationPage>

/** The user's own notifications by HTTP; the socket's service `notifications` behaves the same (decision 045). */
export const notifications = {
  ...bell,
  list: route({
    method: 'GET',
    path: '/api/Notifications',
    allow: signedIn,
    background: true,
    audit: { reads: 'notification' },
    summary: 'The user’s notifications, newest first, at most 50',
    input: NotificationQuery,
    output: NotificationPage,
  }),
  one: route({
    method: 'GET',
    path: '/api/Notifications/{id}',
    allow: signedIn,
    background: true,
    audit: { reads: 'notification' },
    summary: 'One of the user’s notifications',
    input: z.strictObject({ id: Id }),
    output: Notification,
  }),
  setRead: route({
    method: 'PUT',
    path: '/api/Notifications/{id}',
    allow: signedIn,
    audit: ofOneself,
    repeat: { harmless: 'marking as read twice has no effect' },
    summary: 'Mark one of the user’s notifications as read or unread',
    input: z.strictObject({ id: Id, read: z.boolean() }),
    output: Notification,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/Notifications/{id}',
    allow: signedIn,
    audit: ofOneself,
    summary: 'Delete one of the user’s notifications',
    input: z.strictObject({ id: Id }),
    output: Notification,
  }),
}
