import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { BulkChange, maxAtOnce } from '../bulk/bulk-contract.ts'
import { Amount } from '../fields/amount.ts'
import { RecordChange, StatusChange, StatusEntry } from '../history/history-contract.ts'
import { Id, IdOrNone, listQuery, NotSet, page, TextFilter } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { type leavingWords, type UnpaidVariant, variantOf } from './unpaid-variants.ts'

/** Sort orders of the table; within a month by the amount at stake. */
export const unpaidSorts = ['month', 'atStake', 'insured', 'policyNumber', 'leftDate'] as const

/** Filter value for policies without an agent. */
export const noAgent = 0

/** Policies in the list now, or policies that left it (decision 058). */
export const unpaidStates = ['open', 'resolved'] as const

/**
 * Filters, combined with AND. `agentId` 0 finds policies without an agent, `policyId` all months of one policy,
 * resolved or not; without it only open ones are listed.
 */
export const unpaidFilters = {
  state: NotSet.or(z.enum(unpaidStates)).optional(),
  policyId: NotSet.or(Id).optional(),
  insuredName: TextFilter,
  policyNumber: TextFilter,
  agentId: IdOrNone.optional(),
  aorId: NotSet.or(Id).optional(),
  carrierId: NotSet.or(Id).optional(),
  statusId: NotSet.or(Id).optional(),
  /** 'no' leaves out those whose status says that the work on them is done. */
  done: NotSet.or(z.literal('no')).optional(),
  month: NotSet.or(z.coerce.number<number | string>().int().min(1).max(12)).optional(),
  year: NotSet.or(z.coerce.number<number | string>().int().min(1990).max(2100)).optional(),
}
export const UnpaidQuery = listQuery(unpaidSorts, unpaidFilters)
export type UnpaidQuery = z.infer<typeof UnpaidQuery>

/** Reason for being in a list: the first three for unpaid policies, the others for lost ones (decision 047). */
export const unpaidReasons = ['premium', 'commission', 'both', 'missing', 'ended', 'agent'] as const

/** Reason for leaving the list: all but the last for unpaid policies, the last for lost ones (decision 058). */
export const leavingReasons = [
  'paid',
  'commission',
  'ended',
  'missing',
  'corrected',
  'back',
] as const satisfies readonly (keyof typeof leavingWords)[]

/**
 * Unpaid or lost policy (UNPAID-05). `agent` is responsible for it; `aor` is the agent of record, one of ours or by
 * NPN.
 */
export const UnpaidRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  policyId: z.number().int(),
  agentId: z.number().int().nullable(),
  agent: z.string().nullable(),
  carrierId: z.number().int(),
  carrier: z.string(),
  aorId: z.number().int().nullable(),
  aor: z.string().nullable(),
  insuredName: z.string(),
  policyNumber: z.string(),
  statusId: z.number().int(),
  status: z.string(),
  numberOfMembers: z.number().int().nullable(),
  month: z.number().int(),
  year: z.number().int(),
  /** Latest reason for being in the list; null for policies that left before reasons were stored. */
  why: z.enum(unpaidReasons).nullable(),
  paidThroughDate: z.string().nullable(),
  /**
   * What the carrier last paid for a month of the policy, or what its agent would be paid of that (decision 141); null if that is
   * not rated or not the user's to see.
   */
  atStake: Amount.nullable(),
  /** The user sees pay, and the agent has no rate for the month. */
  notRated: z.boolean(),
  /** When and why it left the list; null while it is in it. */
  leftDate: z.string().nullable(),
  leftWhy: z.enum(leavingReasons).nullable(),
})
export type UnpaidRow = z.infer<typeof UnpaidRow>

/** Policies per agent and status, under the filters of the list: totals match its rows. */
export const AgentSummary = z.object({
  agentId: z.number().int().nullable(),
  agentName: z.string().nullable(),
  listStatus: z.array(z.object({ statusId: z.number().int(), statusName: z.string(), subTotal: z.number().int() })),
  total: z.number().int(),
  atStake: Amount,
})
export type AgentSummary = z.infer<typeof AgentSummary>

const once = (ids: readonly unknown[]) => new Set(ids).size === ids.length

/**
 * Input of assigning; `marks` are those of a preview, in the order of `listIds`: records changed since are
 * refused.
 */
export const AssignUnpaid = z
  .strictObject({
    agentId: z.int({ error: 'Agent is required' }).min(1, 'Agent is required').max(Number.MAX_SAFE_INTEGER),
    listIds: z.array(Id).min(1).max(maxAtOnce, `At most ${maxAtOnce} at once`).refine(once, 'Each record once'),
    marks: z.array(z.string().max(60)).max(maxAtOnce).optional(),
  })
  .refine(({ listIds, marks }) => !marks || marks.length === listIds.length, {
    path: ['marks'],
    message: 'One for each record',
  })

/** Claim expression for reading them: the section Policies. */
export const mayReadUnpaid = sectionRules.Policies.allow
/** Claim expression for assigning them to agents. */
export const mayAssignUnpaid = 'agent admin.Policy'

/** Routes of a variant; assigning has the specification's spelling and the correct one. */
function callsOf(variant: UnpaidVariant, assign: { path: string; alsoAt?: readonly string[] }) {
  const { path, many, entity } = variantOf[variant]
  const reads = { method: 'GET', allow: mayReadUnpaid, audit: { reads: entity } } as const
  return {
    list: route({
      ...reads,
      path: `/api/${path}`,
      summary: `The ${many} visible to the user, or those that left the list; Accept pdf, xlsx or csv exports all filtered rows`,
      input: UnpaidQuery,
      output: page(UnpaidRow),
      standby: 'files',
      formats: ['pdf', 'xlsx', 'csv'],
    }),
    summary: route({
      method: 'GET',
      path: `/api/${path}/summary`,
      allow: mayReadUnpaid,
      audit: { nothing: 'totals without persons' },
      summary: `Number of ${many} by agent and status, under the filters of the list`,
      input: z.strictObject(unpaidFilters),
      output: z.array(AgentSummary),
    }),
    statuses: route({
      ...reads,
      path: `/api/${path}/{id}/status`,
      summary: `The history of the status of one of the ${many}, oldest first`,
      input: z.strictObject({ id: Id }),
      output: z.array(StatusEntry),
    }),
    setStatus: route({
      method: 'POST',
      path: `/api/${path}/{id}/status`,
      allow: mayReadUnpaid,
      audit: 'own',
      summary: `Set the status of one of the ${many}, with a comment`,
      input: StatusChange.extend({ id: Id, version: z.int().optional() }),
      output: UnpaidRow,
    }),
    history: route({
      ...reads,
      path: `/api/${path}/{id}/history`,
      summary: `Every manual change of one of the ${many}, oldest first`,
      input: z.strictObject({ id: Id }),
      output: z.array(RecordChange),
    }),
    assign: route({
      method: 'POST',
      ...assign,
      allow: mayAssignUnpaid,
      audit: 'own',
      summary: `Assign ${many} to an active agent, all or none`,
      input: AssignUnpaid,
      output: BulkChange,
    }),
  }
}

/** Policies with an unpaid month; the specification misspells their assign route. */
export const unpaidPolicies = callsOf('unpaid', {
  path: '/api/PolicyNonPaid/assing',
  alsoAt: ['/api/PolicyNonPaid/assign'],
})
/** Policies that the agency lost. */
export const lostPolicies = callsOf('lost', { path: '/api/LostPolicy/assign' })

export const callsOfVariant = { unpaid: unpaidPolicies, lost: lostPolicies } as const
