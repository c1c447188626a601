import { z } from 'zod'
import { Id } from '../platform/page.ts'
import { route } from '../platform/route.ts'

/** Most records that are changed at once; a list shows 500 on a page at most. */
export const mostAtOnce = 1_000

/** What can be set of many records at once: which kind of record and what of it. */
export const bulkActions = ['lead.agent', 'lead.disposition'] as const
export const BulkAction = z.enum(bulkActions)
export type BulkAction = z.infer<typeof BulkAction>

/** The records as the caller saw them, and what to set: the id of an agent or a status, or null for none. */
export const BulkInput = z.strictObject({
  action: BulkAction,
  value: Id.nullable(),
  records: z
    .array(z.strictObject({ id: Id, version: z.number().int() }))
    .min(1)
    .max(mostAtOnce, `At most ${mostAtOnce} at once`)
    .refine((records) => new Set(records.map(({ id }) => id)).size === records.length, 'Each record once'),
})
export type BulkInput = z.infer<typeof BulkInput>

/** What a bulk change would do: from what to what, and how many; those that hold the value already stay as they are. */
export const BulkPreview = z.object({
  records: z.number().int(),
  unchanged: z.number().int(),
  /** Largest first; null: none. */
  from: z.array(z.object({ name: z.string().nullable(), records: z.number().int() })),
  to: z.string().nullable(),
  /** What somebody should know before doing it, such as that an agent has no licence in a state. */
  warnings: z.array(z.string()),
})
export type BulkPreview = z.infer<typeof BulkPreview>

export const BulkChange = z.object({
  id: z.number().int(),
  action: BulkAction,
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

/** Details of `bulk.changed_since` and `bulk.overtaken`: which records, by name; the first 20. */
export const ChangedRecords = z.object({
  records: z.number().int(),
  names: z.array(z.string()),
})
export type ChangedRecords = z.infer<typeof ChangedRecords>

/** Whoever may change records of some kind at once; which, the action says. */
const mayChangeSome = 'agent view.Lead|admin.Lead'

export const bulk = {
  preview: route({
    method: 'POST',
    path: '/api/Bulk/preview',
    allow: mayChangeSome,
    audit: { nothing: 'counts by agent or status' },
    summary: 'What a change of many records would do; changes nothing',
    input: BulkInput,
    output: BulkPreview,
  }),
  apply: route({
    method: 'POST',
    path: '/api/Bulk',
    allow: mayChangeSome,
    audit: 'own',
    summary: 'Change many records at once: all of them or none',
    input: BulkInput,
    output: BulkChange,
  }),
  recent: route({
    method: 'GET',
    path: '/api/Bulk/{kind}',
    allow: mayChangeSome,
    audit: { nothing: 'who changed how many records' },
    summary: 'The last changes of many records of a kind: the own ones, or all with the right to run them',
    input: z.strictObject({ kind: z.enum(['lead']) }),
    output: z.array(BulkChange),
  }),
  undo: route({
    method: 'POST',
    path: '/api/Bulk/{id}/undo',
    allow: mayChangeSome,
    audit: 'own',
    summary: 'Take a change of many records back exactly; with skipChanged but for those changed since',
    input: z.strictObject({ id: Id, skipChanged: z.boolean().optional() }),
    output: BulkChange,
  }),
}
