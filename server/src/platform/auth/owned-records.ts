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
  return mayPass(`admin.${resource}`, user) ? { all: true } : seesOwnToo(user, resource)
}

/** The same where the admin claim of the area opens nothing more: the own records, and those that are visible anyway. */
export function seesOwnToo(user: SignedIn, resource: Resource): Sees {
  const sees = user.sees(resource)
  if (sees.all) return sees
  const own = user.ownAgentId === null ? [-user.id] : [user.ownAgentId, -user.id]
  return { all: false, agentIds: [...new Set([...sees.agentIds, ...own])].sort((a, b) => a - b) }
}
