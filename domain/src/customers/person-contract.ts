import { z } from 'zod'
import { NamedWays } from '../contacts/contact-methods.ts'
import { FieldChange } from '../history/history-contract.ts'

/** What the time line of a person is made of; each kind comes from one source and has a filter of its own. */
export const entryKinds = [
  'status',
  'change',
  'policy',
  'unpaid',
  'note',
  'call',
  'message',
  'lead',
  'offline',
] as const
export type EntryKind = (typeof entryKinds)[number]

/** The colour of a state; always beside its word. */
export const EntryTone = z.enum(['green', 'amber', 'red', 'blue', 'grey'])

/** Something that happened with a person. */
export const PersonEntry = z.object({
  kind: z.enum(entryKinds),
  /** Keeps entries of a kind apart. */
  key: z.string(),
  /** An instant, or a day (YYYY-MM-DD) where no more is known. */
  at: z.string(),
  title: z.string(),
  by: z.string().nullable(),
  text: z.string().nullable(),
  changes: z.array(FieldChange),
  state: z.object({ word: z.string(), tone: EntryTone }).nullable(),
  /** The record behind it, for a link. */
  record: z.number().int().nullable(),
  /** A note's attachment. */
  file: z.object({ noteId: z.number().int(), name: z.string() }).nullable(),
})
export type PersonEntry = z.infer<typeof PersonEntry>

/** A policy of the person, with what says so. */
export const PersonPolicy = z.object({
  id: z.number().int(),
  policyNumber: z.string(),
  carrierName: z.string(),
  planName: z.string().nullable(),
  status: z.string(),
  effectiveDate: z.string().nullable(),
  termDate: z.string().nullable(),
  paidThroughDate: z.string().nullable(),
  numberOfMembers: z.number().int().nullable(),
  monthlyPremium: z.string().nullable(),
  agentName: z.string().nullable(),
  matchedBy: z.enum(['name and date of birth', 'last name and email', 'last name and phone']),
})
export type PersonPolicy = z.infer<typeof PersonPolicy>

/** All that is known about a person, as far as the caller may read it. */
export const PersonPage = z.object({
  id: z.number().int(),
  ...NamedWays.shape,
  /** Null where the caller may not read policies. */
  policies: z.array(PersonPolicy).nullable(),
  /** The kinds that the caller may read, whether there are entries or not. */
  kinds: z.array(z.enum(entryKinds)),
  entries: z.array(PersonEntry),
})
export type PersonPage = z.infer<typeof PersonPage>
