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
  tab: z.literal('notifications').optional(),
})
