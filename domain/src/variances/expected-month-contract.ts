import { z } from 'zod'
import { monthRules } from '../expected/month-rule.ts'
import { varianceClasses } from '../expected/variance-class.ts'
import { Amount } from '../fields/amount.ts'
import { MonthText } from '../fields/month-text.ts'
import { Id, listQuery, NotSet, page } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { mayReadVariances, varianceFilters } from './variance-contract.ts'

export const expectedMonthSorts = ['month'] as const

/** `mayBePaid`: months that a statement here may pay, from the carrier's first one on or with money, or the others. */
export const ExpectedMonthQuery = listQuery(expectedMonthSorts, {
  carrierId: NotSet.or(Id).optional(),
  agentId: varianceFilters.agentId,
  policyId: NotSet.or(Id).optional(),
  class: NotSet.or(z.enum(varianceClasses)).optional(),
  rule: NotSet.or(z.enum(monthRules)).optional(),
  month: NotSet.or(MonthText).optional(),
  monthFrom: NotSet.or(MonthText).optional(),
  monthTo: NotSet.or(MonthText).optional(),
  mayBePaid: NotSet.or(z.enum(['yes', 'no'])).optional(),
})
export type ExpectedMonthQuery = z.infer<typeof ExpectedMonthQuery>

/** What a carrier owes for a policy and month of coverage, what came, and why. */
export const ExpectedMonthRow = z.object({
  id: z.number().int(),
  policyId: z.number().int(),
  policyNumber: z.string(),
  insuredName: z.string(),
  carrierId: z.number().int(),
  carrier: z.string(),
  /** Month of coverage, YYYY-MM-DD. */
  month: z.string(),
  agentId: z.number().int().nullable(),
  agent: z.string().nullable(),
  members: z.number().int().nullable(),
  /** Row of the schedule that rates it. */
  scheduleId: z.number().int().nullable(),
  /** That row in words: 'Per member 20.00'. */
  schedule: z.string().nullable(),
  /** What decided; null for a moment after an upgrade. */
  rule: z.enum(monthRules).nullable(),
  class: z.enum(varianceClasses),
  /** First day of the month of the statement that it is due with. */
  dueMonth: z.string(),
  expected: Amount,
  received: Amount,
  stake: Amount,
})
export type ExpectedMonthRow = z.infer<typeof ExpectedMonthRow>

export const expectedMonths = {
  list: route({
    method: 'GET',
    path: '/api/ExpectedMonths',
    allow: mayReadVariances,
    audit: { reads: 'policy', by: 'policyId' },
    summary:
      'Each policy month with the amount due, the row of the schedule, the rule that decided, what came and the class; Accept pdf, xlsx or csv exports all filtered rows',
    input: ExpectedMonthQuery,
    output: page(ExpectedMonthRow),
    standby: 'files',
    formats: ['pdf', 'xlsx', 'csv'],
  }),
}
