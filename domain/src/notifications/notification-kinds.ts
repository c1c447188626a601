import type { MessageChannel } from '../messages/message-kinds.ts'

/** What people are told of. */
export const notificationKinds = [
  'message',
  'lead',
  'contact',
  'application',
  'pto-request',
  'pto-decision',
  'upload',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** What the sentence of each kind needs beside the record: words and numbers of our own, never anything about a person. */
export interface NotificationFacts {
  message: { channel: MessageChannel }
  lead: { count: number }
  contact: { count: number }
  application: { count: number }
  'pto-request': Record<never, never>
  'pto-decision': { status: string }
  upload: { file: string; state: string }
}
