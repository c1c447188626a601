import { z } from 'zod'
import { Amount } from '../fields/amount.ts'
import { Id, listQuery, NotSet } from '../platform/page.ts'
import { editFields, payTermCalls } from './pay-term-calls.ts'
import { AgentId, Dollars, Month, Percent, Reason } from './pay-term-fields.ts'

export const advanceSorts = ['agent', 'month', 'newest'] as const
export const AdvanceFilters = listQuery(advanceSorts, { agentId: NotSet.or(Id).optional() })

/** Money paid with the run of a month before it is earned, and recovered from later earnings. */
export const AdvanceRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  agentId: z.number().int(),
  agentName: z.string(),
  /** MM/YYYY. */
  month: z.string(),
  amount: Amount,
  /** At most this part of what the agent earns in a month is withheld. */
  recoveryPercent: z.string(),
  /** Paid by a closed run and not recovered yet. */
  outstanding: Amount,
  reason: z.string(),
})
export type AdvanceRow = z.infer<typeof AdvanceRow>

const fields = {
  month: Month('Month is required'),
  amount: Dollars('Amount', 'positive'),
  recoveryPercent: Percent('Recovery', { min: 'more' }).default('100'),
  reason: Reason,
}
export const NewAdvance = z.strictObject({ agentId: AgentId, ...fields })
export type NewAdvance = z.output<typeof NewAdvance>

/** Edited advance: the agent cannot change. */
export const AdvanceEdit = z.strictObject({ ...editFields, ...fields })

export const advances = payTermCalls({
  path: '/api/AgentAdvances',
  entity: 'advance',
  one: 'advance to an agent',
  many: 'Advances to agents',
  creates: '',
  filters: AdvanceFilters,
  row: AdvanceRow,
  create: NewAdvance,
  edit: AdvanceEdit,
})
