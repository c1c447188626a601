import { z } from 'zod'
import { ImportCounts, ImportRun } from './upload-contract.ts'

const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((typed) => typed === 'true')])

/** What goes with a file that belongs to no carrier and no month, in the query (raw body) or as form fields. */
export const PlainUpload = z.strictObject({
  fileName: z.string().max(255).optional(),
  /** Says what the file would do, and does nothing. */
  dryRun: flag.optional(),
  /** Loads the rows that are good when others are not. */
  loadGoodRows: flag.optional(),
})

/** Such a load or its dry run: as that of policies, but for the carrier and the month. */
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

/** What was taken out again. */
export const UndonePlainUpload = z.object({ batchId: z.number().int(), counts: ImportCounts })
