import { setTimeout as wait } from 'node:timers/promises'
import { fail, newFailure } from '@coverdesk/domain/fail.ts'
import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import type { OfferedPlan, OfferedPlanDetail } from '@coverdesk/domain/plans/plan.ts'
import { mayHaveCatastrophic } from '@coverdesk/domain/plans/premium.ts'
import { z } from 'zod'
import type { Exchange, PlanQuestion, StatedBenchmark } from '../../platform/integrations/exchange.ts'
import {
  createHttpClient,
  type HttpRequest,
  RateLimited,
  RequestRejected,
} from '../../platform/integrations/http-client.ts'
import type { PlanDirectory } from '../../platform/integrations/plan-directory.ts'
import { metalOf } from '../read-plan-answer.ts'
import { cmsDirectory } from './cms-directory.ts'
import { CmsPlan, detailByCms, offeredByCms } from './cms-plan.ts'

/** Maximum response in bytes: a plan with all its benefits is about 300 kB. */
const maxResponseBytes = 4 * 1024 * 1024
/** Pages of one search that are asked for at the same time; the API allows 200 requests a second. */
const pagesAtOnce = 4
/** The API returns ten plans a page, whatever limit is asked for. */
const pageSize = 10
const maxPlans = 2_000
/** Longest wait for the API's limit of requests before a search fails. */
const maxWaitMs = 2_000

/** Codes of the API: an unknown county, an unknown plan, too few silver plans, a county without a rating area. */
const unknownCounty = '1001'
const unknownPlan = '1006'
const tooFewPlans = '1016'
const noRatingArea = '1017'

type Where = Omit<Parameters<typeof createHttpClient>[0], 'maxResponseBytes' | 'key'> & { key: string }

/**
 * Plans of HealthCare.gov by the Marketplace API of CMS (developer.cms.gov/marketplace-api). Sends ages and tobacco use, no
 * names. An incomplete or contradictory answer is a failure, never a shorter list; a plan that cannot be read is its id alone.
 */
export function cmsPlans(where: Where): Pick<Exchange, 'plans' | 'plan' | 'benchmark'> & {
  health: () => boolean
  directory: PlanDirectory
} {
  const { key, ...rest } = where
  // The key belongs to the address of the API; errors and logs never have the path.
  const client = createHttpClient({ ...rest, key: null, maxResponseBytes })
  const ask = async (request: HttpRequest, year: number, signal: AbortSignal): Promise<unknown> => {
    const path = `${request.path}${request.path.includes('?') ? '&' : '?'}year=${year}&apikey=${encodeURIComponent(key)}`
    for (let tries = 0; ; tries++)
      try {
        return (await client.send({ ...request, path }, signal))?.body ?? null
      } catch (error) {
        if (!(error instanceof RateLimited) || tries > 2 || error.retryAfterMs > maxWaitMs) throw error
        await wait(error.retryAfterMs, undefined, { signal })
      }
  }
  return {
    health: () => client.isAvailable(),
    directory: cmsDirectory(ask),
    plans: async (question, signal) => {
      const { place, year } = question
      if (!place) return fail('plan.no_place', { message: 'Enter a ZIP code. HealthCare.gov offers plans by county.' })
      const search = async (offset: number) =>
        readPage(await ask({ method: 'POST', path: '/plans/search', body: searchOf(question, offset) }, year, signal))
      const found = await orRefusal(() => searchAll(search), [unknownCounty, noRatingArea])
      return (found ?? []).flatMap(({ id, metal, plan }) => {
        if (plan !== null && !isFor(plan, question)) return []
        return plan === null || lacksPremium(plan, question) ? { id, metal_level: metal } : offeredByCms(plan, question)
      })
    },
    benchmark: async (question, signal) => {
      const { offset: _, order: _order, sort: _sort, ...body } = searchOf(question, 0)
      const request: HttpRequest = { method: 'POST', path: '/households/slcsp', body }
      const answer = await orRefusal(() => ask(request, question.year, signal), [tooFewPlans, noRatingArea])
      const { id, premium } = StatedSilver.safeParse(answer).data ?? {}
      return id !== undefined && premium ? { id, premium: amountOf(Math.round(premium * 100)) } : null
    },
    plan: async (planId, question, signal) => {
      const path = `/plans/${encodeURIComponent(planId)}`
      const { offset: _, order: _order, sort: _sort, ...body } = searchOf(question, 0)
      const request: HttpRequest = question.place ? { method: 'POST', path, body } : { method: 'GET', path }
      const answer = await orRefusal(() => ask(request, question.year, signal), [unknownPlan])
      if (answer === null) return null
      const { plan } = DetailAnswer.safeParse(answer).data ?? fail('exchange.unexpected_response')
      if (plan.id !== planId) fail('exchange.unexpected_response')
      // Where the plan is not sold to these people, it has no premium.
      return detailByCms(isFor(plan, question) ? plan : { ...plan, premium: null }, question)
    },
  } satisfies {
    health: () => boolean
    directory: PlanDirectory
    plans: (
      question: PlanQuestion,
      signal: AbortSignal,
    ) => Promise<(OfferedPlan | { id: string | null; metal_level: string | null })[]>
    benchmark: (question: PlanQuestion, signal: AbortSignal) => Promise<StatedBenchmark | null>
    plan: (planId: string, question: PlanQuestion, signal: AbortSignal) => Promise<OfferedPlanDetail | null>
  }
}

