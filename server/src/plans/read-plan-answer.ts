import { OfferedPlan, OfferedPlanDetail } from '@coverdesk/domain/plans/plan.ts'
import { z } from 'zod'

/** Maximum number of plans: more than HealthCare.gov has in all states, where no place is asked for. */
const maxPlans = 10_000

/** Plans of an answer. */
export interface ReadPlans {
  plans: OfferedPlan[]
  /** One entry for each plan that could not be parsed: its id, or null where it has none. */
  unreadable: (string | null)[]
}

/** Plans of an answer without duplicates, and those that cannot be parsed; null if the answer is not valid. */
export function readPlans(answer: unknown): ReadPlans | null {
  const list = z.array(z.unknown()).max(maxPlans).safeParse(answer)
  if (!list.success) return null
  const plans = new Map<string, OfferedPlan>()
  const unreadable: (string | null)[] = []
  for (const entry of list.data) {
    const plan = OfferedPlan.safeParse(entry).data
    if (plan) plans.set(plan.id, plan)
    else unreadable.push(WithId.safeParse(entry).data?.id ?? null)
  }
  // If no entry can be parsed, this is not an empty list but an invalid answer.
  return plans.size === 0 && unreadable.length > 0 ? null : { plans: [...plans.values()], unreadable }
}

/** An answer that reads as these plans, for a copy. */
export function answerOf({ plans, unreadable }: ReadPlans): unknown[] {
  return [...plans, ...unreadable.map((id) => ({ id }))]
}

const WithId = z.object({ id: z.string().max(100) })

/** The plan of an answer; null if it is not valid or another one. */
export function readPlan(planId: string, answer: unknown): OfferedPlanDetail | null {
  const plan = OfferedPlanDetail.safeParse(answer).data
  return plan?.id === planId ? plan : null
}
