import { z } from 'zod'
import { Id, listQuery, page } from '../platform/page.ts'
import { Done, route } from '../platform/route.ts'
import { mayReadContacts } from './contact-contract.ts'

/** Claim expression for merging contacts; both must be visible to the user. */
export const mayMergeContacts = 'agent admin.customer'

/** Contact in lists of duplicates. */
export const ShortContact = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  dob: z.string().nullable(),
  customer: z.boolean(),
})
export type ShortContact = z.infer<typeof ShortContact>

/** Possible duplicate with score (1 to 100) and reason. */
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

/** Single-valued fields in the order of the form. The last three choose whose list comes first. */
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

/** Field of both contacts as text, and whose value is the default. */
export const MergeChoice = z.object({
  field: z.enum(mergeFields),
  label: z.string(),
  kept: z.string().nullable(),
  merged: z.string().nullable(),
  wins: MergeSide,
})
export type MergeChoice = z.infer<typeof MergeChoice>

/** Preview of a merge; changes nothing. */
export const MergePreview = z.object({
  kept: ShortContact,
  merged: ShortContact,
  /** The ids of both, for the audit record. */
  both: z.array(z.number().int()),
  version: z.number().int(),
  otherVersion: z.number().int(),
  /** Fields that differ. */
  choices: z.array(MergeChoice),
  /** Records that move from the merged contact, such as '2 notes'. */
  moves: z.array(z.string()),
  /** Reason why they cannot be merged, or null. */
  refused: z.string().nullable(),
  likeness: z.object({ score: z.number().int(), reason: z.string() }).nullable(),
})
export type MergePreview = z.infer<typeof MergePreview>

/** Completed merge into a contact. */
export const MadeMerge = z.object({
  id: z.number().int(),
  mergedId: z.number().int(),
  name: z.string(),
  at: z.string(),
  by: z.string(),
  /** Why it can no longer be undone, or null. */
  blocked: z.string().nullable(),
})
export type MadeMerge = z.infer<typeof MadeMerge>

const Pair = z.strictObject({ id: Id, otherId: Id })

export const contactMerges = {
  pairs: route({
    method: 'GET',
    path: '/api/Contacts/duplicates',
    allow: mayReadContacts,
    audit: { reads: 'contact', by: 'both' },
    summary: 'Possible duplicate contacts, most likely first; both visible to the user',
    input: listQuery(['score'], {}),
    output: page(DuplicatePair.extend({ both: z.array(z.number().int()) })).extend({
      /** Changed contacts that are not compared yet. */
      waiting: z.number().int(),
    }),
  }),
  duplicates: route({
    method: 'GET',
    path: '/api/Contacts/{id}/duplicates',
    allow: mayReadContacts,
    audit: { reads: 'contact' },
    summary: 'Possible duplicates of a contact, most likely first; at most 20',
    input: z.strictObject({ id: Id }),
    output: z.array(Duplicate.extend({ id: z.number().int() })),
  }),
  tellApart: route({
    method: 'POST',
    path: '/api/Contacts/{id}/apart',
    allow: mayMergeContacts,
    audit: 'own',
    summary: 'Mark two contacts as different people; the pair is not listed again',
    input: Pair,
    output: Done,
  }),
  preview: route({
    method: 'GET',
    path: '/api/Contacts/{id}/merge',
    allow: mayMergeContacts,
    audit: { reads: 'contact', by: 'both' },
    summary: 'Preview a merge of another contact into this one; changes nothing',
    input: Pair,
    output: MergePreview,
  }),
  merge: route({
    method: 'POST',
    path: '/api/Contacts/{id}/merge',
    allow: mayMergeContacts,
    audit: 'own',
    summary: 'Merge another contact into this one with the chosen values; can be undone',
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
    summary: 'Merges into a contact that were not undone, newest first',
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
