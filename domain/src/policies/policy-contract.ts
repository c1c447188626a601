import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { Amount } from '../fields/amount.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { Id, listQuery, NotSet, page, TextFilter } from '../platform/page.ts'
import { route } from '../platform/route.ts'

/** Statuses of a policy. */
export const policyStatuses = ['Active', 'Pending', 'Terminated', 'Cancelled'] as const
export const PolicyStatus = z.enum(policyStatuses)
export type PolicyStatus = z.infer<typeof PolicyStatus>

/** Sort orders of the table; months cannot be sorted. */
export const policySorts = ['policyNumber', 'insured', 'effectiveDate'] as const

/** Filters of the specification (POLICY-01), plus `name` (contains) and `status`, combined with AND. */
export const policyFilters = {
  policyNumber: TextFilter,
  name: TextFilter,
  zipCode: TextFilter,
  fromDob: CalendarDate.optional(),
  city: TextFilter,
  county: TextFilter,
  state: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'Two letters')
    .toUpperCase()
    .optional(),
  carrier: Id.optional(),
  status: PolicyStatus.optional(),
  agentId: Id.optional(),
  effectiveFrom: CalendarDate.optional(),
  effectiveTo: CalendarDate.optional(),
  /** 'no' leaves out cancelled policies, as the dashboard's sales do. */
  cancelled: z.literal('no').optional(),
}
export const PolicyQuery = listQuery(policySorts, policyFilters)
export type PolicyQuery = z.infer<typeof PolicyQuery>

/**
 * Row of the list. `months` are the commissions of the current year, January first, null without data: the
 * agency's or the agent's (decision 141). `notRated`: months with lines without a rate, from 1.
 */
export const PolicyRow = z.object({
  id: z.number().int(),
  policyNumber: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  county: z.string().nullable(),
  state: z.string().nullable(),
  zipCode: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  planName: z.string().nullable(),
  numberOfMembers: z.number().int().nullable(),
  carrierId: z.number().int(),
  carrierName: z.string(),
  /** The carrier's own id of the policy, if it sends one. */
  policyId: z.string().nullable(),
  status: PolicyStatus,
  agentId: z.number().int().nullable(),
  agentName: z.string().nullable(),
  effectiveDate: z.string().nullable(),
  months: z.array(Amount.nullable()).length(12),
  notRated: z.array(z.number().int()),
})
export type PolicyRow = z.infer<typeof PolicyRow>

/** Change of a policy in its history; `field` is a canonical column, values are as stored. */
export const PolicyChange = z.object({
  at: z.string(),
  field: z.string(),
  oldValue: z.string().nullable(),
  newValue: z.string().nullable(),
  fileName: z.string().nullable(),
  line: z.number().int().nullable(),
  /** Upload of that file. */
  batchId: z.number().int().nullable(),
  by: z.string().nullable(),
})
export type PolicyChange = z.infer<typeof PolicyChange>

export const CommissionYear = z.object({
  year: z.number().int(),
  months: z.array(Amount.nullable()).length(12),
  notRated: z.array(z.number().int()),
  /** Null if no line is rated. */
  total: Amount.nullable(),
})

export const PolicyDetail = PolicyRow.omit({ months: true, notRated: true }).extend({
  dob: z.string().nullable(),
  agentNpn: z.string().nullable(),
  brokerEffectiveDate: z.string().nullable(),
  termDate: z.string().nullable(),
  paidThroughDate: z.string().nullable(),
  monthlyPremium: Amount.nullable(),
  memberResponsibility: Amount.nullable(),
  /** False if the newest book says no. */
  isCommissionEligible: z.boolean(),
  memberId: z.string().nullable(),
  exchangeSubscriberId: z.string().nullable(),
  lastSeenFile: z.string().nullable(),
  lastSeenLine: z.number().int().nullable(),
  lastSeenBatchId: z.number().int().nullable(),
  lastSeenAt: z.string().nullable(),
  missingSince: z.string().nullable(),
  commissions: z.array(CommissionYear),
  history: z.array(PolicyChange),
})
export type PolicyDetail = z.infer<typeof PolicyDetail>

/** Policies and members whose coverage starts in a month, by carrier. */
export const PolicySummary = z.object({
  year: z.number().int(),
  month: z.number().int(),
  carrierId: z.number().int(),
  carrierName: z.string(),
  policies: z.number().int(),
  members: z.number().int(),
})
export type PolicySummary = z.infer<typeof PolicySummary>

const mayRead = sectionRules.Policies.allow

/** Sum of the list's months: the agency's or the agents' (decision 141). `notRated`: months with lines without a rate. */
export const PoliciesReceived = z.object({ totalAmount: Amount, notRated: z.number().int() })
export type PoliciesReceived = z.infer<typeof PoliciesReceived>

export const policies = {
  list: route({
    method: 'GET',
    path: '/api/Policies',
    allow: mayRead,
    audit: { reads: 'policy' },
    summary: 'Policies visible to the user; Accept pdf, xlsx or csv exports all filtered rows',
    input: PolicyQuery,
    output: page(PolicyRow),
    standby: 'files',
    formats: ['pdf', 'xlsx', 'csv'],
  }),
  detail: route({
    method: 'GET',
    path: '/api/Policies/detail/{id}',
    allow: mayRead,
    audit: { reads: 'policy' },
    summary: 'One policy with its commissions by year and its history',
    input: z.strictObject({ id: Id }),
    output: PolicyDetail,
  }),
  summaries: route({
    method: 'GET',
    path: '/api/Policies/summaries',
    allow: sectionRules.Dashboard.allow,
    audit: { nothing: 'totals without persons' },
    summary: 'Policies and members by carrier and month of coverage start',
    input: z.strictObject({
      agentId: NotSet.or(Id).optional(),
      year: NotSet.or(z.coerce.number<number | string>().int().min(1990).max(2100)).optional(),
    }),
    output: z.array(PolicySummary),
  }),
  received: route({
    method: 'GET',
    path: '/api/Policies/received',
    allow: mayRead,
    audit: { nothing: 'totals without persons' },
    summary: 'Sum of the current year’s commissions over all policies that match the filters',
    input: z.strictObject(policyFilters),
    output: PoliciesReceived,
  }),
}
