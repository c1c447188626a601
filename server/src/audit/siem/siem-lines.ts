import { z } from 'zod'

/** Event as the SIEM receives it, with its signature. `subjects` is a PostgreSQL array of ids. */
export const EventLine = z.object({
  type: z.literal('event'),
  id: z.int(),
  /** UTC, with microseconds. */
  at: z.string(),
  user_id: z.int().nullable(),
  session_id: z.string().nullable(),
  action: z.string(),
  entity: z.string().nullable(),
  entity_id: z.string().nullable(),
  outcome: z.string(),
  address: z.string().nullable(),
  request_id: z.string().nullable(),
  facts: z.record(z.string(), z.unknown()),
  subjects: z.string().nullable(),
  mac: z.string(),
})
export type EventLine = z.infer<typeof EventLine>

/** Link of the chain, after its events. Hashes are hexadecimal, signatures base64. */
export const LinkLine = z.object({
  type: z.literal('link'),
  seq: z.int(),
  /** Microseconds since 1970. */
  sealedAt: z.int(),
  ids: z.string(),
  times: z.string(),
  macs: z.string(),
  /** Hash of the link before. */
  before: z.string(),
  hash: z.string(),
})
export type LinkLine = z.infer<typeof LinkLine>

/** Further clients of an event with many, after it. */
export const SubjectsLine = z.object({
  type: z.literal('subjects'),
  event: z.int(),
  part: z.int(),
  subjects: z.string(),
})
export type SubjectsLine = z.infer<typeof SubjectsLine>

export const SiemLine = z.discriminatedUnion('type', [EventLine, SubjectsLine, LinkLine])
