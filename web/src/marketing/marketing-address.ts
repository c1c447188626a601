import { messageChannels } from '@coverdesk/domain/messages/message-kinds.ts'
import { Id } from '@coverdesk/domain/platform/page.ts'
import { z } from 'zod'

/** URL state: the open conversation, the search, and the tab in a narrow window. */
export const MarketingAddress = z.object({
  contact: Id.optional(),
  search: z.coerce.string().max(100).optional(),
  unread: z.coerce
    .string()
    .transform((text) => text === 'true')
    .optional(),
  /** Channel that the message is started in, until another is chosen. */
  write: z.enum(messageChannels).optional(),
  tab: z.literal('notifications').optional(),
})