const Page = z.object({ plans: z.array(z.unknown()).nullable(), total: z.number().int().min(0).max(maxPlans) })
const DetailAnswer = z.object({ plan: CmsPlan })

/** The second lowest silver plan with its premium for the household, as the API states it. */
const StatedSilver = z.object({
  id: z.string(),
  premium: z.number().min(0).max(1_000_000),
  metal_level: z.literal('Silver'),
})
const WithId = z.object({ id: z.string() })

/** A plan of a page; null where it could not be read, with its id if it has one. */
interface FoundPlan {
  id: string | null
  metal: string | null
  plan: CmsPlan | null
}

function readPage(answer: unknown): { plans: FoundPlan[]; total: number } {
  const { plans, total } = Page.safeParse(answer).data ?? fail('exchange.unexpected_response')
  return {
    plans: (plans ?? []).map((entry) => ({
      id: WithId.safeParse(entry).data?.id ?? null,
      metal: metalOf(entry),
      plan: CmsPlan.safeParse(entry).data ?? null,
    })),
    total,
  }
}

/** All pages of a search. Fails with `exchange.unexpected_response` unless they hold as many different plans as the API says. */
async function searchAll(
  search: (offset: number) => Promise<{ plans: FoundPlan[]; total: number }>,
): Promise<FoundPlan[]> {
  const first = await search(0)
  const offsets = Array.from({ length: Math.ceil(first.total / pageSize) - 1 }, (_, at) => (at + 1) * pageSize)
  const pages = [first]
  for (let at = 0; at < offsets.length; at += pagesAtOnce)
    pages.push(...(await Promise.all(offsets.slice(at, at + pagesAtOnce).map(search))))
  const plans = new Map(pages.flatMap((page) => page.plans.map((found) => [found.id ?? found, found])))
  if (plans.size !== first.total || pages.some(({ total }) => total !== first.total))
    fail('exchange.unexpected_response')
  return [...plans.values()]
}

function searchOf({ place, people, csr, year }: PlanQuestion, offset: number) {
  return {
    // A null county is refused; `limit` is ignored.
    place: place && { countyfips: place.countyFips, state: place.state, zipcode: place.zipCode },
    market: 'Individual',
    year,
    offset,
    order: 'asc',
    sort: 'premium',
    ...(people && people.length > 0
      ? {
          household: {
            people: people.map(({ age, child, single, tobacco }, at) => ({
              age,
              uses_tobacco: tobacco ?? false,
              aptc_eligible: true,
              relationship: child || single ? 'Child' : at === 0 ? 'Self' : 'Spouse',
            })),
            has_married_couple: people.filter(({ child, single }) => !child && !single).length > 1,
          },
          catastrophic_override: mayHaveCatastrophic(people),
        }
      : {}),
    ...(csr ? { csr_override: csr } : {}),
  }
}

/** Whether the plan is sold to the people of a question. */
function isFor({ is_ineligible, metal_level }: CmsPlan, { people }: PlanQuestion): boolean {
  return is_ineligible !== true && (metal_level !== 'Catastrophic' || mayHaveCatastrophic(people ?? []))
}

/** Whether a plan that is sold to the people has no price: without it the second lowest of the others is not the benchmark. */
function lacksPremium({ premium }: CmsPlan, { people }: PlanQuestion): boolean {
  return people !== null && people.length > 0 && !premium
}

/** The API words an error in two ways: as documented in its text, and as in its definitions. */
const CmsError = z.object({
  code: z.union([z.string(), z.number()]).transform(String).nullish(),
  message: z.string().nullish(),
  error: z.string().nullish(),
  msg: z.string().nullish(),
  err: z.string().nullish(),
})

/** Null for a refusal with one of the codes, and for a state that is not on HealthCare.gov; other refusals are failures. */
async function orRefusal<Answer>(ask: () => Promise<Answer>, codes: readonly string[]): Promise<Answer | null> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof RequestRejected)) throw error
    const { code, message, error: told, msg, err } = CmsError.safeParse(error.body()).data ?? {}
    const words = [message, told, msg, err].filter(Boolean).join(' ')
    if ((code && codes.includes(code)) || /not a valid marketplace state/i.test(words)) return null
    throw newFailure('exchange.unexpected_response', { cause: error })
  }
}
