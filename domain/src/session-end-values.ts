import { z } from 'zod'

/** What a client learns of the end of a session, for sentences in another language. In a file of its own, because each page loads it. */
export const SessionEndValues = z.object({ reason: z.string(), at: z.string(), device: z.string().nullable() })
export type SessionEndValues = z.infer<typeof SessionEndValues>
