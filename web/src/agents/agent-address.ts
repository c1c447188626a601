import { AgentFilters } from '@coverdesk/domain/agents/agent-contract.ts'
import { Id } from '@coverdesk/domain/platform/page.ts'
import { z } from 'zod'

const agentDialogs = ['new', 'edit'] as const
export type AgentDialog = (typeof agentDialogs)[number]

/**
 * What the address of the list holds: the call's own filters, sort and page, and the modal that is open with the agent it
 * is about (?dialog=edit&agent=7), so that it can be linked and Back closes it.
 */
export const AgentAddress = AgentFilters.extend({
  dialog: z.enum(agentDialogs).optional(),
  agent: Id.optional(),
})
export type AgentAddress = z.infer<typeof AgentAddress>
