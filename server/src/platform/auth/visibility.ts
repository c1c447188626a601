import { everything, type Resource } from '@coverdesk/domain/access/rights.ts'
import { openedAgents } from '@coverdesk/domain/users/visible-agents.ts'

/** Records of one area that are visible to a user: all, or those of some agents (possibly none). */
export type Visibility = { all: true } | { all: false; agentIds: readonly number[] }

export const noRecords: Visibility = { all: false, agentIds: [] }

/** Union of two visibilities. */
export function visibleToEither(first: Visibility, second: Visibility): Visibility {
  if (first.all || second.all) return { all: true }
  return { all: false, agentIds: [...new Set([...first.agentIds, ...second.agentIds])].sort((a, b) => a - b) }
}

/** True if nothing but the records of one's own agent is visible. */
export function seesOnlyOwn(visibility: Visibility, ownAgentId: number | null): boolean {
  return !visibility.all && ownAgentId !== null && visibility.agentIds.every((id) => id === ownAgentId)
}

/** Stored visibility entry: an agent id, `__all__` or `__not_own__`; an area or `__all__`. */
export interface VisibilityEntry {
  agent_id: string
  resource_id: string
}

/** What decides whose records a user sees. */
export interface Viewer {
  roles: readonly string[]
  hasFullAgentAccess: boolean
  ownAgentId: number | null
  entries: readonly VisibilityEntry[]
}

/**
 * Computes visibility. Administrators and users with full agent access see everything; others see their own
 * agent's records and those that their entries name. An invalid entry grants nothing (P-29).
 */
export function seenRecords(viewer: Viewer, resource: Resource): Visibility {
  if (viewer.hasFullAgentAccess || viewer.roles.includes('administrator')) return { all: true }
  const rules = viewer.entries.map((entry) => ({ agentId: entry.agent_id, resourceId: entry.resource_id }))
  const opened = openedAgents(rules, resource, viewer.ownAgentId)
  if (opened.has(everything)) return { all: true }
  const agentIds = [...opened].map(Number).filter((id) => Number.isSafeInteger(id) && id > 0)
  return { all: false, agentIds: [...new Set(agentIds)].sort((a, b) => a - b) }
}
