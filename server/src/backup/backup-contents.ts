import { z } from 'zod'

/** Row count and sums of a table, from a separate query in the snapshot of the backup. */
export const TableProof = z.object({
  rows: z.number(),
  /** Sum of each amount column; null without amounts. */
  sums: z.record(z.string(), z.string().nullable()),
})
export type TableProof = z.infer<typeof TableProof>

/** First part of a backup. */
export const Contents = z.object({
  migrations: z.array(z.object({ number: z.number(), name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), proof: TableProof })),
  /** Last value of each sequence; null if unused. */
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
})
export type Contents = z.infer<typeof Contents>

/** SHA-256 of the copied rows of each table. */
export const Digests = z.record(z.string(), z.string())
export type Digests = z.infer<typeof Digests>
