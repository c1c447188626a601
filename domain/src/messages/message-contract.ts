import { z } from 'zod'
import { listQuery, page, TextFilter } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { messageChannels, messageKinds } from './message-kinds.ts'

export const messageSorts = ['createdAt'] as const

export const MessageFilters = listQuery(messageSorts, {
  channel: z.enum(messageChannels).optional(),
  kind: z.enum(messageKinds).optional(),
  recipient: TextFilter,
})
export type MessageFilters = z.infer<typeof MessageFilters>

/** Message that the demo would have sent. */
export const MessageRow = z.object({
  id: z.string(),
  channel: z.enum(messageChannels),
  kind: z.enum(messageKinds),
  recipient: z.string(),
  createdAt: z.string(),
})
export type MessageRow = z.infer<typeof MessageRow>

/** The same with its text; `link` and `code` are those of the text. */
export const MessageDetail = MessageRow.extend({
  subject: z.string(),
  text: z.string(),
  link: z.string().nullable(),
  code: z.string().nullable(),
  /** Names of the attached files. */
  attached: z.array(z.string()),
})
export type MessageDetail = z.infer<typeof MessageDetail>

/** Only a demo answers, and only for channels without a gateway; otherwise these routes answer 404. */
export const messages = {
  list: route({
    method: 'GET',
    path: '/api/Outbox',
    allow: 'administrator',
    background: true,
    summary: 'Messages that the demo would have sent',
    audit: { nothing: 'polled, on a demo alone; opening a message is recorded' },
    input: MessageFilters,
    output: page(MessageRow),
  }),
  one: route({
    method: 'GET',
    path: '/api/Outbox/{id}',
    allow: 'administrator',
    background: true,
    summary: 'One message of the demo with its text',
    audit: { reads: 'message' },
    input: z.strictObject({ id: z.uuid() }),
    output: MessageDetail,
  }),
}
