import { z } from 'zod'
import { StatusComment } from '../history/history-contract.ts'
import { Id } from '../platform/page.ts'
import { Nothing, route } from '../platform/route.ts'
import { actionsInBulk, type BulkAction, type BulkKind, bulkKinds } from './bulk-kinds.ts'

/** Most records that are changed at once; a list shows 500 on a page at most. */
export const maxAtOnce = 1_000

const once = (ids: readonly unknown[]) => new Set(ids).size === ids.length
const Ids = z.array(Id).min(1).max(maxAtOnce, `At most ${maxAtOnce} at once`).refine(once, 'Each record once')

const Action = z.enum(actionsInBulk)
/** What to set: the id of an agent or a status, or null for none. */
const value = Id.nullable()

/** One record of a preview: what it holds now, whether it would change, or why it cannot. */
export const BulkRow = z.object({
  id: z.number().int(),
  name: z.string(),
  from: z.string().nullable(),
  outcome: z.enum(['changes', 'has it', 'refused']),
  /** Of a refused one. */
  why: z.string().nullable(),
  /** Which state of the record was looked at; goes back with what is applied. */
  mark: z.string(),
})
export type BulkRow = z.infer<typeof BulkRow>

/** What a change of many records would do, record by record. As long as one is refused, nothing is changed. */
export const BulkPreview = z.object({
  data: z.array(BulkRow),
  to: z.string().nullable(),
  /** What somebody should know before doing it, such as that an agent has no licence in a state. */
  warnings: z.array(z.string()),
})
export type BulkPreview = z.infer<typeof BulkPreview>

/** The records as their preview showed them. A change of customers' statuses says why (CUST-15). */
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
  .refine(({ action, comment }) => action !== 'customer.status' || comment !== undefined, {
    path: ['comment'],
    message: 'Comment is required',
  })

export const BulkChange = z.object({
  id: z.number().int(),
  action: Action,
  records: z.number().int(),
  to: z.string().nullable(),
  appliedAt: z.string(),
  by: z.string(),
  undoneAt: z.string().nullable(),
  undoneBy: z.string().nullable(),
  /** Of an undone one: records that kept what somebody gave them since. */
  kept: z.number().int(),
})
export type BulkChange = z.infer<typeof BulkChange>

/** Details of `bulk.changed_since`, `bulk.overtaken` and `bulk.refused`: which records, by name; the first 20. */
export const ChangedRecords = z.object({
  records: z.number().int(),
  names: z.array(z.string()),
})
export type ChangedRecords = z.infer<typeof ChangedRecords>

/** The calls for one kind of record; an action of another kind is none of theirs. */
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
      summary: `What a change of many ${many} would do, record by record; changes nothing`,
      input: z.strictObject({ action: Action, value, ids: Ids }).refine(ofKind, otherKind),
      output: BulkPreview,
    }),
    apply: route({
      method: 'POST',
      path: `/api/Bulk/${kind}`,
      allow,
      audit: 'own',
      summary: `Change many ${many} at once as previewed: all of them or none`,
      input: BulkInput.refine(ofKind, otherKind),
      output: BulkChange,
    }),
    recent: route({
      method: 'GET',
      path: `/api/Bulk/${kind}`,
      allow,
      audit: { nothing: 'who changed how many records' },
      summary: `The last changes of many ${many}: the own ones, or everybody’s for who runs them`,
      input: Nothing,
      output: z.array(BulkChange),
    }),
    undo: route({
      method: 'POST',
      path: `/api/Bulk/${kind}/{id}/undo`,
      allow,
      audit: 'own',
      summary: `Take a change of many ${many} back exactly; with skipChanged but for those changed since`,
      input: z.strictObject({ id: Id, skipChanged: z.boolean().optional() }),
      output: BulkChange,
    }),
  }
}

/** Changes of many records at once, by their kind. */
export const bulk = {
  lead: bulkOf('lead'),
  customer: bulkOf('customer'),
  contact: bulkOf('contact'),
  offline: bulkOf('offline'),
  application: bulkOf('application'),
  unpaid: bulkOf('unpaid'),
  lost: bulkOf('lost'),
} satisfies Record<BulkKind, unknown>
