import { z } from 'zod'
import { visibleText } from './visible-text.ts'

/** Page sizes of the lists of the portal document (CONST-01). */
export const portalPageSizes = [10, 20, 30, 100, 500] as const
/** Page sizes of the lists of the operations document (CONST-02). */
export const operationsPageSizes = [10, 50, 100] as const

const wholeNumber = z.coerce.number<number | string>().int()

/** Row id in a path or query. */
export const Id = wholeNumber.min(1).max(Number.MAX_SAFE_INTEGER)

/**
 * Query of a list: filters, page (from 1), page size (at most 500), and one of the list's sort names. Sort names reach
 * SQL only by lookup in that list (P-37).
 */
export function listQuery<const Sorts extends readonly [string, ...string[]], Filters extends z.ZodRawShape>(
  sorts: Sorts,
  filters: Filters,
) {
  return z.strictObject({
    pageNumber: wholeNumber.min(1).max(1_000_000).default(1),
    pageSize: wholeNumber.min(1).max(500).default(10),
    sort: z.enum(sorts).optional(),
    order: z.enum(['asc', 'desc']).optional(),
    ...filters,
  })
}

/** Text filter: trimmed, at most 100 characters, without NUL, which PostgreSQL cannot store; empty means not set. */
export const TextFilter = z
  .string()
  .overwrite(visibleText)
  .trim()
  .max(100)
  .refine((text) => !text.includes('\0'), 'Not valid')
  .transform((text) => (text === '' ? undefined : text))
  .optional()

/** Query parameter without a value, as in `?agentId=&year=2026`: the same as missing. */
export const NotSet = z.literal('').transform(() => undefined)

/** Row id in a filter, or 0 for records without one; without a value it is not set, although the number of '' is 0. */
export const IdOrNone = NotSet.or(wholeNumber.min(0).max(Number.MAX_SAFE_INTEGER))

/** Answer of every list: one page of rows, the exact total of filtered rows, and the paging fields. */
export function page<Row extends z.ZodType>(row: Row) {
  return z.object({
    data: z.array(row),
    totalRecords: z.number().int(),
    pageNumber: z.number().int(),
    pageSize: z.number().int(),
    totalPages: z.number().int(),
  })
}
