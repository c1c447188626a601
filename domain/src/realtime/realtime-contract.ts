import { z } from 'zod'
import { signedIn } from '../access/claim-expression.ts'
import { sectionRules } from '../access/portal-rules.ts'
import { Notification } from '../notifications/notification-record.ts'
import { importKinds, runStates } from '../uploads/import-kinds.ts'
import { type LiveEvent, liveEvent } from './live-event.ts'

/** What a person is told of the end of a session; never who ended it from where. */
export const SessionOver = z.enum(['logout', 'inactive', 'expired'])
export type SessionOver = z.infer<typeof SessionOver>

/** Every event that the server sends by itself. */
export const realtime = {
  sessionOver: liveEvent({
    service: 'sessions',
    happening: 'removed',
    allow: signedIn,
    summary: 'The session that this socket hangs on is over; the socket is closed with it',
    record: z.object({ id: z.uuid(), over: SessionOver }),
  }),
  importEnded: liveEvent({
    service: 'imports',
    happening: 'patched',
    allow: sectionRules.Administration.links['Upload Files'],
    summary: 'A file that the person had loaded or checked is done, wherever it was begun',
    record: z.object({ id: z.uuid(), kind: z.enum(importKinds), dryRun: z.boolean(), state: z.enum(runStates) }),
  }),
  ptoChanged: liveEvent({
    service: 'pto',
    happening: 'patched',
    allow: sectionRules.Pto.allow,
    summary: "The person's request for time off has another status",
    record: z.object({ id: z.number().int(), statusId: z.number().int() }),
  }),
  choicesChanged: liveEvent({
    service: 'choices',
    happening: 'patched',
    allow: signedIn,
    summary: 'An administrator changed what forms and filters offer',
    record: z.object({ choices: z.enum(['carriers', 'lists']) }),
  }),
  notificationCreated: liveEvent({
    ...{ service: 'notifications', happening: 'created', allow: signedIn, record: Notification },
    summary: 'The person is told of something',
  }),
  notificationPatched: liveEvent({
    ...{ service: 'notifications', happening: 'patched', allow: signedIn, record: Notification },
    summary: 'It was marked as read or unread',
  }),
  notificationRemoved: liveEvent({
    ...{ service: 'notifications', happening: 'removed', allow: signedIn, record: Notification },
    summary: 'It was taken away, or its time is over',
  }),
}

export const allEvents: readonly LiveEvent[] = Object.values(realtime)

/** Whatever changes the notifications of a person. */
export const notificationEvents: readonly LiveEvent[] = [
  realtime.notificationCreated,
  realtime.notificationPatched,
  realtime.notificationRemoved,
]
