import { z } from 'zod'
import { Id, listQuery, NotSet } from '../platform/page.ts'
import { requiredId } from '../platform/required-id.ts'
import { editFields, payTermCalls } from './pay-term-calls.ts'
import { AgentId, checkSpan, payTermTimes, spanFields, spanOut } from './pay-term-fields.ts'

export const uplineSorts = ['agent', 'startDate', 'newest'] as const
export const UplineFilters = listQuery(uplineSorts, {
  agentId: NotSet.or(Id).optional(),
  uplineId: NotSet.or(Id).optional(),
  when: NotSet.or(z.enum(payTermTimes)).optional(),
})

/** Agent above an agent, from the first to the last day. */
export const UplineRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  agentId: z.number().int(),
  agentName: z.string(),
  uplineId: z.number().int(),
  uplineName: z.string(),
  ...spanOut,
})
export type UplineRow = z.infer<typeof UplineRow>

const fields = { uplineId: requiredId('Upline is required'), ...spanFields }
export const NewUpline = z.strictObject({ agentId: AgentId, ...fields }).superRefine((row, context) => {
  checkSpan(row, context)
  if (row.agentId === row.uplineId)
    context.addIssue({ code: 'custom', path: ['uplineId'], message: "An agent can't be their own upline" })
})
export type NewUpline = z.output<typeof NewUpline>

/** Edited upline: the agent cannot change. */
export const UplineEdit = z.strictObject({ ...editFields, ...fields }).superRefine(checkSpan)

export const uplines = payTermCalls({
  path: '/api/AgentUplines',
  entity: 'agent-upline',
  one: 'upline of an agent',
  many: 'The hierarchy of agents: who is above whom, by dates',
  creates:
    '; ends an open earlier one of the agent on the day before it starts, and is refused if it would close a circle',
  filters: UplineFilters,
  row: UplineRow,
  create: NewUpline,
  edit: UplineEdit,
})
