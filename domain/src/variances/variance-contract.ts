import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { Confirmation, ConfirmationReason } from '../expected/confirmation.ts'
import { faultClasses, varianceClasses } from '../expected/variance-class.ts'
import { Amount } from '../fields/amount.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { MonthText } from '../fields/month-text.ts'
import { RecordChange, StatusChange, StatusEntry } from '../history/history-contract.ts'
import { Id, IdOrNone, listQuery, NotSet, page, TextFilter } from '../platform/page.ts'
import { route } from '../platform/route.ts'

/** Claim expression for reading variances, and for changing them. */
export const mayReadVariances = sectionRules.Commission.links.Variances
export const mayWorkOnVariances = 'agent administrator admin.Statement'

export const varianceSorts = ['disputeBy', 'stake', 'month', 'insured', 'policyNumber', 'closed'] as const
/** Variances that are open, or that a later file settled. */
export const varianceStates = ['open', 'closed'] as const

/** Filters, combined with AND. `owed`: classes in which the carrier owes the agency, or the others, without what is written off. `agentId` and `ownerId` 0: without one. `month` is MM/YYYY. */
export const varianceFilters = {
  state: NotSet.or(z.enum(varianceStates)).optional(),
  policyId: NotSet.or(Id).optional(),
  insuredName: TextFilter,
  policyNumber: TextFilter,
  class: NotSet.or(z.enum(faultClasses)).optional(),
  carrierId: NotSet.or(Id).optional(),
  owed: NotSet.or(z.enum(['yes', 'no'])).optional(),
  month: NotSet.or(MonthText).optional(),
  monthFrom: NotSet.or(MonthText).optional(),
  monthTo: NotSet.or(MonthText).optional(),
  agentId: IdOrNone.optional(),
  ownerId: IdOrNone.optional(),
  statusId: NotSet.or(Id).optional(),
  disputeFrom: CalendarDate.optional(),
  disputeTo: CalendarDate.optional(),
}
export const VarianceQuery = listQuery(varianceSorts, varianceFilters)
export type VarianceQuery = z.infer<typeof VarianceQuery>

/** A policy month that was paid otherwise than the carrier's schedule says. */
export const VarianceRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  policyId: z.number().int(),
  policyNumber: z.string(),
  insuredName: z.string(),
  carrierId: z.number().int(),
  carrier: z.string(),
  /** Month of coverage, YYYY-MM-DD. */
  month: z.string(),
  class: z.enum(faultClasses),
  /** Why, in one sentence. */
  reason: z.string(),
  expected: Amount,
  received: Amount,
  /** What is at stake; not negative. */
  stake: Amount,
  disputeBy: z.string().nullable(),
  agentId: z.number().int().nullable(),
  agent: z.string().nullable(),
  ownerId: z.number().int().nullable(),
  owner: z.string().nullable(),
  statusId: z.number().int(),
  /** 'Recovered' and 'Settled' are set when a later file closes it. */
  status: z.string(),
  closedAt: z.string().nullable(),
  /** Line that closed it: file and line. */
  closedBy: z.string().nullable(),
  recovered: Amount,
})
export type VarianceRow = z.infer<typeof VarianceRow>

/** Number and dollars of each class under the filters of the list; of the quiet ones the months, which Expected Months lists. */
export const ClassSum = z.object({ class: z.enum(varianceClasses), count: z.number().int(), stake: Amount })
export const VarianceSummary = z.object({
  faults: z.array(ClassSum),
  /** Classes that need no action: months of the carriers, agents and month of the filters. */
  quiet: z.array(ClassSum),
  /** Carriers with months that statements may pay and no row of the schedule rates, most months first. */
  notRated: z.array(z.object({ carrierId: z.number().int(), carrier: z.string(), count: z.number().int() })),
  /** Without what is written off, as `writtenOff` says apart. */
  owed: Amount,
  overpaid: Amount,
  writtenOff: Amount,
  recovered: Amount,
})
export type VarianceSummary = z.infer<typeof VarianceSummary>

/** Part of a statement line that pays the month. */
export const PaidLine = z.object({
  id: z.number().int(),
  /** Statement month, YYYY-MM-DD. */
  statement: z.string(),
  kind: z.string(),
  /** Of the month; the line may pay others, too. */
  amount: Amount,
  lineAmount: Amount,
  npn: z.string().nullable(),
  fileName: z.string().nullable(),
  /** Upload of the file. */
  batchId: z.number().int().nullable(),
  line: z.number().int().nullable(),
})
export type PaidLine = z.infer<typeof PaidLine>

