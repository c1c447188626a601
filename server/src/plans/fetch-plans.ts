import { fail, newFailure } from '@coverdesk/domain/fail.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import type { OfferedPlan, OfferedPlanDetail } from '@coverdesk/domain/plans/plan.ts'
import type { Call } from '../platform/http/http-call.ts'
import type { PlanQuestion, StatedBenchmark } from '../platform/integrations/exchange.ts'
import { findPlanSource } from './find-plan-source.ts'
import { copyOf, saveCopy } from './plan-copies.ts'
import type { PlanSource } from './plan-source.ts'
import { answerOf, mayBeSilver, readPlan, readPlans } from './read-plan-answer.ts'

export type PlanCall = Pick<Call, 'db' | 'services' | 'log'>

/** Offered plans, and since when they could not be refreshed; null if they are current. */
export interface Offer<Offered> {
  offered: Offered
  asOf: Date | null
  /** They are the built-in sandbox's. */
  invented: boolean
  /** The loaded plan files answered because the Marketplace API was not reached. */
  filesInstead: boolean
}

/** Offered plans, and how many more the source has that could not be read. */
export interface PlansOffer extends Offer<OfferedPlan[]> {
  unreadable: number
  /** One of those may be silver, so that the benchmark cannot be found among the others. */
  lacksSilver: boolean
  /** The benchmark as the source states it, asked for where plans lack a silver one. */
  stated: StatedBenchmark | null
}

/**
 * Plans that a source offers. If an exchange over a network gives no valid response, the loaded plan files answer for
 * HealthCare.gov; without files the last copy is returned with its age (P-84). Fails with `exchange.no_plans` when there is no copy either.
 */
export async function fetchPlans(call: PlanCall, question: PlanQuestion): Promise<PlansOffer> {
  const { offered, ...offer } = await fetchOrCopy(call, question, {
    asked: { plans: question },
    ask: async (source) => {
      const answer = await source.plans(question)
      return { answer, stated: answer.unreadable.some(mayBeSilver) ? await statedBy(call, source, question) : null }
    },
    copied: ({ answer }) => answerOf(answer),
    read: (copy) => {
      const answer = readPlans(copy)
      return answer && { answer, stated: null }
    },
  })
  const { answer, stated } = offered
  const { plans, unreadable } = answer
  if (unreadable.length > 0)
    call.log.warn(
      { category: 'Marketplace', count: unreadable.length, plans: unreadable.slice(0, 20).map(({ id }) => id) },
      'Left out plans of the exchange that could not be read',
    )
  return { ...offer, offered: plans, unreadable: unreadable.length, lacksSilver: unreadable.some(mayBeSilver), stated }
}

/** Null where the source states no benchmark, or does not answer: the plans that could be read are shown all the same. */
async function statedBy(
  { log }: PlanCall,
  { benchmark }: PlanSource,
  question: PlanQuestion,
): Promise<StatedBenchmark | null> {
  if (!benchmark || !question.place || !question.people?.length) return null
  return await benchmark(question).catch((err: unknown) => {
    log.warn({ category: 'Marketplace', err }, 'The exchange did not state its benchmark')
    return null
  })
}

/** Plans of a question. */
export type AskForPlans = (question: PlanQuestion) => Promise<PlansOffer>

/** Asks each question once: a quote and the benchmark of its credit are mostly for the same people. */
export function askForPlansOnce(call: PlanCall): AskForPlans {
  const asked = new Map<string, Promise<PlansOffer>>()
  return (question) => {
    const key = JSON.stringify(question)
    const offer = asked.get(key) ?? fetchPlans(call, question)
    asked.set(key, offer)
    return offer
  }
}

/** One plan with its benefits. Fails with `plan.not_found`, or like the list of plans. */
export async function fetchPlan(
  call: PlanCall,
  planId: string,
  question: PlanQuestion,
): Promise<Offer<OfferedPlanDetail>> {
  return await fetchOrCopy(call, question, {
    asked: { plan: planId, ...question },
    ask: async (source) => (await source.plan(planId, question)) ?? fail('plan.not_found'),
    copied: (plan) => plan,
    read: (answer) => readPlan(planId, answer),
  })
}

/** A question to a source, its key among the copies, and how its answer is written there and read. */
interface Asking<Offered> {
  asked: object
  ask: (source: PlanSource) => Promise<Offered>
  copied: (offered: Offered) => unknown
  read: (answer: unknown) => Offered | null
}

async function fetchOrCopy<Offered>(
  call: PlanCall,
  { year, place }: PlanQuestion,
  { asked, ask, copied, read }: Asking<Offered>,
): Promise<Offer<Offered>> {
  const source = await findPlanSource(call, { year, state: place?.state ?? null })
  const { invented, isRemote } = source
  try {
    const offered = await ask(source)
    if (isRemote) await keep(call, asked, copied(offered))
    return { offered, asOf: null, invented, filesInstead: false }
  } catch (error) {
    if (!(error instanceof Failure) || !error.code.startsWith('exchange.')) throw error
    const files = await source.instead()
    if (files) {
      call.log.warn({ category: 'Marketplace', err: error, year }, 'Answered from plan files instead of the exchange')
      return { offered: await ask(files), asOf: null, invented: files.invented, filesInstead: true }
    }
    const copy = isRemote ? await copyOf(call.db, asked) : null
    const offered = copy && read(copy.answer)
    if (copy && offered) return { offered, asOf: copy.saidAt, invented, filesInstead: false }
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
