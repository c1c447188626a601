import { z } from 'zod'
import { Amount } from '../fields/amount.ts'
import { Id, IdOrNone, listQuery, NotSet } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { editFields, payTermCalls } from './pay-term-calls.ts'
import {
  AgentId,
  AnyCarrierId,
  checkPart,
  checkSpan,
  Dollars,
  partFields,
  partOut,
  payTermTimes,
  spanFields,
  spanOut,
} from './pay-term-fields.ts'
import { mayReadPayTerms, mayWritePayTerms } from './pay-term-rights.ts'

export const agentContractSorts = ['agent', 'startDate', 'newest'] as const
export const AgentContractFilters = listQuery(agentContractSorts, {
  agentId: NotSet.or(Id).optional(),
  carrierId: IdOrNone.optional(),
  when: NotSet.or(z.enum(payTermTimes)).optional(),
})

/** Dated part of an agent of what a carrier pays, or any carrier (no carrier). */
export const AgentContractRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  agentId: z.number().int(),
  agentName: z.string(),
  carrierId: z.number().int().nullable(),
  carrierName: z.string().nullable(),
  ...partOut,
  ...spanOut,
})
export type AgentContractRow = z.infer<typeof AgentContractRow>

const fields = { ...partFields, ...spanFields }
const check = (row: z.output<z.ZodObject<typeof fields>>, context: z.RefinementCtx) => {
  checkPart(row, context)
  checkSpan(row, context)
}
export const NewAgentContract = z
  .strictObject({ agentId: AgentId, carrierId: AnyCarrierId, ...fields })
  .superRefine(check)
export type NewAgentContract = z.output<typeof NewAgentContract>

/** Edited contract: agent and carrier cannot change. */
export const AgentContractEdit = z.strictObject({ ...editFields, ...fields }).superRefine(check)

/** What an agent is paid at least; smaller payouts are carried into the next month. */
export const MinimumPayout = z.object({
  agentId: z.number().int(),
  agentName: z.string(),
  minimum: Amount,
  version: z.number().int(),
})
export type MinimumPayout = z.infer<typeof MinimumPayout>

const path = '/api/AgentContracts'

export const agentContracts = {
  ...payTermCalls({
    path,
    entity: 'agent-contract',
    one: 'contract of an agent',
    many: 'Contracts of agents',
    creates: '; ends an open earlier one of the agent and carrier on the day before it starts',
    filters: AgentContractFilters,
    row: AgentContractRow,
    create: NewAgentContract,
    edit: AgentContractEdit,
  }),
  minimumPayout: route({
    method: 'GET',
    path: `${path}/minimum/{agentId}`,
    allow: mayReadPayTerms,
    audit: { reads: 'agent' },
    summary: 'Minimum payout of an agent',
    input: z.strictObject({ agentId: Id }),
    output: MinimumPayout,
  }),
  setMinimumPayout: route({
    method: 'POST',
    path: `${path}/minimum/{agentId}`,
    allow: mayWritePayTerms,
    audit: 'own',
    summary: 'Change the minimum payout of an agent; smaller payouts are carried into the next month',
    input: z.strictObject({
      agentId: AgentId,
      version: z.number().int().min(1),
      minimum: Dollars('Minimum', 'not negative'),
    }),
    output: MinimumPayout,
  }),
}
