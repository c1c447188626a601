import { AgentFilters } from '@coverdesk/domain/agents/agent-contract.ts'
import { Id } from '@coverdesk/domain/platform/page.ts'
import { z } from 'zod'

/**
 * What the address of the list holds: the call's own filters, sort and page, and the modal that is open with the agent it
 * is about (?dialog=edit&agent=7), so that it can be linked and Back closes it.
 */
export const AgentAddress = AgentFilters.extend({
  dialog: z.enum(['new', 'edit']).optional(),
  agent: Id.optional(),
})
export type AgentAddress = z.infer<typeof AgentAddress>

export function agentQueryOf({ dialog: _dialog, agent: _agent, ...query }: AgentAddress) {
  return query
}

/** The page as an address names it: the first one not at all. For changes that stay on the page. */
export function pageInAddress({ pageNumber }: { pageNumber: number }): number | undefined {
  return pageNumber === 1 ? undefined : pageNumber
}
