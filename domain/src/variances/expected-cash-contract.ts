import { z } from 'zod'
import { Amount } from '../fields/amount.ts'
import { MonthText } from '../fields/month-text.ts'
import { Id, listQuery, NotSet, page } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { mayReadVariances, varianceFilters } from './variance-contract.ts'

export const expectedCashSorts = ['policy'] as const

export const ExpectedCashQuery = listQuery(expectedCashSorts, {
  carrierId: NotSet.or(Id).optional(),
  agentId: varianceFilters.agentId,
  statementFrom: NotSet.or(MonthText).optional(),
  statementTo: NotSet.or(MonthText).optional(),
})
export type ExpectedCashQuery = z.infer<typeof ExpectedCashQuery>

/** What a statement that did not come yet should bring for a policy (decision 185). */
export const ExpectedCashRow = z.object({
  id: z.number().int(),
  policyId: z.number().int(),
  policyNumber: z.string(),
  insuredName: z.string(),
  carrierId: z.number().int(),
  carrier: z.string(),
  agentId: z.number().int().nullable(),
  agent: z.string().nullable(),
  /** First day of the month of the statement. */
  statement: z.string(),
  amount: Amount,
})
export type ExpectedCashRow = z.infer<typeof ExpectedCashRow>

export const expectedCashRows = {
  list: route({
    method: 'GET',
    path: '/api/ExpectedCash',
    allow: mayReadVariances,
    audit: { reads: 'policy', by: 'policyId' },
    summary:
      'What statements that did not come yet should bring by policy, with the sum of all filtered rows; Accept pdf, xlsx or csv exports all filtered rows',
    input: ExpectedCashQuery,
    output: page(ExpectedCashRow).extend({ totalAmount: Amount }),
    standby: 'files',
    formats: ['pdf', 'xlsx', 'csv'],
  }),
}
