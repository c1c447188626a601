import { fail, newFailure } from '@coverdesk/domain/fail.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { OfferedPlan, OfferedPlanDetail } from '@coverdesk/domain/plans/plan.ts'
import { z } from 'zod'
import { withTimeout } from '../marketplace/exchange/exchange-requests.ts'
import type { Call } from '../platform/http/http-call.ts'
import type { PlanQuestion } from '../platform/integrations/exchange.ts'
import { copyOf, saveCopy } from './plan-copies.ts'
import { type PlanSource, planSourceFor } from './plan-source.ts'

/** Maximum number of plans: more than HealthCare.gov has in all states, where no place is asked for. */
const maxPlans = 10_000

export type PlanCall = Pick<Call, 'db' | 'services' | 'log'>

/** Offered plans, and since when they could not be refreshed; null if they are current. */
export interface Offer<Offered> {
  offered: Offered
  asOf: Date | null
  /** They are the built-in sandbox's. */
  invented: boolean
}

/**
 * Validated plans of the exchange: plans that cannot be parsed are skipped and duplicates removed. If an exchange over
 * a network gives no valid response, its last copy is returned with its age (P-84). Fails with `exchange.no_plans` when
 * there is no copy either.
 */
export async function fetchPlans(call: PlanCall, question: PlanQuestion): Promise<Offer<OfferedPlan[]>> {
  return await fetchOrCopy(call, question, { plans: question }, readPlans, async (source) =>
    readPlans(await withTimeout((signal) => source.plans(question, signal))),
  )
}

/** One plan with its benefits. Fails with `plan.not_found`, or like the list of plans. */
export async function fetchPlan(
  call: PlanCall,
  planId: string,
  question: PlanQuestion,
): Promise<Offer<OfferedPlanDetail>> {
  const read = (response: unknown) => readPlan(planId, response)
  return await fetchOrCopy(call, question, { plan: planId, ...question }, read, async (source) =>
    read((await withTimeout((signal) => source.plan(planId, question, signal))) ?? fail('plan.not_found')),
  )
}

function readPlans(response: unknown): OfferedPlan[] | null {
  const list = z.array(z.unknown()).max(maxPlans).safeParse(response)
  if (!list.success) return null
  const read = list.data.flatMap((plan) => OfferedPlan.safeParse(plan).data ?? [])
  // If no entry can be parsed, this is not an empty list but an invalid response.
  if (read.length === 0 && list.data.length > 0) return null
  return [...new Map(read.map((plan) => [plan.id, plan])).values()]
}

function readPlan(planId: string, response: unknown): OfferedPlanDetail | null {
  const plan = OfferedPlanDetail.safeParse(response).data
  return plan?.id === planId ? plan : null
}

async function fetchOrCopy<Offered>(
  call: PlanCall,
  { year, place }: PlanQuestion,
  asked: object,
  read: (response: unknown) => Offered | null,
  ask: (source: PlanSource) => Promise<Offered | null>,
): Promise<Offer<Offered>> {
  const source = await planSourceFor(call, { year, state: place?.state ?? null })
  const { invented, isRemote } = source
  try {
    const offered = (await ask(source)) ?? fail('exchange.no_plans')
    if (isRemote) await keep(call, asked, offered)
    return { offered, asOf: null, invented }
  } catch (error) {
    if (!(error instanceof Failure) || !error.code.startsWith('exchange.')) throw error
    const copy = isRemote ? await copyOf(call.db, asked) : null
    const offered = copy && read(copy.answer)
    if (copy && offered) return { offered, asOf: copy.saidAt, invented }
    throw newFailure('exchange.no_plans', { cause: error })
  }
}

/** Saves a copy; a failure to save does not fail the request. */
async function keep({ db, services, log }: PlanCall, question: object, offered: unknown): Promise<void> {
  if (services.disk.low()) return
  await saveCopy(db, question, offered).catch((err: unknown) => {
    log.warn({ category: 'Marketplace', err }, 'Could not save a copy of the plans of the exchange')
  })
}
