import { plans } from '@coverdesk/domain/plans/plan-contract.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { country } from '../../sandbox/test-catalogue.ts'
import { makeFileWorld } from '../../testing/plan-files.ts'
import { callAs, startTestApp, type TestApp } from '../../testing/test-app.ts'
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

test('PLAN-01 all plans of the Marketplace API are offered, from its pages of ten, with what a plan of it shows', async () => {
  const list = await quote({ income: '25000' })
  expect(list).toMatchObject({ offered: 18, invented: false, asOf: null, terms: { csr: 'CSR87' } })
  const silver = list.data.find(({ metal_level }) => metal_level === 'Silver')
  expect(silver).toMatchObject({
    csr: 'CSR87',
    deductible: '1000.00',
    quality_rating: { global_rating: 4, enrollee_experience_rating: null },
    examples: { baby: '620.50' },
    formulary_url: 'https://f.example',
  })
  expect(list.data.filter(({ csr, metal_level }) => csr !== null && metal_level !== 'Silver')).toEqual([])
  const detail = await callAs(agency.app, null, plans.quoteOne, {
    planId: silver?.id ?? '',
    zipCode: '33165',
    year,
    income: '25000',
    people,
  })
  expect(detail).toMatchObject({ premium: silver?.premium, promo_premium: silver?.promo_premium })
  expect(detail.benefits).toMatchObject([
    { cost_sharings: [{ price: '10', after_deductible: false }], limit: '30 Visit(s) per Year' },
  ])
  await expect(
    callAs(agency.app, null, plans.quoteOne, {
      planId: '99999FL0010001',
      zipCode: '33165',
      year,
      income: null,
      people,
    }),
  ).rejects.toMatchObject({ code: 'plan.not_found' })
})

test('PLAN-04 ENROLL-09 a catastrophic plan of the API has a premium only for people under 30, like one of the files', async () => {
  const catastrophic = world.plans.find(({ metal }) => metal === 'Catastrophic')?.id ?? ''
  const premiumAt = async (age: number) => {
    const person = { age, relation: 'self' as const, covered: true }
    const asked = { planId: catastrophic, zipCode: '33165', year, income: null, people: [person] }
    return (await callAs(agency.app, null, plans.quoteOne, asked)).premium
  }
  expect(await premiumAt(25)).not.toBeNull()
  expect(await premiumAt(40)).toBeNull()
})

test('PLAN-01 a county without a rating area and a state of another exchange have no plans, and say whose they are', async () => {
  expect(await quote({ zipCode: '32202', countyFips: '12031' })).toMatchObject({ offered: 0, invented: false })
  // Georgia has an exchange of its own: the API is not asked.
  const before = cms.state.requests
  expect(await quote({ zipCode: '30339', countyFips: '13067' })).toMatchObject({ offered: 0, invented: false })
  expect(cms.state.requests).toBe(before)
})

test('PLAN-01 without a place the Marketplace API has no list, and the answer says what to enter', async () => {
  await expect(callAs(agency.app, null, plans.list, { year, pageSize: 5 })).rejects.toMatchObject({
    code: 'plan.no_place',
    message: 'Enter a ZIP code. HealthCare.gov offers plans by county.',
  })
})

test.each([
  ['slow', '33130'],
  ['half', '33131'],
  ['lies', '33132'],
  ['no json', '33133'],
  ['too busy', '33134'],
  ['down', '33135'],
] as const)(
  'P-84 an API that is %s ends in a sentence, and then in the last good answer with its age',
  async (mood, zipCode) => {
    cms.state.mood = mood
    const failing = quote({ zipCode })
    await expect(failing).rejects.toMatchObject({
      code: 'exchange.no_plans',
      message: 'The marketplace offers no plans right now. Try again later.',
    })
    cms.state.mood = 'well'
    agency.services.cmsPlans = cmsPlans({ url: cms.url, key: testCmsKey, timeoutMs: 5_000 })
    const good = await quote({ zipCode })
    expect(good.asOf).toBeNull()
    cms.state.mood = mood
    agency.services.cmsPlans = cmsPlans({ url: cms.url, key: testCmsKey, timeoutMs: 500 })
    const stale = await quote({ zipCode })
    expect(stale).toEqual({ ...good, asOf: expect.any(String) })
  },
)

test('P-84 plans of the API that cannot be read are left out and counted, and the others are offered', async () => {
  const good = await quote({ zipCode: '33138' })
  expect(good.unreadable).toBe(0)
  cms.state.mood = 'odd plans'
  const odd = await quote({ zipCode: '33139' })
  expect(odd).toMatchObject({ offered: 16, unreadable: 2, asOf: null })
  // A copy of that answer still says how many are missing.
  cms.state.mood = 'down'
  expect(await quote({ zipCode: '33139' })).toMatchObject({ offered: 16, unreadable: 2, asOf: expect.any(String) })
})

test.each([
  ['odd plans', '33142', null],
  ['odd silver', '33143', null],
  ['odd silver, no premium', '33147', null],
  ['odd silver, stated benchmark', '33144', 'known'],
  ['odd gold', '33145', 'known'],
] as const)(
  'CONSUMER-09 with %s the benchmark and the credit are shown as far as no silver plan is missing, or the API states it',
  async (mood, zipCode, known) => {
    const good = (await quote({ zipCode: '33146', income: '25000' })).terms
    expect(Number(good.credit)).toBeGreaterThan(0)
    cms.state.mood = mood
    const { terms, unreadable } = await quote({ zipCode, income: '25000' })
    expect(unreadable).toBeGreaterThan(0)
    expect(terms).toMatchObject(
      known === null
        ? { credit: null, creditFrom: null, estimate: { outcome: 'unread-benchmark', benchmark: null } }
        : { credit: good.credit, estimate: { outcome: 'credit', benchmark: good.estimate?.benchmark } },
    )
    // A copy of that answer does not know more.
    cms.state.mood = 'down'
    const copy = await quote({ zipCode, income: '25000' })
    expect(copy.asOf).not.toBeNull()
    expect(copy.terms.credit).toBe(mood === 'odd gold' ? good.credit : null)
  },
)

test('P-84 an API that asks for fewer requests is asked again, and a wrong key is a failure', async () => {
  cms.state.mood = 'busy'
  expect(await quote({ zipCode: '33136' })).toMatchObject({ offered: 18, asOf: null })
  agency.services.cmsPlans = cmsPlans({ url: cms.url, key: 'wrong-key-0123456789' })
  await expect(quote({ zipCode: '33137' })).rejects.toMatchObject({ code: 'exchange.no_plans' })
})
