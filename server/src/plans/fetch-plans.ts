import { Failure, fail } from '@coverdesk/domain/failures.ts'
import { OfferedPlan, OfferedPlanDetail } from '@coverdesk/domain/plans/plan.ts'
import { z } from 'zod'
import { withTimeout } from '../marketplace/exchange/exchange-requests.ts'
import type { Call } from '../platform/http/http-call.ts'
import type { PlanQuestion } from '../platform/integrations/exchange.ts'
import { copyOf, saveCopy } from './plan-copies.ts'

/** More plans than any county of the country is offered. */
const maxPlans = 2_000

export type PlanCall = Pick<Call, 'db' | 'services' | 'log'>

/** What is offered, and since when that was not heard anew; null: it was said just now. */
export interface Offer<Offered> {
  offered: Offered
  asOf: Date | null
}

/**
 * What the exchange offers, looked at before it is believed: a plan that cannot be read is left out and the rest shows, and one
 * that comes twice is there once. Where an exchange over a network gives no answer that is one, it is what that said
 * last, with its age (P-84). Fails with `exchange.no_plans` where there is neither.
 */
export async function fetchPlans(call: PlanCall, question: PlanQuestion): Promise<Offer<OfferedPlan[]>> {
  return await fetchOrCopy(call, { plans: question }, readPlans, async () =>
    readPlans(await withTimeout((signal) => call.services.exchange.plans(question, signal))),
  )
}

/** One plan with its benefits; likewise. Fails with `plan.not_found`, or as `askPlans` does. */
export async function fetchPlan(
  call: PlanCall,
  planId: string,
  question: PlanQuestion,
): Promise<Offer<OfferedPlanDetail>> {
  const read = (said: unknown) => readPlan(planId, said)
  return await fetchOrCopy(call, { plan: planId, ...question }, read, async () =>
    read(
      (await withTimeout((signal) => call.services.exchange.plan(planId, question, signal))) ?? fail('plan.not_found'),
    ),
  )
}

function readPlans(said: unknown): OfferedPlan[] | null {
  const list = z.array(z.unknown()).max(maxPlans).safeParse(said)
  if (!list.success) return null
  const read = list.data.flatMap((plan) => OfferedPlan.safeParse(plan).data ?? [])
  // Where not one of them can be read, this is no list of plans, and no place without any.
  if (read.length === 0 && list.data.length > 0) return null
  return [...new Map(read.map((plan) => [plan.id, plan])).values()]
}

function readPlan(planId: string, said: unknown): OfferedPlanDetail | null {
  const plan = OfferedPlanDetail.safeParse(said).data
  return plan?.id === planId ? plan : null
}

async function fetchOrCopy<Offered>(
  call: PlanCall,
  question: object,
  read: (said: unknown) => Offered | null,
  ask: () => Promise<Offered | null>,
): Promise<Offer<Offered>> {
  const keepsCopies = call.services.exchange.health !== null
  try {
    const offered = (await ask()) ?? fail('exchange.no_plans')
    if (keepsCopies) await keep(call, question, offered)
    return { offered, asOf: null }
  } catch (error) {
    if (!(error instanceof Failure) || !error.code.startsWith('exchange.')) throw error
    const copy = keepsCopies ? await copyOf(call.db, question) : null
    const offered = copy && read(copy.answer)
    if (copy && offered) return { offered, asOf: copy.saidAt }
    throw new Failure('exchange.no_plans', { cause: error })
  }
}

/** What is offered is shown, whether a copy of it can be kept or not. */
async function keep({ db, services, log }: PlanCall, question: object, offered: unknown): Promise<void> {
  if (services.disk.low()) return
  await saveCopy(db, question, offered).catch((err: unknown) => {
    log.warn({ category: 'Marketplace', err }, 'What the exchange offers could not be kept')
  })
}
