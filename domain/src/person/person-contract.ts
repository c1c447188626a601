import { z } from 'zod'
import { NamedContactMethods } from '../contacts/contact-methods.ts'
import { Amount } from '../fields/amount.ts'
import { FieldChange } from '../history/history-contract.ts'
import { PolicyStatus } from '../policies/policy-contract.ts'

/** Kinds of timeline entries; each has one source and one filter. */
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
  'application',
  'consent',
  'marketplace',
] as const
export type EntryKind = (typeof entryKinds)[number]

/** Color of a status; always shown with its name. */
export const EntryTone = z.enum(['green', 'amber', 'red', 'blue', 'grey'])
export type EntryTone = z.infer<typeof EntryTone>

/** Timeline entry of a person. */
export const PersonEntry = z.object({
  kind: z.enum(entryKinds),
  /** Unique within its kind. */
  key: z.string(),
  /** A timestamp, or a date (YYYY-MM-DD) where no time is known. */
  at: z.string(),
  title: z.string(),
  by: z.string().nullable(),
  text: z.string().nullable(),
  changes: z.array(FieldChange),
  state: z.object({ word: z.string(), tone: EntryTone }).nullable(),
  /** Record to link to, by the id in its address. */
  record: z.union([z.number().int(), z.string()]).nullable(),
  /** Attachment of a note. */
  file: z.object({ noteId: z.number().int(), name: z.string() }).nullable(),
})
export type PersonEntry = z.infer<typeof PersonEntry>

/** Policy of the person, and how it was matched. */
export const PersonPolicy = z.object({
  id: z.number().int(),
  policyNumber: z.string(),
  carrierName: z.string(),
  planName: z.string().nullable(),
  status: PolicyStatus,
  effectiveDate: z.string().nullable(),
  termDate: z.string().nullable(),
  paidThroughDate: z.string().nullable(),
  numberOfMembers: z.number().int().nullable(),
  monthlyPremium: z.string().nullable(),
  agentName: z.string().nullable(),
  /** Commissions by year, newest first, three at most; null if not rated. */
  commissions: z.array(z.object({ year: z.number().int(), total: Amount.nullable() })),
  matchedBy: z.enum(['name and date of birth', 'last name and email', 'last name and phone']),
})
export type PersonPolicy = z.infer<typeof PersonPolicy>

/** Person on an application of the customer; `record` is the application. */
export const HouseholdMember = z.object({
  name: z.string(),
  /** Relation to the applicant: 'spouse', 'child', 'applicant'; '' if unknown. */
  relation: z.string(),
  dob: z.string().nullable(),
  sex: z.string().nullable(),
  source: z.enum(['offline', 'marketplace']),
  record: z.union([z.number().int(), z.string()]),
})
export type HouseholdMember = z.infer<typeof HouseholdMember>

/** Everything known about a person, as far as the caller may read it. */
export const PersonPage = z.object({
  id: z.number().int(),
  ...NamedContactMethods.shape,
  /** Emails and phones that an exchange must not send codes to, or that many clients have (decision 255). */
  contactWarnings: z.array(z.object({ contact: z.string(), ofAgency: z.boolean(), clients: z.number().int() })),
  /** Null when the caller may not read policies. */
  policies: z.array(PersonPolicy).nullable(),
  /** Kinds that the caller may read, with or without entries. */
  kinds: z.array(z.enum(entryKinds)),
  entries: z.array(PersonEntry),
  /** Everyone else on the person's applications that the caller may read. */
  household: z.array(HouseholdMember),
})
export type PersonPage = z.infer<typeof PersonPage>
