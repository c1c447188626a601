import { Id } from '@coverdesk/domain/platform/page.ts'
import { z } from 'zod'

/** What the address of the screen holds: the conversation that is read, what is searched, and the tab of a narrow window. */
export const MarketingAddress = z.object({
  contact: Id.optional(),
  search: z.coerce.string().max(100).optional(),
  unread: z.coerce
    .string()
    .transform((text) => text === 'true')
    .optional(),
  tab: z.literal('notifications').optional(),
})
