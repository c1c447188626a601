import { mayPass } from '../access/claim-expression.ts'
import { everything, type Resource, resources } from '../access/rights.ts'
import { openedAgents, type Rights, type Rule } from './own-rights.ts'

/** The one who gives rights, with what they hold themself. */
export interface Granter {
  roles: readonly string[]
  claims: readonly string[]
  hasFullAgentAccess: boolean
}

/** These open everything, so giving them always counts, even by one who holds them. */
const powerful = ['administrator', 'securityadmin']
/** These open nothing but the application of one's own. */
const ownOnly = ['customer', 'consumer']

const none: Omit<Rights, 'enable'> = { roles: [], claims: [], hasFullAgentAccess: false, applicationId: null }
const effective = (rights: Rights | null) => (rights?.enable ? rights : none)

const seesAll = ({ roles, hasFullAgentAccess }: Granter) => hasFullAgentAccess || roles.includes('administrator')

/**
 * Names of the rights that a change gives beyond those the granter holds (P-34); empty when there are none. A disabled
 * account has no rights, so enabling one gives all of its rights.
 */
export function rightsAbove(granter: Granter, before: Rights | null, after: Rights): string[] {
  const [had, has] = [effective(before), effective(after)]
  const lacks = (claim: string, held: { claims: readonly string[] }) =>
    !mayPass(claim, { roles: [], claims: held.claims })
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

/** The agents whose records the granter sees in an area, or everyone's. */
type Seen = (resource: Resource) => { all: true } | { all: false; agentIds: readonly number[] }

/** The areas in which visibility rules open records that neither the user saw before nor the granter sees. */
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
