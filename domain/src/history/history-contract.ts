import { z } from 'zod'

/** Changed field with old and new value as text; null means empty. */
export const FieldChange = z.object({ field: z.string(), old: z.string().nullable(), new: z.string().nullable() })
export type FieldChange = z.infer<typeof FieldChange>

/** Accepted change of a record: resulting version, user, time, action and changed fields. */
export const RecordChange = z.object({
  version: z.number().int(),
  action: z.string(),
  at: z.string(),
  by: z.string(),
  changes: z.array(FieldChange),
})
export type RecordChange = z.infer<typeof RecordChange>

/** Details of `record.changed` (409): changes by others since the caller's version, oldest first. */
export const Overtaken = z.object({ version: z.number().int(), since: z.array(RecordChange) })
export type Overtaken = z.infer<typeof Overtaken>

/** Entry of a status history; the current one has no end. */
export const StatusEntry = z.object({
  status: z.string().nullable(),
  statusId: z.number().int().nullable(),
  comment: z.string(),
  createdBy: z.string(),
  createdDate: z.string(),
  endDate: z.string().nullable(),
})
export type StatusEntry = z.infer<typeof StatusEntry>

/** Comment of a status change. */
export const StatusComment = z
  .string({ error: 'Comment is required' })
  .trim()
  .min(1, 'Comment is required')
  .max(2000, 'At most 2000 characters')
  .refine((text) => !/[\0\p{Cs}]/u.test(text), 'Not valid')

/** Input of a status change; both are required. */
export const StatusChange = z.strictObject({
  statusId: z.int32({ error: 'Status is required' }).min(1, 'Status is required'),
  comment: StatusComment,
})
export type StatusChange = z.output<typeof StatusChange>

/** Differences between two states of a record; `labels` names the fields and selects which are compared. */
export function fieldChanges<Fields extends Record<string, string | number | boolean | null | undefined>>(
  labels: { readonly [name in keyof Fields]?: string },
  before: Fields,
  after: Fields,
): FieldChange[] {
  const shown = (value: Fields[keyof Fields]) =>
    value === null || value === undefined || value === ''
      ? null
      : value === true
        ? 'Yes'
        : value === false
          ? 'No'
          : String(value)
  return Object.entries<string | undefined>(labels).flatMap(([name, field]) => {
    const [old, now] = [shown(before[name as keyof Fields]), shown(after[name as keyof Fields])]
    return field === undefined || old === now ? [] : [{ field, old, new: now }]
  })
}
