import { z } from 'zod'
import { notificationKinds } from './notification-kinds.ts'

/** A notification with the members that the specification names (NOTIF-07), spelt as there, and what it says. */
export const Notification = z.object({
  id: z.number().int(),
  read: z.boolean(),
  read_at: z.string().nullable(),
  user_id: z.number().int(),
  created_at: z.string(),
  kind: z.enum(notificationKinds),
  /** What it is about, by the id of that kind's records; null for several, or for what has no page of its own. */
  record_id: z.number().int().nullable(),
  /** What it says; a name only where the reader may read that record now. */
  text: z.string(),
})
export type Notification = z.infer<typeof Notification>
