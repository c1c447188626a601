import { type MetalLevel, metalLevels, OfferedPlan, OfferedPlanDetail } from '@coverdesk/domain/plans/plan.ts'
import { z } from 'zod'

/** Maximum number of plans: more than HealthCare.gov has in all states, where no place is asked for. */
const maxPlans = 10_000

/** Plans of an answer. */
export interface ReadPlans {
  plans: OfferedPlan[]
  /** One entry for each plan that could not be parsed. */
  unreadable: UnreadablePlan[]
}

/** What is known of a plan that could not be parsed. */
export interface UnreadablePlan {
  id: string | null
  metal: MetalLevel | null
}

/** Whether a plan that is left out may be one of those of which the second lowest is the benchmark. */
export const mayBeSilver = ({ metal }: UnreadablePlan): boolean => metal === null || metal === 'Silver'

/** Plans of an answer without duplicates, and those that cannot be parsed; null if the answer is not valid. */
export function readPlans(answer: unknown): ReadPlans | null {
  const list = z.array(z.unknown()).max(maxPlans).safeParse(answer)
  if (!list.success) return null
  const plans = new Map<string, OfferedPlan>()
  const unreadable: UnreadablePlan[] = []
  for (const entry of list.data) {
    const plan = OfferedPlan.safeParse(entry).data
    if (plan) plans.set(plan.id, plan)
    else unreadable.push({ id: WithId.safeParse(entry).data?.id ?? null, metal: metalOf(entry) })
  }
  // If no entry can be parsed, this is not an empty list but an invalid answer.
  return plans.size === 0 && unreadable.length > 0 ? null : { plans: [...plans.values()], unreadable }
}

/** An answer that reads as these plans, for a copy. */
export function answerOf({ plans, unreadable }: ReadPlans): unknown[] {
  return [...plans, ...unreadable.map(({ id, metal }) => ({ id, metal_level: metal }))]
}

const WithId = z.object({ id: z.string().max(100) })
const WithMetal = z.object({ metal_level: z.enum(metalLevels) })

/** Published metal level of an entry, whatever else it says; null if it names none. */
export function metalOf(entry: unknown): MetalLevel | null {
  return WithMetal.safeParse(entry).data?.metal_level ?? null
}

/** The plan of an answer; null if it is not valid or another one. */
export function readPlan(planId: string, answer: unknown): OfferedPlanDetail | null {
  const plan = OfferedPlanDetail.safeParse(answer).data
  return plan?.id === planId ? plan : null
}
