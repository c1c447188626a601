import { AgentFilters } from '@coverdesk/domain/agents/agent-contract.ts'
import { Id } from '@coverdesk/domain/platform/page.ts'
import { z } from 'zod'

const agentDialogs = ['new', 'edit'] as const
export type AgentDialog = (typeof agentDialogs)[number]

/**
 * URL state of the list: filters, sort and page of the call, plus the open dialog (?dialog=edit&agent=7), so that it
 * can be linked and Back closes it.
 */
export const AgentAddress = AgentFilters.extend({
  dialog: z.enum(agentDialogs).optional(),
  agent: Id.optional(),
})
export type AgentAddress = z.infer<typeof AgentAddress>
