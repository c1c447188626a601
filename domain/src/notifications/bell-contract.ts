import { z } from 'zod'
import { signedIn } from '../access/claim-expression.ts'
import { Nothing, route } from '../platform/route.ts'
import { Notification } from './notification-record.ts'

/** Beyond so many unread ones nobody counts: the bell says 99+. */
export const maxUnread = 100

/** Why marks leave no event. */
export const ofOneself = { nothing: 'what oneself has read' } as const

/** What the bell asks on every page; apart from the rest, so that little is loaded for it. */
export const bell = {
  unread: route({
    method: 'GET',
    path: '/api/Notifications/unread',
    allow: signedIn,
    background: true,
    audit: { nothing: 'a number' },
    summary: 'How many of the own are unread; 100 stands for that or more',
    input: Nothing,
    output: z.object({ unread: z.number().int() }),
  }),
  setAllRead: route({
    method: 'PUT',
    path: '/api/Notifications',
    allow: signedIn,
    audit: ofOneself,
    repeat: { harmless: 'what is read stays read' },
    summary: 'Mark all of the own as read or unread; answers those that changed',
    input: z.strictObject({ read: z.boolean() }),
    output: z.array(Notification),
  }),
}
