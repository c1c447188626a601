import { z } from 'zod'
import { notificationKinds } from './notification-kinds.ts'

/** Notification with the specification's members (NOTIF-07), in its spelling, and its text. */
export const Notification = z.object({
  id: z.number().int(),
  read: z.boolean(),
  read_at: z.string().nullable(),
  user_id: z.number().int(),
  created_at: z.string(),
  kind: z.enum(notificationKinds),
  /** Id of the record of that kind; null for several records, or a record without a page. */
  record_id: z.number().int().nullable(),
  /** Text; contains a name only if the reader may read that record now. */
  text: z.string(),
})
export type Notification = z.infer<typeof Notification>
