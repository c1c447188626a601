import { z } from 'zod'
import { Id, IdOrNone, listQuery, NotSet } from '../platform/page.ts'
import { editFields, payTermCalls } from './pay-term-calls.ts'
import {
  AgentId,
  AnyCarrierId,
  checkPart,
  checkSpan,
  partFields,
  partOut,
  payTermTimes,
  spanFields,
  spanOut,
} from './pay-term-fields.ts'

export const overrideSorts = ['agent', 'startDate', 'newest'] as const
const levels = 'Level from 1 to 5'
const Level = z.coerce.number<number | string>({ error: levels }).int(levels).min(1, levels).max(5, levels)

export const OverrideFilters = listQuery(overrideSorts, {
  agentId: NotSet.or(Id).optional(),
  carrierId: IdOrNone.optional(),
  level: NotSet.or(Level).optional(),
  when: NotSet.or(z.enum(payTermTimes)).optional(),
})

/** What an agent earns on the money of the agents below: level 1 are those whose upline the agent is. */
export const OverrideRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  agentId: z.number().int(),
  agentName: z.string(),
  carrierId: z.number().int().nullable(),
  carrierName: z.string().nullable(),
  level: z.number().int(),
  ...partOut,
  ...spanOut,
})
export type OverrideRow = z.infer<typeof OverrideRow>

const fields = { level: Level, ...partFields, ...spanFields }
const check = (row: z.output<z.ZodObject<typeof fields>>, context: z.RefinementCtx) => {
  checkPart(row, context)
  checkSpan(row, context)
}
export const NewOverride = z.strictObject({ agentId: AgentId, carrierId: AnyCarrierId, ...fields }).superRefine(check)
export type NewOverride = z.output<typeof NewOverride>

/** Edited override: agent and carrier cannot change. */
export const OverrideEdit = z.strictObject({ ...editFields, ...fields }).superRefine(check)

export const overrides = payTermCalls({
  path: '/api/AgentOverrides',
  entity: 'override',
  one: 'override of an agent',
  many: 'Overrides of agents by level',
  creates: '; ends an open earlier one of the agent, carrier and level on the day before it starts',
  filters: OverrideFilters,
  row: OverrideRow,
  create: NewOverride,
  edit: OverrideEdit,
})
