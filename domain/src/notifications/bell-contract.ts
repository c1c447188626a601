import { z } from 'zod'
import { signedIn } from '../access/claim-expression.ts'
import { NoInput, route } from '../platform/route.ts'
import { Notification } from './notification.ts'

/** Counting stops here: the bell shows 99+. */
export const maxUnread = 100

/** Reason for not auditing read marks. */
export const ofOneself = { nothing: 'what oneself has read' } as const

/** Routes of the bell on every page; separate from the others, to load little code. */
export const bell = {
  unread: route({
    method: 'GET',
    path: '/api/Notifications/unread',
    allow: signedIn,
    background: true,
    audit: { nothing: 'a number' },
    summary: 'Number of the user’s unread notifications; 100 means 100 or more',
    input: NoInput,
    output: z.object({ unread: z.number().int() }),
  }),
  setAllRead: route({
    method: 'PUT',
    path: '/api/Notifications',
    allow: signedIn,
    audit: ofOneself,
    repeat: { harmless: 'marking as read twice has no effect' },
    summary: 'Mark all of the user’s notifications as read or unread; returns those that changed',
    input: z.strictObject({ read: z.boolean() }),
    output: z.array(Notification),
  }),
}
