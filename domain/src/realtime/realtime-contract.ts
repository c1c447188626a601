import { z } from 'zod'
import { signedIn } from '../access/claim-expression.ts'
import { sectionRules } from '../access/portal-rules.ts'
import { Notification } from '../notifications/notification.ts'
import { SessionEndValues } from '../session-end-values.ts'
import { importKinds, runStates } from '../uploads/import-kinds.ts'
import { type LiveEvent, liveEvent } from './live-event.ts'

/** Kind of the end of a session. */
export const SessionOver = z.enum(['logout', 'inactive', 'expired'])
export type SessionOver = z.infer<typeof SessionOver>

/** All events that the server sends. */
export const realtime = {
  sessionOver: liveEvent({
    service: 'sessions',
    happening: 'removed',
    allow: signedIn,
    summary: 'The session of this socket ended; the socket is closed',
    record: z.object({
      id: z.uuid(),
      over: SessionOver,
      /** What happened, when the user did not cause it here. */
      message: z.string().nullish(),
      /** The same as values, for readers of Spanish. */
      end: SessionEndValues.nullish(),
    }),
  }),
  importEnded: liveEvent({
    service: 'imports',
    happening: 'patched',
    allow: sectionRules.Administration.links['Upload Files'],
    summary: 'An import or dry run of the user finished, wherever it was started',
    record: z.object({ id: z.uuid(), kind: z.enum(importKinds), dryRun: z.boolean(), state: z.enum(runStates) }),
  }),
  ptoChanged: liveEvent({
    service: 'pto',
    happening: 'patched',
    allow: sectionRules.Pto.allow,
    summary: "The user's request for time off has another status",
    record: z.object({ id: z.number().int(), statusId: z.number().int() }),
  }),
  choicesChanged: liveEvent({
    service: 'choices',
    happening: 'patched',
    allow: signedIn,
    summary: 'An administrator changed the values that forms and filters offer',
    record: z.object({ choices: z.enum(['carriers', 'lists']) }),
  }),
  notificationCreated: liveEvent({
    service: 'notifications',
    happening: 'created',
    allow: signedIn,
    record: Notification,
    summary: 'The user has a new notification',
  }),
  notificationPatched: liveEvent({
    service: 'notifications',
    happening: 'patched',
    allow: signedIn,
    record: Notification,
    summary: 'A notification was marked as read or unread',
  }),
  notificationRemoved: liveEvent({
    service: 'notifications',
    happening: 'removed',
    allow: signedIn,
    record: Notification,
    summary: 'A notification was deleted or expired',
  }),
}

export const allEvents: readonly LiveEvent[] = Object.values(realtime)

/** Events that change the notifications of a user. */
export const notificationEvents: readonly LiveEvent[] = [
  realtime.notificationCreated,
  realtime.notificationPatched,
  realtime.notificationRemoved,
]
