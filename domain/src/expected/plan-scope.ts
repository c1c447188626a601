/** Scopes of a schedule row, the narrowest last: all plans, a product line, a metal level, one plan. */
export const scopes = ['all', 'line', 'metal', 'plan'] as const
export type Scope = (typeof scopes)[number]

export const productLines = ['medical', 'dental', 'vision'] as const
export const metals = ['bronze', 'silver', 'gold', 'platinum', 'catastrophic'] as const

export interface PlanScope {
  line: string
  metal: string | null
  /** Name of the plan without case and outer spaces. */
  plan: string | null
}

/** Product line and metal level from the name of a plan. A plan with a metal level is medical, whatever it adds. */
export function scopeOfPlan(planName: string | null): PlanScope {
  const name = planName === null ? '' : planKey(planName)
  const metal = metals.find((word) => name.includes(word)) ?? null
  const line = metal ? 'medical' : (productLines.find((word) => word !== 'medical' && name.includes(word)) ?? 'medical')
  return { line, metal, plan: name === '' ? null : name }
}

/** Plan names are equal without case and outer spaces. */
export const planKey = (name: string): string => name.trim().toLowerCase()
