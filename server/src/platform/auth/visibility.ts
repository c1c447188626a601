import { everything, type Resource } from '@coverdesk/domain/access/rights.ts'

/** Whose records of one area a person may see: everybody's, or those of some agents (perhaps none). */
export type Visibility = { all: true } | { all: false; agentIds: readonly number[] }

export const noRecords: Visibility = { all: false, agentIds: [] }

/** Whose records somebody sees who may see them by either of two rights. */
export function visibleToEither(one: Visibility, other: Visibility): Visibility {
  if (one.all || other.all) return { all: true }
  return { all: false, agentIds: [...new Set([...one.agentIds, ...other.agentIds])].sort((a, b) => a - b) }
}

/** One visibility entry as stored: an agent's id or `__all__`, an area or `__all__`. */
export interface VisibilityEntry {
  agent_id: string
  resource_id: string
}

/**
 * The one rule of who sees what. Administrators and full agent access see all; entries open what they
 * name; without any entry only the own records are open, those of the agent linked by the contact. It fails closed: an
 * entry that reads as nothing opens nothing (P-29).
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
