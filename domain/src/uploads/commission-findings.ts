import { z } from 'zod'
import { Amount } from '../fields/amount.ts'

/** Money of one carrier and month before and after a file of commissions, to the cent. */
export const MonthMoney = z.object({
  carrierName: z.string(),
  month: z.number().int(),
  year: z.number().int(),
  /** Good rows of the file for it. */
  rows: z.number().int(),
  before: Amount,
  after: Amount,
})

/** What a file of commissions brings. */
export const CommissionFindings = z.object({
  /** Sum of all good rows. */
  amount: Amount,
  /** Money of all months of the file together. */
  before: Amount,
  after: Amount,
  /** Newest first; the first 120 where a file has more. */
  months: z.array(MonthMoney),
  monthCount: z.number().int(),
  /** Rows that are kept and belong to nobody yet: whose policy number is not in the book, whose NPN is not ours, that name no agent. */
  unmatched: z.object({
    rows: z.number().int(),
    policy: z.number().int(),
    npn: z.number().int(),
    agent: z.number().int(),
  }),
  /** Rows of sums, which were passed over. */
  totals: z.number().int(),
})
export type CommissionFindings = z.infer<typeof CommissionFindings>
