import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import type { Resource } from '@coverdesk/domain/access/rights.ts'
import type { SignedIn } from './session.ts'
import type { Sees } from './visibility.ts'

/**
 * Whose records somebody sees where every user has own ones, agent or not: the own ones, those of the agents that
 * visibility entries name, and all with the admin claim of the area. The owner of a record is its agent's id, or
 * minus the id of a user who is no agent (`owner` in the table).
 */
export function seesOwned(user: SignedIn, resource: Resource): Sees {
  const sees = user.sees(resource)
  if (sees.all || mayPass(`admin.${resource}`, user)) return { all: true }
  const own = user.ownAgentId === null ? [-user.id] : [user.ownAgentId, -user.id]
  return { all: false, agentIds: [...new Set([...sees.agentIds, ...own])].sort((a, b) => a - b) }
}
