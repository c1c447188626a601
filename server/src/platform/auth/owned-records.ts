import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import type { Resource } from '@coverdesk/domain/access/rights.ts'
import type { SignedIn } from './session.ts'
import type { Visibility } from './visibility.ts'

/** User who may own records: an owner is an agent's id, or the negated id of a user who is not an agent. */
type Owner = Pick<SignedIn, 'id' | 'ownAgentId'>

/**
 * Visibility of records that any user can own: the user's own, those of agents in visibility entries, and all with the
 * area's admin claim.
 */
export function seesOwned(user: SignedIn, resource: Resource): Visibility {
  return mayPass(`admin.${resource}`, user) ? { all: true } : seesOwnToo(user, resource)
}

/** Same without the admin claim: the user's own records and those visible by entries. */
export function seesOwnToo(user: SignedIn, resource: Resource): Visibility {
  return withOwn(user.visibility(resource), user)
}

/** Adds the records that the user owns. */
export function withOwn(visibility: Visibility, owner: Owner): Visibility {
  if (visibility.all) return visibility
  return { all: false, agentIds: [...new Set([...visibility.agentIds, ...ownersOf(owner)])].sort((a, b) => a - b) }
}

/** Owners that are the user. */
export function ownersOf({ id, ownAgentId }: Owner): number[] {
  return ownAgentId === null ? [-id] : [ownAgentId, -id]
}
