import { mayPass } from '../access/claim-expression.ts'
import { everything, type Role, resources } from '../access/rights.ts'
import { openedAgents, type Rule } from './visible-agents.ts'

/** A user's rights, as an edit changes them. */
export interface Rights {
  roles: readonly Role[]
  claims: readonly string[]
  hasFullAgentAccess: boolean
  enable: boolean
  /** The customer's own application. */
  applicationId: string | null
}

/**
 * Whether `after` grants something that `before` does not. Users may not raise their own rights (P-34); giving rights
 * up, or adding a claim that another one implies, is not a raise.
 */
export function raises(before: Rights, after: Rights): boolean {
  return (
    after.roles.some((role) => !before.roles.includes(role)) ||
    after.claims.some((claim) => !mayPass(claim, { roles: [], claims: before.claims })) ||
    (after.hasFullAgentAccess && !before.hasFullAgentAccess) ||
    (after.enable && !before.enable) ||
    (after.applicationId !== null && after.applicationId !== before.applicationId)
  )
}

/** Whether a user administers users: an enabled security administrator, of whom one must remain. */
export function administersUsers(rights: Pick<Rights, 'roles' | 'enable'>): boolean {
  return rights.enable && rights.roles.includes('securityadmin')
}

/**
 * Whether a user may make this change to their own record: no raise, and they keep administering users (A-042, P-34).
 */
export function mayChangeOwn(before: Rights, after: Rights): boolean {
  return !raises(before, after) && (!administersUsers(before) || administersUsers(after))
}

/**
 * Whether the rules `after` open a record that `before` does not. Full agent access is ignored, because rules outlast it.
 */
export function opensMore(before: readonly Rule[], after: readonly Rule[], ownAgentId: number | null): boolean {
  return resources.some((resource) => {
    const open = openedAgents(before, resource, ownAgentId)
    return !open.has(everything) && [...openedAgents(after, resource, ownAgentId)].some((agent) => !open.has(agent))
  })
}
