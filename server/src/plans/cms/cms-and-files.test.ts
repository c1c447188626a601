import { planData } from '@coverdesk/domain/plan-data/plan-data-contract.ts'
import { OfferedPlan } from '@coverdesk/domain/plans/plan.ts'
import { plans } from '@coverdesk/domain/plans/plan-contract.ts'
import type { RatedPerson } from '@coverdesk/domain/plans/premium.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PlanQuestion } from '../../platform/integrations/exchange.ts'
import { country } from '../../sandbox/test-catalogue.ts'
import { makeFileWorld, planFilesOf, seeded } from '../../testing/plan-files.ts'
import { callAs, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { filePlans } from '../files/file-plans.ts'
import { findPlanFiles } from '../files/find-plan-files.ts'
import { cmsPlans } from './cms-plans.ts'
import { startCmsServer, testCmsKey } from './test-cms-server.ts'

let agency: TestApp
let cms: Awaited<ReturnType<typeof startCmsServer>>
const world = makeFileWorld({ seed: 4, issuers: 3, plansPerIssuer: 7 })
const year = 2027

beforeAll(async () => {
  cms = await startCmsServer(world)
  agency = await startTestApp({}, undefined, { prepared: country })
  agency.setClock(() => new Date('2026-11-22T15:00:00Z'))
  const admin = await agency.person({ roles: ['administrator'] })
  for (const [name, lines] of Object.entries(planFilesOf(world)))
    await admin.call(planData.upload, { year, source: 'FFM' }, { text: [...lines()].join(''), name })
})
beforeEach(() => {
  cms.state.mood = 'well'
  agency.services.cmsPlans = cmsPlans({ url: cms.url, key: testCmsKey, timeoutMs: 1_000 })
})
afterAll(async () => {
  await agency.close()
  await cms.close()
})

const people = [{ age: 40, relation: 'self' as const, covered: true }]
const quote = (more: object = {}) =>
  callAs(agency.app, null, plans.quote, { zipCode: '33165', year, income: null, people, pageSize: 100, ...more })

test('PLAN-13 1,000 households pay the same to the cent by the API and by the files', async () => {
  const files = filePlans(agency.db, await findPlanFiles(agency.db, year, 'FL'))
  const api = cmsPlans({ url: cms.url, key: testCmsKey })
  const random = seeded(2027)
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  const places = [
    { zipCode: '33165', countyFips: '12086', state: 'FL' },
    { zipCode: '33301', countyFips: '12011', state: 'FL' },
    { zipCode: '33897', countyFips: '12097', state: 'FL' },
  ]
  const drawn = (): PlanQuestion => {
    const adult = (): RatedPerson => ({ age: 18 + upTo(60), child: false, tobacco: random() < 0.2 })
    const household = [adult(), ...(random() < 0.5 ? [adult()] : [])]
    for (let left = upTo(6); left > 0; left--) household.push({ age: upTo(25), child: true })
    return { year, place: places[upTo(2)] ?? null, people: household, csr: null }
  }
  let compared = 0
  for (let household = 0; household < 1_000; household += 10) {
    const questions = Array.from({ length: 10 }, drawn)
    await Promise.all(
      questions.map(async (question) => {
        const { signal } = new AbortController()
        const [byApi, { plans: byFiles }] = await Promise.all([api.plans(question, signal), files.plans(question)])
        const premiums = (answer: unknown) =>
          OfferedPlan.array()
            .parse(answer)
            .map(({ id, premium, ehb_premium }) => `${id} ${premium} ${ehb_premium}`)
            .sort()
        expect(premiums(byFiles), JSON.stringify(question)).toEqual(premiums(byApi))
        compared += premiums(byFiles).length
      }),
    )
  }
  expect(compared).toBeGreaterThan(15_000)
})

test('P-84 while the API is down the loaded plan files of the year answer, and the answer says so', async () => {
  const good = await quote({ zipCode: '33140', income: '25000' })
  expect(good).toMatchObject({ offered: 18, filesInstead: false })
  cms.state.mood = 'down'
  const byFiles = await quote({ zipCode: '33140', income: '25000' })
  expect(byFiles).toMatchObject({ offered: 18, asOf: null, invented: false, filesInstead: true })
  expect(byFiles.terms).toEqual(good.terms)
  const premiums = ({ data }: typeof good) => data.map(({ id, promo_premium }) => `${id} ${promo_premium}`).sort()
  expect(premiums(byFiles)).toEqual(premiums(good))
  const [first] = byFiles.data
  const household = { zipCode: '33140', year, income: '25000', people }
  expect(await callAs(agency.app, null, plans.quoteOne, { planId: first?.id ?? '', ...household })).toMatchObject({
    premium: first?.premium,
    filesInstead: true,
  })
  // No files are loaded for the year before, and the API has no answer.
  await expect(quote({ zipCode: '33140', year: 2026 })).rejects.toMatchObject({ code: 'exchange.no_plans' })
})
