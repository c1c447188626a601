import { everything, notOwn, ownedAreas, type Resource } from '../access/rights.ts'

/** A visibility rule as stored: an agent, `__all__` or `__not_own__`, in an area or `__all__`. */
export interface Rule {
  agentId: string
  resourceId: string
}

const isIn = (area: string) => (rule: Rule) => rule.resourceId === everything || rule.resourceId === area

/**
 * Ids of the agents whose records of an area the rules open, or `__all__`. Rules add to the user's own agent, whose
 * records only a rule `__not_own__` hides.
 */
export function openedAgents(
  rules: readonly Rule[],
  resource: Resource,
  ownAgentId: number | null,
): ReadonlySet<string> {
  const named = rules.filter(isIn(resource)).map(({ agentId }) => agentId)
  const hidesOwn = named.includes(notOwn) && !ownedAreas.includes(resource)
  const own = ownAgentId === null || hidesOwn ? [] : [String(ownAgentId)]
  return new Set([...own, ...named.filter((agentId) => agentId !== notOwn)])
}

/** Why a rule contradicts the others or has no effect, or null. */
export function ruleProblem(rule: Rule, rules: readonly Rule[]): string | null {
  if (rule.agentId !== notOwn) return null
  if (ownedAreas.some((area) => area === rule.resourceId)) return 'Records that users create themselves stay visible'
  const all = rules.find(
    ({ agentId, resourceId }) =>
      agentId === everything && (isIn(resourceId)(rule) || isIn(rule.resourceId)({ agentId, resourceId })),
  )
  return all ? 'Another rule opens the records of all agents, which includes their own' : null
}
