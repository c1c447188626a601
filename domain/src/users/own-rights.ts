import { mayPass } from '../access/claim-expression.ts'
import { everything, type Resource, type Role, resources } from '../access/rights.ts'

/** What a user may do, as an edit changes it. */
export interface Rights {
  roles: readonly Role[]
  claims: readonly string[]
  hasFullAgentAccess: boolean
  enable: boolean
  /** Of a customer: the application that is their own. */
  applicationId: string | null
}

/**
 * True when `after` gives something that `before` does not open yet. Nobody may do that to the own record (P-34);
 * giving rights away, or writing a claim that another one holds already, is no raise.
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

/** Somebody who looks after users: an enabled security administrator, of whom one must be left. */
export function looksAfterUsers(rights: Pick<Rights, 'roles' | 'enable'>): boolean {
  return rights.enable && rights.roles.includes('securityadmin')
}

/** Whether somebody may make this change of the own record: no raise, and no way out of looking after users (A-042, P-34). */
export function mayChangeOwn(before: Rights, after: Rights): boolean {
  return !raises(before, after) && (!looksAfterUsers(before) || looksAfterUsers(after))
}

/** A visibility rule as stored. */
export interface Rule {
  agentId: string
  resourceId: string
}

/**
 * True when the rules `after` open a record that `before` leaves shut. Without any rule the records of the own agent are
 * open. Full agent access is not looked at: rules outlast it.
 */
export function opensMore(before: readonly Rule[], after: readonly Rule[], ownAgentId: number | null): boolean {
  return resources.some((resource) => {
    const open = openedAgents(before, resource, ownAgentId)
    return !open.has(everything) && [...openedAgents(after, resource, ownAgentId)].some((agent) => !open.has(agent))
  })
}

/** Ids of the agents whose records of an area rules open, or `__all__`. */
export function openedAgents(
  rules: readonly Rule[],
  resource: Resource,
  ownAgentId: number | null,
): ReadonlySet<string> {
  if (rules.length === 0) return new Set(ownAgentId === null ? [] : [String(ownAgentId)])
  const named = rules.filter((rule) => rule.resourceId === everything || rule.resourceId === resource)
  return new Set(named.map((rule) => rule.agentId))
}
