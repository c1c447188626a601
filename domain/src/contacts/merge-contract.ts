import { z } from 'zod'
import { Id, listQuery, page } from '../platform/page.ts'
import { Done, route } from '../platform/route.ts'
import { mayReadContacts } from './contact-contract.ts'

/** Who merges: also two of one agent's, so that both are theirs to see. */
export const mayMergeContacts = 'agent admin.customer'

/** A contact as lists of duplicates show it. */
export const ShortContact = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  dob: z.string().nullable(),
  customer: z.boolean(),
})
export type ShortContact = z.infer<typeof ShortContact>

/** Somebody who may be the same person: from 1 to 100, and why. */
export const Duplicate = z.object({ contact: ShortContact, score: z.number().int(), reason: z.string() })
export type Duplicate = z.infer<typeof Duplicate>

export const DuplicatePair = z.object({
  id: z.string(),
  one: ShortContact,
  other: ShortContact,
  score: z.number().int(),
  reason: z.string(),
})
export type DuplicatePair = z.infer<typeof DuplicatePair>

/** What is one value of a person, in the order of the form. The last three say whose list comes first. */
export const mergeFields = [
  'firstName',
  'middleName',
  'lastName',
  'dob',
  'sex',
  'agent',
  'npn',
  'ffeId',
  'status',
  'usCitizen',
  'spokenLanguage',
  'writtenLanguage',
  'email',
  'phone',
  'address',
] as const
export type MergeField = (typeof mergeFields)[number]
export const MergeSide = z.enum(['kept', 'merged'])
export type MergeSide = z.infer<typeof MergeSide>

/** One field of both, as a person reads it, and whose value stands unless something else is chosen. */
export const MergeChoice = z.object({
  field: z.enum(mergeFields),
  label: z.string(),
  kept: z.string().nullable(),
  merged: z.string().nullable(),
  wins: MergeSide,
})
export type MergeChoice = z.infer<typeof MergeChoice>

/** What a merge would do; it changes nothing. */
export const MergePreview = z.object({
  kept: ShortContact,
  merged: ShortContact,
  /** The ids of both, for the audit record. */
  both: z.array(z.number().int()),
  version: z.number().int(),
  otherVersion: z.number().int(),
  /** Fields in which they differ. */
  choices: z.array(MergeChoice),
  /** What goes over from the merged contact, in words: '2 notes'. */
  moves: z.array(z.string()),
  /** Why they cannot be merged, or null. */
  refused: z.string().nullable(),
  likeness: z.object({ score: z.number().int(), reason: z.string() }).nullable(),
})
export type MergePreview = z.infer<typeof MergePreview>

/** A merge that was made into a contact. */
export const MadeMerge = z.object({
  id: z.number().int(),
  mergedId: z.number().int(),
  name: z.string(),
  at: z.string(),
  by: z.string(),
})
export type MadeMerge = z.infer<typeof MadeMerge>

const Pair = z.strictObject({ id: Id, otherId: Id })

export const contactMerges = {
  pairs: route({
    method: 'GET',
    path: '/api/Contacts/duplicates',
    allow: mayReadContacts,
    audit: { reads: 'contact', by: 'both' },
    summary: 'Pairs of contacts that may be one person, the likeliest first; both are seen by the person',
    input: listQuery(['score'], {}),
    output: page(DuplicatePair.extend({ both: z.array(z.number().int()) })).extend({
      /** Contacts that changed and are not compared yet. */
      waiting: z.number().int(),
    }),
  }),
  duplicates: route({
    method: 'GET',
    path: '/api/Contacts/{id}/duplicates',
    allow: mayReadContacts,
    audit: { reads: 'contact' },
    summary: 'Contacts that may be the same person as one, the likeliest first; at most 20',
    input: z.strictObject({ id: Id }),
    output: z.array(Duplicate.extend({ id: z.number().int() })),
  }),
  tellApart: route({
    method: 'POST',
    path: '/api/Contacts/{id}/apart',
    allow: mayMergeContacts,
    audit: 'own',
    summary: 'Say that two contacts are two people; no list shows the pair again',
    input: Pair,
    output: Done,
  }),
  preview: route({
    method: 'GET',
    path: '/api/Contacts/{id}/merge',
    allow: mayMergeContacts,
    audit: { reads: 'contact', by: 'both' },
    summary: 'What merging another contact into one would do; changes nothing',
    input: Pair,
    output: MergePreview,
  }),
  merge: route({
    method: 'POST',
    path: '/api/Contacts/{id}/merge',
    allow: mayMergeContacts,
    audit: 'own',
    summary: 'Merge another contact into one, with the values chosen; nothing is lost, and it can be undone',
    input: Pair.extend({
      version: z.int32(),
      otherVersion: z.int32(),
      choices: z.partialRecord(z.enum(mergeFields), MergeSide).default({}),
    }),
    output: z.object({ id: z.number().int() }),
  }),
  merges: route({
    method: 'GET',
    path: '/api/Contacts/{id}/merges',
    allow: mayReadContacts,
    audit: { reads: 'contact', by: 'mergedId' },
    summary: 'What was merged into a contact and not undone, the newest first',
    input: z.strictObject({ id: Id }),
    output: z.array(MadeMerge),
  }),
  undo: route({
    method: 'POST',
    path: '/api/Contacts/merges/{mergeId}/undo',
    allow: mayMergeContacts,
    audit: 'own',
    summary: 'Undo a merge exactly; refused when either contact was changed since',
    input: z.strictObject({ mergeId: Id }),
    output: Done,
  }),
}
