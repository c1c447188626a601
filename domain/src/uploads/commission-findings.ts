import { z } from 'zod'
import { Amount } from '../fields/amount.ts'

/** Money of one carrier and month before and after a commission file, to the cent. */
export const MonthMoney = z.object({
  carrierName: z.string(),
  month: z.number().int(),
  year: z.number().int(),
  /** Valid rows of the file for it. */
  rows: z.number().int(),
  before: Amount,
  after: Amount,
})

/** Effect of a commission file. */
export const CommissionFindings = z.object({
  /** Sum of all valid rows. */
  amount: Amount,
  /** Money of all months in the file. */
  before: Amount,
  after: Amount,
  /** Newest first, at most 120. */
  months: z.array(MonthMoney),
  monthCount: z.number().int(),
  /** Imported rows that match nothing yet: no policy (exceptions), unknown NPN, or no agent. */
  unmatched: z.object({
    rows: z.number().int(),
    policy: z.number().int(),
    /** Bonuses without a policy, and rows that a person said are none of ours. Absent in older uploads. */
    setAside: z.number().int().optional(),
    npn: z.number().int(),
    agent: z.number().int(),
  }),
  /** Skipped total rows. */
  totals: z.number().int(),
  /** Total rows that differ from the sum of their lines; the first 20. */
  totalDifferences: z
    .array(z.object({ line: z.number().int(), label: z.string(), stated: Amount, sum: Amount }))
    .optional(),
  /** Payments that the file says more than once, each of which counts; the first 20. */
  repeats: z.array(z.object({ lines: z.array(z.number().int()), policyNumber: z.string(), amount: Amount })).optional(),
  repeatCount: z.number().int().optional(),
  /** Lines whose type says chargeback, without a minus in a file that has others with one. Each counts as paid. */
  unsignedChargebacks: z
    .object({
      count: z.number().int(),
      amount: Amount,
      /** The first 10 lines. */
      lines: z.array(z.number().int()),
    })
    .optional(),
  /** Unmatched lines whose numbers policies have with zeros in front; `number` is an example, without and with them. */
  lostZeros: z.object({ count: z.number().int(), number: z.string(), example: z.string() }).optional(),
  /** Lines without a policy number, known by the insured's name. */
  numberless: z.object({ count: z.number().int(), amount: Amount }).optional(),
  /** Lines of a file that names neither policies nor insureds: they count for their agents. */
  ofAgents: z.object({ count: z.number().int(), amount: Amount }).optional(),
})
export type CommissionFindings = z.infer<typeof CommissionFindings>