/** Why a variance is one: what the amounts follow from. */
export const VarianceDetail = z.object({
  variance: VarianceRow,
  /** Expected: each condition with its fact. */
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  lines: z.array(PaidLine),
  /** By a person, that equal lines of the month are all right. */
  confirmation: Confirmation.nullable(),
  /** Disputes with the carrier that name it, oldest first. */
  disputes: z.array(z.object({ id: z.number().int(), sentOn: z.string().nullable(), outcome: z.string().nullable() })),
  /** All months of the policy. */
  months: z.array(
    z.object({
      month: z.string(),
      class: z.enum(varianceClasses),
      expected: Amount,
      received: Amount,
      isCounted: z.boolean(),
    }),
  ),
})
export type VarianceDetail = z.infer<typeof VarianceDetail>

/** A month of a policy: what the carrier owed, what came, and the lines that paid it. */
export const PolicyMonth = z.object({
  /** Month of coverage, YYYY-MM-DD. */
  month: z.string(),
  members: z.number().int().nullable(),
  class: z.enum(varianceClasses),
  /** Why it is in its class, in one sentence. */
  reason: z.string(),
  /** Null for a month that no row of a schedule rates. */
  expected: Amount.nullable(),
  received: Amount,
  /** Received less expected; null for a month that is not rated, 0.00 for one without a fault. */
  gap: Amount.nullable(),
  lines: z.array(PaidLine),
  /** The open variance of the month. */
  variance: VarianceRow.pick({ id: true, status: true, stake: true }).nullable(),
})
export type PolicyMonth = z.infer<typeof PolicyMonth>

const path = '/api/Variances'
const reads = { method: 'GET', allow: mayReadVariances, audit: { reads: 'variance' } } as const
const worksOnLines = {
  path: `${path}/{id}/equalLines`,
  allow: mayWorkOnVariances,
  audit: 'own',
  output: VarianceRow,
} as const

export const variances = {
  list: route({
    ...reads,
    path,
    summary: 'Policy months that were not paid as the schedule says; Accept pdf, xlsx or csv exports all filtered rows',
    input: VarianceQuery,
    output: page(VarianceRow),
    standby: 'files',
    formats: ['pdf', 'xlsx', 'csv'],
  }),
  summary: route({
    method: 'GET',
    path: `${path}/summary`,
    allow: mayReadVariances,
    audit: { nothing: 'totals without persons' },
    summary: 'Number and dollars of each class, under the filters of the list',
    input: z.strictObject(varianceFilters),
    output: VarianceSummary,
  }),
  ofPolicy: route({
    method: 'GET',
    path: `${path}/months`,
    allow: mayReadVariances,
    audit: { reads: 'policy', about: 'policyId' },
    summary: 'All months of a policy, oldest first: expected, received, and the lines with file and number',
    input: z.strictObject({ policyId: Id }),
    output: z.object({ policyId: z.number().int(), months: z.array(PolicyMonth) }),
  }),
  one: route({
    method: 'GET',
    path: `${path}/{id}`,
    allow: mayReadVariances,
    audit: { reads: 'variance' },
    summary: 'Why one variance is one: the row of the schedule, the facts, and the lines with file and number',
    input: z.strictObject({ id: Id }),
    output: VarianceDetail,
  }),
  statuses: route({
    ...reads,
    path: `${path}/{id}/status`,
    summary: 'The history of the status of a variance, oldest first',
    input: z.strictObject({ id: Id }),
    output: z.array(StatusEntry),
  }),
  setStatus: route({
    method: 'POST',
    path: `${path}/{id}/status`,
    allow: mayWorkOnVariances,
    audit: 'own',
    summary: 'Set the status of a variance, with a comment',
    input: StatusChange.extend({ id: Id, version: z.int().optional() }),
    output: VarianceRow,
  }),
  confirmEqualLines: route({
    ...worksOnLines,
    method: 'POST',
    summary: 'Confirm that the equal lines of a duplicate are all right: the month is then over, or exact',
    input: z.strictObject({ id: Id, reason: ConfirmationReason }),
  }),
  withdrawEqualLines: route({
    ...worksOnLines,
    method: 'DELETE',
    summary: 'Take back that equal lines of a month are right',
    input: z.strictObject({ id: Id }),
  }),
  history: route({
    ...reads,
    path: `${path}/{id}/history`,
    summary: 'Every manual change of a variance, oldest first',
    input: z.strictObject({ id: Id }),
    output: z.array(RecordChange),
  }),
}
