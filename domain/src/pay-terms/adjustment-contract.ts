import { z } from 'zod'
import { Amount } from '../fields/amount.ts'
import { Id, listQuery, NotSet } from '../platform/page.ts'
import { editFields, payTermCalls } from './pay-term-calls.ts'
import { AgentId, checkMonths, Dollars, LastMonth, Month, Reason } from './pay-term-fields.ts'

export const adjustmentSorts = ['agent', 'firstMonth', 'newest'] as const
export const AdjustmentFilters = listQuery(adjustmentSorts, { agentId: NotSet.or(Id).optional() })

/** Money added to an agent's pay in each month from the first to the last; negative takes it away. */
export const AdjustmentRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  agentId: z.number().int(),
  agentName: z.string(),
  /** MM/YYYY; without a last one it goes on. */
  firstMonth: z.string(),
  lastMonth: z.string().nullable(),
  amount: Amount,
  reason: z.string(),
})
export type AdjustmentRow = z.infer<typeof AdjustmentRow>

const fields = {
  firstMonth: Month('First month is required'),
  lastMonth: LastMonth,
  amount: Dollars('Amount', 'not zero'),
  reason: Reason,
}
export const NewAdjustment = z.strictObject({ agentId: AgentId, ...fields }).superRefine(checkMonths)
export type NewAdjustment = z.output<typeof NewAdjustment>

/** Edited adjustment: the agent cannot change. */
export const AdjustmentEdit = z.strictObject({ ...editFields, ...fields }).superRefine(checkMonths)

export const adjustments = payTermCalls({
  path: '/api/AgentAdjustments',
  entity: 'adjustment',
  one: 'adjustment of an agent’s pay',
  many: 'Adjustments of agents’ pay',
  creates: '',
  filters: AdjustmentFilters,
  row: AdjustmentRow,
  create: NewAdjustment,
  edit: AdjustmentEdit,
})
