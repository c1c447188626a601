import { OfferedPlan, OfferedPlanDetail } from '@coverdesk/domain/plans/plan.ts'
import { z } from 'zod'

/** Maximum number of plans: more than HealthCare.gov has in all states, where no place is asked for. */
const maxPlans = 10_000

/** Plans of an answer without those that cannot be parsed and without duplicates; null if the answer is not valid. */
export function readPlans(answer: unknown): OfferedPlan[] | null {
  const list = z.array(z.unknown()).max(maxPlans).safeParse(answer)
  if (!list.success) return null
  const read = list.data.flatMap((plan) => OfferedPlan.safeParse(plan).data ?? [])
  // If no entry can be parsed, this is not an empty list but an invalid answer.
  if (read.length === 0 && list.data.length > 0) return null
  return [...new Map(read.map((plan) => [plan.id, plan])).values()]
}

/** The plan of an answer; null if it is not valid or another one. */
export function readPlan(planId: string, answer: unknown): OfferedPlanDetail | null {
  const plan = OfferedPlanDetail.safeParse(answer).data
  return plan?.id === planId ? plan : null
}
