import { z } from 'zod'
import { Id, listQuery, NotSet } from '../platform/page.ts'
import { editFields, payTermCalls } from './pay-term-calls.ts'
import { checkMonths, LastMonth, Month, optional, Reason } from './pay-term-fields.ts'

export const holdSorts = ['firstMonth', 'newest'] as const
export const HoldFilters = listQuery(holdSorts, {
  agentId: NotSet.or(Id).optional(),
  policyId: NotSet.or(Id).optional(),
})

/** Pay that is earned and not paid out, of an agent or of one policy, in the months from the first to the last. */
export const HoldRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  agentId: z.number().int().nullable(),
  agentName: z.string().nullable(),
  policyId: z.number().int().nullable(),
  policyNumber: z.string().nullable(),
  insuredName: z.string().nullable(),
  /** MM/YYYY; without a last one until it is released. */
  firstMonth: z.string(),
  lastMonth: z.string().nullable(),
  reason: z.string(),
  heldBy: z.string().nullable(),
})
export type HoldRow = z.infer<typeof HoldRow>

const fields = { firstMonth: Month('First month is required'), lastMonth: LastMonth, reason: Reason }
export const NewHold = z
  .strictObject({ agentId: optional(Id), policyId: optional(Id), ...fields })
  .superRefine((row, context) => {
    checkMonths(row, context)
    if ((row.agentId === null) === (row.policyId === null))
      context.addIssue({ code: 'custom', path: ['agentId'], message: 'Choose an agent or a policy' })
  })
export type NewHold = z.output<typeof NewHold>

/** Edited hold: agent and policy cannot change. */
export const HoldEdit = z.strictObject({ ...editFields, ...fields }).superRefine(checkMonths)

export const holds = payTermCalls({
  path: '/api/PayHolds',
  entity: 'pay-hold',
  one: 'hold of pay',
  many: 'Pay that is held, of agents and of policies',
  creates: '',
  filters: HoldFilters,
  row: HoldRow,
  create: NewHold,
  edit: HoldEdit,
})
