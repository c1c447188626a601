import { z } from 'zod'

/**
 * What became of the rows of statements (money.md 6): lines read = matched + exceptions with refused ones + set aside + totals, and of
 * a file those that a later deletion took away.
 */
export const LinesRead = z.object({
  matched: z.number().int(),
  exceptions: z.number().int(),
  /** Bonuses, and lines that are none of ours. */
  setAside: z.number().int(),
  refused: z.number().int(),
  totals: z.number().int(),
  /** Deleted or replaced since, with their statement; of a file alone. */
  deleted: z.number().int().default(0),
})
export type LinesRead = z.infer<typeof LinesRead>

/** All rows of it. */
export const linesRead = ({ matched, exceptions, setAside, refused, totals, deleted }: LinesRead): number =>
  matched + exceptions + setAside + refused + totals + deleted
