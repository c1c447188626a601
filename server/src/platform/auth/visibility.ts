import { everything, type Resource } from '@coverdesk/domain/access/rights.ts'

/** Records of one area that are visible to a user: all, or those of some agents (possibly none). */
export type Visibility = { all: true } | { all: false; agentIds: readonly number[] }

export const noRecords: Visibility = { all: false, agentIds: [] }

/** Union of two visibilities. */
export function visibleToEither(one: Visibility, other: Visibility): Visibility {
  if (one.all || other.all) return { all: true }
  return { all: false, agentIds: [...new Set([...one.agentIds, ...other.agentIds])].sort((a, b) => a - b) }
}

/** True if nothing but the records of one's own agent is visible. */
export function seesOnlyOwn(visibility: Visibility, ownAgentId: number | null): boolean {
  return !visibility.all && ownAgentId !== null && visibility.agentIds.every((id) => id === ownAgentId)
}

/** Stored visibility entry: an agent id or `__all__`, an area or `__all__`. */
export interface VisibilityEntry {
  agent_id: string
  resource_id: string
}

/**
 * Computes visibility. Administrators and users with full agent access see everything; others see what their
 * entries name, or without entries their own agent's records. An invalid entry grants nothing (P-29).
 */
export function seenRecords(
  person: {
    roles: readonly string[]
    hasFullAgentAccess: boolean
    ownAgentId: number | null
    entries: readonly VisibilityEntry[]
  },
  resource: Resource,
): Visibility {
  if (person.hasFullAgentAccess || person.roles.includes('administrator')) return { all: true }
  if (person.entries.length === 0)
    return { all: false, agentIds: person.ownAgentId === null ? [] : [person.ownAgentId] }
  const opened = person.entries.filter((entry) => entry.resource_id === everything || entry.resource_id === resource)
  if (opened.some((entry) => entry.agent_id === everything)) return { all: true }
  const agentIds = opened.map((entry) => Number(entry.agent_id)).filter((id) => Number.isSafeInteger(id) && id > 0)
  return { all: false, agentIds: [...new Set(agentIds)].sort((a, b) => a - b) }
}
