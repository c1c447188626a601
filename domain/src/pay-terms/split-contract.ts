import { z } from 'zod'
import { Id, listQuery, NotSet, page } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import {
  AgentId,
  AnyCarrierId,
  checkSpan,
  Percent,
  payTermTimes,
  StartDate,
  spanFields,
  spanOut,
} from './pay-term-fields.ts'
import { mayReadPayTerms, mayWritePayTerms } from './pay-term-rights.ts'
import { sharesProblem } from './split-rules.ts'

/** Agents who share the pay of a policy on the days from the first to the last. */
export const PolicySplit = z.object({
  startDate: z.string(),
  endDate: z.string().nullable(),
  shares: z.array(z.object({ agentId: z.number().int(), agentName: z.string(), share: z.string() })),
})
export type PolicySplit = z.infer<typeof PolicySplit>

/** The splits of a policy by date; on other days its agent of record has 100 %. */
export const PolicySplits = z.object({
  policyId: z.number().int(),
  /** Number of changes so far. */
  version: z.number().int(),
  agentName: z.string().nullable(),
  splits: z.array(PolicySplit),
})
export type PolicySplits = z.infer<typeof PolicySplits>

/** The split from a day on, instead of what was there; without shares the agent of record has 100 % from then on. */
export const NewSplit = z
  .strictObject({
    policyId: Id,
    version: z.number().int().min(0),
    startDate: StartDate,
    shares: z
      .array(z.strictObject({ agentId: AgentId, share: Percent('Share', { min: 'more' }) }))
      .max(10, 'At most 10 agents'),
  })
  .superRefine(({ shares }, context) => {
    for (const problem of sharesProblem(shares)) context.addIssue({ code: 'custom', ...problem })
  })
export type NewSplit = z.output<typeof NewSplit>

/** Share of one agent in a split of a policy, as a row of a file says it. */
export const SplitRow = z
  .strictObject({
    policyNumber: z.string().min(1, 'Policy number is required'),
    carrierId: AnyCarrierId,
    agentId: AgentId,
    share: Percent('Share', { min: 'more' }),
    ...spanFields,
  })
  .superRefine(checkSpan)
export type SplitRow = z.output<typeof SplitRow>

export const splitSorts = ['startDate', 'newest'] as const
export const SplitFilters = listQuery(splitSorts, {
  agentId: NotSet.or(Id).optional(),
  when: NotSet.or(z.enum(payTermTimes)).optional(),
})

/** Share of one agent in the pay of a policy, on the days from the first to the last. */
export const SplitListRow = z.object({
  id: z.number().int(),
  policyId: z.number().int(),
  policyNumber: z.string(),
  insuredName: z.string().nullable(),
  carrierName: z.string(),
  agentId: z.number().int(),
  agentName: z.string(),
  share: z.string(),
  ...spanOut,
})
export type SplitListRow = z.infer<typeof SplitListRow>

const path = '/api/PolicySplits/{policyId}'

export const policySplits = {
  list: route({
    method: 'GET',
    path: '/api/PolicySplits',
    allow: mayReadPayTerms,
    audit: { reads: 'policy', by: 'policyId' },
    summary: 'Shares of agents in the pay of policies; Accept pdf, xlsx or csv exports all filtered rows',
    input: SplitFilters,
    output: page(SplitListRow),
    formats: ['pdf', 'xlsx', 'csv'],
  }),
  ofPolicy: route({
    method: 'GET',
    path,
    allow: mayReadPayTerms,
    audit: { reads: 'policy' },
    summary: 'How the agents of a policy share its pay, by dates',
    input: z.strictObject({ policyId: Id }),
    output: PolicySplits,
  }),
  change: route({
    method: 'POST',
    path,
    allow: mayWritePayTerms,
    audit: 'own',
    summary: 'Split the pay of a policy from a day on; the shares must add up to 100 %',
    input: NewSplit,
    output: PolicySplits,
  }),
}
