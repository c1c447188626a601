import { z } from 'zod'
import { listQuery } from '../platform/page.ts'
import { ImportCounts, ImportRun } from './upload-contract.ts'

const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((typed) => typed === 'true')])

/** Parameters of a file without carrier and month, in the query (raw body) or as form fields. */
export const PlainUpload = z.strictObject({
  fileName: z.string().max(255).optional(),
  /** Previews the file without importing it. */
  dryRun: flag.optional(),
  /** Imports valid rows even if others are refused. */
  loadGoodRows: flag.optional(),
})

/** Run of such a file, without carrier and month. */
export const PlainRun = ImportRun.pick({
  id: true,
  dryRun: true,
  state: true,
  fileName: true,
  counts: true,
  ignoredColumns: true,
  problems: true,
  message: true,
  batchId: true,
})
export type PlainRun = z.infer<typeof PlainRun>

/** Refused rows of such a file. */
export const PlainRefusals = listQuery(['line'], { runId: z.uuid() })

/** Undone import. */
export const UndonePlainUpload = z.object({ batchId: z.number().int(), counts: ImportCounts })
