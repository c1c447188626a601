import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import type { Resource } from '@coverdesk/domain/access/rights.ts'
import type { SignedIn } from './session.ts'
import type { Visibility } from './visibility.ts'

/**
 * Whose records somebody sees where every user has own ones, agent or not: the own ones, those of the agents that
 * visibility entries name, and all with the admin claim of the area. The owner of a record is its agent's id, or
 * minus the id of a user who is no agent (`owner` in the table).
 */
export function seesOwned(user: SignedIn, resource: Resource): Visibility {
  return mayPass(`admin.${resource}`, user) ? { all: true } : seesOwnToo(user, resource)
}

/** The same where the admin claim of the area opens nothing more: the own records, and those that are visible anyway. */
export function seesOwnToo(user: SignedIn, resource: Resource): Visibility {
  const visibility = user.visibility(resource)
  if (visibility.all) return visibility
  const own = user.ownAgentId === null ? [-user.id] : [user.ownAgentId, -user.id]
  return { all: false, agentIds: [...new Set([...visibility.agentIds, ...own])].sort((a, b) => a - b) }
}
