import { z } from 'zod'
import { StatusComment } from '../history/history-contract.ts'
import { Id } from '../platform/page.ts'
import { NoInput, route } from '../platform/route.ts'
import { actionsInBulk, type BulkAction, type BulkKind, bulkKinds } from './bulk-kinds.ts'

/** Maximum number of records that a bulk change names by id; a list page has at most 500. */
export const maxAtOnce = 1_000

const once = (ids: readonly unknown[]) => new Set(ids).size === ids.length
const Ids = z.array(Id).min(1).max(maxAtOnce, `At most ${maxAtOnce} at once`).refine(once, 'Each record once')

const Action = z.enum(actionsInBulk)
/** Value to set: the id of an agent or a status, or null for none. */
const value = Id.nullable()

/** Record of a preview: its current value, whether it would change, or why it cannot. */
export const BulkRow = z.object({
  id: z.number().int(),
  name: z.string(),
  from: z.string().nullable(),
  outcome: z.enum(['changes', 'has it', 'refused']),
  /** Reason of a refusal. */
  why: z.string().nullable(),
  /** Version mark of the previewed record; sent back when the change is applied. */
  mark: z.string(),
})
export type BulkRow = z.infer<typeof BulkRow>

/** Preview of a bulk change, record by record. Nothing is changed while any record is refused. */
export const BulkPreview = z.object({
  data: z.array(BulkRow),
  to: z.string().nullable(),
  /** Warnings, such as that an agent has no license in a state. */
  warnings: z.array(z.string()),
})
export type BulkPreview = z.infer<typeof BulkPreview>

const hasItsComment = ({ action, comment }: { action: BulkAction; comment?: string | undefined }) =>
  action !== 'customer.status' || comment !== undefined
const commentNeeded = { path: ['comment'], message: 'Comment is required' }

/** Filters of the kind's list, as its own route takes them. The list's schema checks them. */
const Filter = z.record(z.string().max(60), z.union([z.string().max(500), z.number(), z.boolean()]))

/** Preview of a bulk change of all records that match a filter, in numbers and with the first records of the list. */
export const MatchingPreview = z.object({
  matching: z.number().int(),
  changing: z.number().int(),
  unchanged: z.number().int(),
  /** Current values of the records that would change, most frequent first. */
  from: z.array(z.object({ from: z.string().nullable(), records: z.number().int() })),
  /** Records that stay as they are, by reason. */
  refused: z.array(z.object({ why: z.string(), records: z.number().int() })),
  /** The first records that would change and the first refused ones, in the order of the list. */
  data: z.array(BulkRow.omit({ mark: true })),
  to: z.string().nullable(),
  warnings: z.array(z.string()),
  /** Identifies the matching records and their values; sent back when the change is applied. */
  stamp: z.string(),
})
export type MatchingPreview = z.infer<typeof MatchingPreview>

/** Records with the marks of their preview. A change of customers' statuses needs a comment (CUST-15). */
const BulkInput = z
  .strictObject({
    action: Action,
    value,
    comment: StatusComment.optional(),
    records: z
      .array(z.strictObject({ id: Id, mark: z.string().max(60) }))
      .min(1)
      .max(maxAtOnce, `At most ${maxAtOnce} at once`)
      .refine((records) => once(records.map(({ id }) => id)), 'Each record once'),
  })
  .refine(hasItsComment, commentNeeded)

/** All records that match a filter, with the stamp of their preview. */
const MatchingInput = z
  .strictObject({
    action: Action,
    value,
    comment: StatusComment.optional(),
    filter: Filter,
    stamp: z.string().max(100),
  })
  .refine(hasItsComment, commentNeeded)

export const BulkChange = z.object({
  id: z.number().int(),
  action: Action,
  records: z.number().int(),
  to: z.string().nullable(),
  appliedAt: z.string(),
  by: z.string(),
  undoneAt: z.string().nullable(),
  undoneBy: z.string().nullable(),
  /** Records that an undo left unchanged because they were edited afterwards. */
  kept: z.number().int(),
})
export type BulkChange = z.infer<typeof BulkChange>

/** Details of `bulk.changed_since`, `bulk.edit_conflict` and `bulk.refused`: the first 20 records by name. */
export const ChangedRecords = z.object({
  records: z.number().int(),
  names: z.array(z.string()),
})
export type ChangedRecords = z.infer<typeof ChangedRecords>

/** Routes for one kind of record; actions of other kinds are refused. */
function bulkOf(kind: BulkKind) {
  const { many, allow, entity } = bulkKinds[kind]
  const ofKind = ({ action }: { action: BulkAction }) => action.startsWith(`${kind}.`)
  const otherKind = { path: ['action'], message: `Not an action on ${many}` }
  return {
    preview: route({
      method: 'POST',
      path: `/api/Bulk/${kind}/preview`,
      allow,
      audit: { reads: entity },
      repeat: { harmless: 'it changes nothing' },
      summary: `Preview a bulk change of ${many}, record by record; changes nothing`,
      input: z.strictObject({ action: Action, value, ids: Ids }).refine(ofKind, otherKind),
      output: BulkPreview,
    }),
    apply: route({
      method: 'POST',
      path: `/api/Bulk/${kind}`,
      allow,
      audit: 'own',
      summary: `Apply a previewed bulk change of ${many}, all or none`,
      input: BulkInput.refine(ofKind, otherKind),
      output: BulkChange,
    }),
    previewMatching: route({
      method: 'POST',
      path: `/api/Bulk/${kind}/matching/preview`,
      allow,
      audit: { reads: entity },
      repeat: { harmless: 'it changes nothing' },
      summary: `Preview a bulk change of all ${many} that match a filter of their list; changes nothing`,
      input: z.strictObject({ action: Action, value, filter: Filter }).refine(ofKind, otherKind),
      output: MatchingPreview,
    }),
    applyMatching: route({
      method: 'POST',
      path: `/api/Bulk/${kind}/matching`,
      allow,
      audit: 'own',
      summary: `Apply a previewed bulk change to all ${many} that match a filter; those that cannot be changed are left out`,
      input: MatchingInput.refine(ofKind, otherKind),
      output: BulkChange,
    }),
    recent: route({
      method: 'GET',
      path: `/api/Bulk/${kind}`,
      allow,
      audit: { nothing: 'who changed how many records' },
      summary: `Recent bulk changes of ${many}: the user’s own, or everyone’s with the admin right`,
      input: NoInput,
      output: z.array(BulkChange),
    }),
    undo: route({
      method: 'POST',
      path: `/api/Bulk/${kind}/{id}/undo`,
      allow,
      audit: 'own',
      summary: `Undo a bulk change of ${many} exactly; skipChanged leaves out those changed since`,
      input: z.strictObject({ id: Id, skipChanged: z.boolean().optional() }),
      output: BulkChange,
    }),
  }
}

/** Bulk changes by kind of record. */
export const bulk = {
  lead: bulkOf('lead'),
  customer: bulkOf('customer'),
  contact: bulkOf('contact'),
  offline: bulkOf('offline'),
  application: bulkOf('application'),
  unpaid: bulkOf('unpaid'),
  lost: bulkOf('lost'),
  line: bulkOf('line'),
  variance: bulkOf('variance'),
} satisfies Record<BulkKind, unknown>
