import { fail } from '@coverdesk/domain/fail.ts'
import type { CoverageAnswer, DirectoryKind } from '@coverdesk/domain/plans/directory-contract.ts'
import { z } from 'zod'
import { answersOf } from '../../platform/integrations/answers-of.ts'
import type { HttpRequest } from '../../platform/integrations/http-client.ts'
import type { CoverageQuestion, PlanDirectory } from '../../platform/integrations/plan-directory.ts'

/** Plans in one question for coverage, so that its address stays short. */
const plansAtOnce = 10
/** Questions at the same time; the API allows 200 requests a second. */
const questionsAtOnce = 4
const maxFound = 20

type Ask = (request: HttpRequest, year: number, signal: AbortSignal) => Promise<unknown>

/** Doctors and drugs of HealthCare.gov's plans by the Marketplace API of CMS. It states no tiers and no conditions. */
export function cmsDirectory(ask: Ask): PlanDirectory {
  return {
    has: async () => ({ providers: true, drugs: true }),
    search: async ({ kind, text, year, zipCode }, signal) => {
      const query = new URLSearchParams(
        kind === 'drugs' ? { q: text } : { q: text, zipcode: zipCode, type: 'Individual,Facility' },
      )
      const answer = await ask({ method: 'GET', path: `/${kind}/autocomplete?${query}` }, year, signal)
      if (kind === 'drugs') {
        const { drugs } = FoundDrugs.safeParse(answer).data ?? fail('exchange.unexpected_response')
        return (drugs ?? []).slice(0, maxFound).map((drug) => ({
          id: drug.rxcui,
          name: drug.full_name || [drug.name, drug.strength].filter(Boolean).join(' '),
          about: null,
        }))
      }
      const { providers } = FoundProviders.safeParse(answer).data ?? fail('exchange.unexpected_response')
      return (providers ?? []).slice(0, maxFound).map(({ npi, name, specialties, facility_types }) => ({
        id: npi,
        name,
        about: specialties?.[0] ?? facility_types?.[0] ?? null,
      }))
    },
    coverage: async (question, signal) => {
      const stated = new Map<string, Stated>()
      const asked = (['providers', 'drugs'] as const).flatMap((kind) =>
        question[kind].length === 0 ? [] : batchesOf(question.planIds).map((planIds) => ({ kind, planIds })),
      )
      for (let at = 0; at < asked.length; at += questionsAtOnce)
        await Promise.all(
          asked.slice(at, at + questionsAtOnce).map(async ({ kind, planIds }) => {
            for (const one of await covered(ask, { ...question, planIds }, kind, signal))
              stated.set(`${kind} ${one.id} ${one.plan_id}`, one)
          }),
        )
      return answersOf(question, (kind, id, planId) => {
        const one = stated.get(`${kind} ${id} ${planId}`)
        return { answer: one ? answers[one.coverage] : 'unknown', accepting: one?.accepting ?? null }
      })
    },
  }
}

const batchesOf = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / plansAtOnce) }, (_, at) =>
    ids.slice(at * plansAtOnce, (at + 1) * plansAtOnce),
  )

const answers = {
  Covered: 'covered',
  GenericCovered: 'generic',
  NotCovered: 'not-covered',
  DataNotProvided: 'unknown',
} as const satisfies Record<string, CoverageAnswer>

const Id = z.union([z.string(), z.number()]).transform(String)
const Words = z.string().max(500)
const FoundDrugs = z.object({
  drugs: z
    .array(z.object({ rxcui: Id, name: Words, full_name: Words.nullish(), strength: Words.nullish() }))
    .nullable(),
})
const FoundProviders = z.object({
  providers: z
    .array(
      z.object({
        npi: Id,
        name: Words,
        specialties: z.array(Words).nullish(),
        facility_types: z.array(Words).nullish(),
      }),
    )
    .nullable(),
})

const Coverage = z
  .object({
    npi: Id.optional(),
    rxcui: Id.optional(),
    plan_id: z.string(),
    coverage: z.enum(['Covered', 'NotCovered', 'DataNotProvided', 'GenericCovered']),
    accepting: Words.nullish(),
  })
  .transform(({ npi, rxcui, ...rest }) => ({ ...rest, id: npi ?? rxcui ?? '' }))
type Stated = z.output<typeof Coverage>
/** The published definition names the list by its title; the API answers with `coverage`. */
const CoverageAnswers = z
  .object({
    coverage: z.array(Coverage).nullish(),
    'Provider & Drug Coverage': z.array(Coverage).nullish(),
  })
  .transform((said) => said.coverage ?? said['Provider & Drug Coverage'] ?? null)

async function covered(
  ask: Ask,
  { year, planIds, ...ids }: CoverageQuestion,
  kind: DirectoryKind,
  signal: AbortSignal,
): Promise<Stated[]> {
  const named = { [kind === 'drugs' ? 'drugs' : 'providerids']: ids[kind].join(','), planids: planIds.join(',') }
  const path = `/${kind}/covered?${new URLSearchParams(named)}`
  const answer = CoverageAnswers.safeParse(await ask({ method: 'GET', path }, year, signal)).data
  return answer ?? fail('exchange.unexpected_response')
}
