import { mayPass } from '../access/claim-expression.ts'
import { everything, type Resource, resources } from '../access/rights.ts'
import type { Rights } from './own-rights.ts'
import { openedAgents, type Rule } from './visible-agents.ts'

/** User who grants rights, with their own rights. */
export interface Granter {
  roles: readonly string[]
  claims: readonly string[]
  hasFullAgentAccess: boolean
}

/** Roles that open everything, so granting them always counts, even by a user who has them. */
const powerful = ['administrator', 'securityadmin']
/** Roles that open only the user's own application. */
const ownOnly = ['customer', 'consumer']

const none: Omit<Rights, 'enable'> = { roles: [], claims: [], hasFullAgentAccess: false, applicationId: null }
const effective = (rights: Rights | null) => (rights?.enable ? rights : none)

const seesAll = ({ roles, hasFullAgentAccess }: Granter) => hasFullAgentAccess || roles.includes('administrator')

/**
 * Granted rights beyond the granter's own (P-34), by name. A disabled account has no rights, so enabling one grants all
 * of its rights.
 */
export function rightsAbove(granter: Granter, before: Rights | null, after: Rights): string[] {
  const [had, has] = [effective(before), effective(after)]
  const lacks = (claim: string, rights: { claims: readonly string[] }) =>
    !mayPass(claim, { roles: [], claims: rights.claims })
  const roles = has.roles.filter(
    (role) =>
      !had.roles.includes(role) &&
      !ownOnly.includes(role) &&
      (powerful.includes(role) || !granter.roles.includes(role)),
  )
  const claims = has.claims.filter((claim) => lacks(claim, had) && lacks(claim, granter))
  const application = has.applicationId !== null && has.applicationId !== had.applicationId && !seesAll(granter)
  return [
    ...roles.map((role) => `role ${role}`),
    ...claims.map((claim) => `claim ${claim}`),
    ...(has.hasFullAgentAccess && !had.hasFullAgentAccess && !seesAll(granter) ? ['full agent access'] : []),
    ...(application ? ['an application'] : []),
  ]
}

/** Agents whose records of an area the granter sees, or all. */
type Seen = (resource: Resource) => { all: true } | { all: false; agentIds: readonly number[] }

/** Areas in which visibility rules open records that neither the user nor the granter could see before. */
export function areasAbove(
  seen: Seen,
  before: readonly Rule[],
  after: readonly Rule[],
  ownAgentId: number | null,
): Resource[] {
  return resources.filter((resource) => {
    const granter = seen(resource)
    const open = openedAgents(before, resource, ownAgentId)
    if (granter.all || open.has(everything)) return false
    return [...openedAgents(after, resource, ownAgentId)].some(
      (agent) => !open.has(agent) && !granter.agentIds.includes(Number(agent)),
    )
  })
}
