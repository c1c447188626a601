import { z } from 'zod'
import { Amount } from '../fields/amount.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { oneLine } from '../fields/one-line.ts'
import { mayRunPay } from '../pay-runs/pay-run-contract.ts'
import { Id } from '../platform/page.ts'
import { route } from '../platform/route.ts'

/** File for the bank: its sums, and who downloaded it. */
export const PayoutFile = z.object({
  id: z.number().int(),
  effectiveOn: z.string(),
  createdAt: z.string(),
  createdBy: z.string(),
  entries: z.number().int(),
  entryHash: z.string(),
  credit: Amount,
  /** Debits of the agency's account in a balanced file, which are in `entries` and `entryHash`; else 0.00. */
  debit: Amount,
  sha256: z.string(),
  /** Oldest first. */
  downloads: z.array(z.object({ by: z.string(), at: z.string() })),
  discarded: z.object({ by: z.string(), at: z.string(), reason: z.string() }).nullable(),
})
export type PayoutFile = z.infer<typeof PayoutFile>

/** What a file of a run would pay on a day, and the files there are. */
export const Payouts = z.object({
  /** Run of the payouts. */
  id: z.number().int(),
  effectiveOn: z.string(),
  /** Why no file can be made now: bank not entered, nothing to pay, batch paid. Null when one can. */
  refused: z.string().nullable(),
  /** The agency's account that pays. */
  account: z.string().nullable(),
  /** The file debits that account, too. */
  isBalanced: z.boolean(),
  /** Version of the bank's settings that the file would be made with; 0 before they are entered. */
  settingsVersion: z.number().int(),
  agents: z.number().int(),
  credit: Amount,
  /** Agents to pay who have no approved account on the day. */
  leftOut: z.array(z.object({ agentId: z.number().int(), agent: z.string(), amount: Amount, why: z.string() })),
  files: z.array(PayoutFile),
})
export type Payouts = z.infer<typeof Payouts>

const path = '/api/PayRuns/{id}/payouts'
const allow = mayRunPay
const ofFile = { id: Id, fileId: Id }

export const payouts = {
  preview: route({
    method: 'GET',
    path,
    allow,
    audit: { reads: 'payRun', of: 'id' },
    summary: 'What a NACHA file of a closed run would pay on a day, who is left out and why, and its files',
    input: z.strictObject({ id: Id, effectiveOn: CalendarDate.optional() }),
    output: Payouts,
  }),
  make: route({
    method: 'POST',
    path,
    allow,
    audit: 'own',
    summary: 'Make the NACHA file of a closed run for a banking day; agents are in one file of a run at most',
    input: z.strictObject({
      id: Id,
      effectiveOn: CalendarDate,
      /** As the preview said; another sum is refused. */
      credit: Amount,
      /** As the preview said; other settings of the bank are refused. */
      settingsVersion: z.number().int().optional(),
    }),
    output: Payouts,
  }),
  download: route({
    method: 'GET',
    path: `${path}/{fileId}/file`,
    allow,
    audit: 'own',
    ownPagesOnly: true,
    summary: 'The NACHA file; a second download is refused unless `again` says that it is meant',
    input: z.strictObject({ ...ofFile, again: z.enum(['yes']).optional() }),
    // Always a file.
    output: z.never(),
  }),
  discard: route({
    method: 'POST',
    path: `${path}/{fileId}/discard`,
    allow,
    audit: 'own',
    summary: 'Discard a file that was not sent to the bank; its agents can be in another one',
    input: z.strictObject({ ...ofFile, reason: oneLine(200).refine((text) => text !== '', 'Reason is required') }),
    output: Payouts,
  }),
}
