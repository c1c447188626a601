import { Failure, fail } from '@coverdesk/domain/failures.ts'
import { OfferedPlan, OfferedPlanDetail } from '@coverdesk/domain/plans/plan.ts'
import { z } from 'zod'
import { inTime } from '../marketplace/ask-exchange.ts'
import type { Exchange, PlanQuestion } from '../platform/exchange.ts'

/** More plans than any county of the country is offered. */
const mostPlans = 2_000

/**
 * What the exchange offers, looked at before it is believed: a plan that cannot be read is left out and the rest shows. Fails
 * with `exchange.unavailable` when no answer came in time, or `exchange.no_plans` when what came is no list of plans.
 */
export async function askPlans(exchange: Exchange, question: PlanQuestion): Promise<OfferedPlan[]> {
  const said = z
    .array(z.unknown())
    .max(mostPlans)
    .safeParse(await asked((signal) => exchange.plans(question, signal)))
  if (!said.success) return fail('exchange.no_plans')
  return said.data.flatMap((plan) => OfferedPlan.safeParse(plan).data ?? [])
}

/** One plan with its benefits. Fails with `plan.not_found`, or as `askPlans` does. */
export async function askPlan(exchange: Exchange, planId: string, question: PlanQuestion): Promise<OfferedPlanDetail> {
  const said = await asked((signal) => exchange.plan(planId, question, signal))
  if (said === null) return fail('plan.not_found')
  const plan = OfferedPlanDetail.safeParse(said).data
  return plan?.id === planId ? plan : fail('exchange.no_plans')
}

async function asked<Answer>(ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  try {
    return await inTime(ask)
  } catch (error) {
    if (error instanceof Failure && error.code === 'exchange.unavailable')
      throw new Failure('exchange.no_plans', { cause: error })
    throw error
  }
}
