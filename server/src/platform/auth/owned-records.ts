import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import type { Resource } from '@coverdesk/domain/access/rights.ts'
import type { SignedIn } from './session.ts'
import type { Visibility } from './visibility.ts'

/**
 * Visibility of records that any user can own: the user's own, those of agents in visibility entries, and all with the
 * area's admin claim. `owner` is the agent id, or the negative user id of a user who is not an agent.
 */
export function seesOwned(user: SignedIn, resource: Resource): Visibility {
  return mayPass(`admin.${resource}`, user) ? { all: true } : seesOwnToo(user, resource)
}

/** Same without the admin claim: the user's own records and those visible by entries. */
export function seesOwnToo(user: SignedIn, resource: Resource): Visibility {
  const visibility = user.visibility(resource)
  if (visibility.all) return visibility
  const own = user.ownAgentId === null ? [-user.id] : [user.ownAgentId, -user.id]
  return { all: false, agentIds: [...new Set([...visibility.agentIds, ...own])].sort((a, b) => a - b) }
}
