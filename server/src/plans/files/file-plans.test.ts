import { ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import { planData } from '@coverdesk/domain/plan-data/plan-data-contract.ts'
import { type PlanList, plans, type QuoteInput } from '@coverdesk/domain/plans/plan-contract.ts'
import { ehbPremium } from '@coverdesk/domain/plans/premium.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actor } from '../../route-examples/actor.ts'
import { edeOf, signEde } from '../../route-examples/sales/ede-examples.ts'
import { country } from '../../sandbox/test-catalogue.ts'
import { completeAnswers } from '../../testing/complete-answers.ts'
import {
  type FilePlan,
  fileRate,
  makeFileWorld,
  planFile,
  planFilesOf,
  rateFile,
  serviceAreaFile,
} from '../../testing/plan-files.ts'
import { callAs, type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'

let agency: TestApp
let admin: Person
const world = makeFileWorld()
const year = 2027

beforeAll(async () => {
  agency = await startTestApp({}, undefined, { prepared: country })
  agency.setClock(() => new Date('2026-11-22T15:00:00Z'))
  admin = await agency.person({ roles: ['administrator'] })
  for (const [name, lines] of Object.entries(planFilesOf(world))) await load([...lines()].join(''), name)
})
afterAll(() => agency.close())

const load = (text: string, name: string, more: { year?: number; source?: string } = {}) =>
  admin.call(planData.upload, { year, source: 'FFM', ...more }, { text, name, type: 'text/csv' })

type Person_ = QuoteInput['people'][number]
const self = (age: number, more: Partial<Person_> = {}): Person_ => ({ age, relation: 'self', covered: true, ...more })
const spouse = (age: number, more: Partial<Person_> = {}): Person_ => ({
  age,
  relation: 'spouse',
  covered: true,
  ...more,
})
const child = (age: number): Person_ => ({ age, relation: 'child', covered: true })

const quote = (people: Person_[], more: Partial<QuoteInput> = {}): Promise<PlanList> =>
  callAs(agency.app, null, plans.quote, { zipCode: '33165', year, income: null, people, pageSize: 500, ...more })
const one = (planId: string, people: Person_[], more: Partial<QuoteInput> = {}) => {
  const { pageSize: _, ...household } = { zipCode: '33165', year, income: null, people, ...more }
  return callAs(agency.app, null, plans.quoteOne, { planId, ...household })
}
const premiumsOf = (list: PlanList) => new Map(list.data.map(({ id, premium }) => [id, premium]))
const of = (metal: FilePlan['metal']) => world.plans.filter((plan) => plan.metal === metal)
const [silver = world.plans[1] as FilePlan] = of('Silver')
const rates = (plan: FilePlan, ages: number[], area = 1) =>
  ages.reduce((sum, age) => sum + (fileRate(plan, area, age) ?? 0), 0)

test('PLAN-01 a family pays the rates of the file: each adult, and only the three oldest children under 21', async () => {
  const family = [self(44), spouse(41), child(17), child(2), child(9), child(20), child(12)]
  const list = await quote(family)
  expect(list.invented).toBe(false)
  // No catastrophic plan for people over 30.
  expect(list.data.map(({ id }) => id).sort()).toEqual(
    world.plans
      .filter(({ metal }) => metal !== 'Catastrophic')
      .map(({ id }) => id)
      .sort(),
  )
  for (const plan of world.plans.filter(({ metal }) => metal !== 'Catastrophic'))
    expect(premiumsOf(list).get(plan.id)).toBe(amountOf(rates(plan, [44, 41, 20, 17, 12])))
})

test('PLAN-01 ENROLL-09 who said in the application to use tobacco pays for it in its plans, as in the quote', async () => {
  const client = await actor(agency, { roles: ['consumer'] })
  const { id } = await edeOf(agency, client)
  const people = completeAnswers.household.people.map((person) => ({ ...person, tobacco: 'yes' as const }))
  const answers = { ...completeAnswers, household: { people, entering: null } }
  const { version } = await client.call(ede.save, { id, version: 1, step: 'household', answers })
  await signEde(agency, id, '2026-11-22T14:00:00Z')
  const { applicationId } = await client.call(ede.submit, { id, version })
  const ofApplication = await client.call(plans.list, { appId: applicationId ?? '', pageSize: 500 })
  const smoking = { tobacco: true }
  expect(premiumsOf(ofApplication)).toEqual(
    premiumsOf(await quote([self(42, smoking), spouse(46, smoking), child(12)])),
  )
})

test('PLAN-01 tobacco raises the premium of the person who smokes, but not the benchmark of the credit', async () => {
  const smoking = await quote([self(50, { tobacco: true })], { income: '30000' })
  const not = await quote([self(50)], { income: '30000' })
  const [smoker = world.plans[1] as FilePlan] = world.plans.filter(
    ({ metal, tobacco }) => metal === 'Silver' && tobacco > 0,
  )
  expect(premiumsOf(smoking).get(smoker.id)).toBe(amountOf(fileRate(smoker, 1, 50, true) ?? 0))
  expect(premiumsOf(not).get(smoker.id)).toBe(amountOf(fileRate(smoker, 1, 50) ?? 0))
  expect(smoking.terms.estimate?.benchmark).toBe(not.terms.estimate?.benchmark)
  expect(smoking.terms.credit).toBe(not.terms.credit)
})

test('PLAN-13 the credit is at most the part of the premium for essential health benefits, and the benchmark is the second lowest of that', async () => {
  const list = await quote([self(60)], { income: '21000' })
  const silvers = of('Silver')
    .map((plan) => ehbPremium(rates(plan, [60]), plan.ehbMillionths))
    .toSorted((a, b) => a - b)
  expect(list.terms.estimate?.benchmark).toBe(amountOf(silvers[1] ?? 0))
  const bronze = list.data.find(({ metal_level, promo_premium, id }) => {
    const plan = world.plans.find((one) => one.id === id)
    return metal_level === 'Expanded Bronze' && plan?.ehbMillionths !== 1_000_000 && promo_premium !== null
  })
  const credit = cents(list.terms.credit ?? '') ?? 0
  for (const { premium, ehb_premium, promo_premium } of list.data) {
    const [all, ehb, paid] = [premium, ehb_premium, promo_premium].map((amount) => cents(amount ?? '') ?? 0)
    expect(paid).toBe((all ?? 0) - Math.min(credit, ehb ?? 0))
  }
  // What is not essential is always paid.
  if (bronze)
    expect(cents(bronze.promo_premium ?? '')).toBeGreaterThanOrEqual(
      (cents(bronze.premium ?? '') ?? 0) - (cents(bronze.ehb_premium ?? '') ?? 0),
    )
})

test('PLAN-08 a plan shows the cost-sharing variant that it has, with its own documents and benefits', async () => {
  const low = [self(40)]
  const help = { income: '25000' }
  const list = await quote(low, help)
  expect(list.terms.csr).toBe('CSR87')
  for (const plan of list.data) expect(plan.csr).toBe(plan.metal_level === 'Silver' ? 'CSR87' : null)
  const detail = await one(silver.id, low, help)
  expect(detail).toMatchObject({
    csr: 'CSR87',
    deductible: '1000.00',
    benefits_url: `https://${silver.issuer}.example/sbc/${silver.id}-05.pdf`,
    brochure_url: `https://${silver.issuer}.example/plans/${silver.id}`,
    formulary_url: `https://${silver.issuer}.example/drugs`,
    network_url: `https://${silver.issuer}.example/doctors`,
    examples: { baby: '1520.00', diabetes: '1920.00', fracture: '1380.00' },
  })
  expect(detail.benefits).toMatchObject([
    {
      name: 'Primary Care Visit to Treat an Injury or Illness',
      cost_sharings: [{ price: '35' }, { network_tier: 'Out-of-Network', price: '0.5' }],
    },
    { name: 'Emergency Room Services', cost_sharings: [{ price: '0.4', after_deductible: true }, {}] },
    { name: 'Preventive Care/Screening/Immunization', cost_sharings: [{ price: '0', after_deductible: false }] },
    { name: 'Generic Drugs', cost_sharings: [{ price: '1.001' }] },
    {
      name: 'Chiropractic Care',
      limit: '30 Visit(s) per Year',
      cost_sharings: [{ price: '45', after_deductible: true }],
    },
    { name: 'Acupuncture', covered: false, cost_sharings: [] },
  ])
  const [bronze] = of('Expanded Bronze')
  expect(await one(bronze?.id ?? '', low, help)).toMatchObject({ csr: null, deductible: '7500.00' })
  const continued = await one(world.plans[0]?.id ?? '', low)
  expect(continued.continues).toEqual([`${world.plans[0]?.id.slice(0, -1)}9`])
})

test('PLAN-01 a ZIP code in two counties is rated in the chosen one, and a county that is covered in part only in its ZIP codes', async () => {
  // 33897 is in Polk, the first county of area 3, and in Osceola; the last insurer sells in that part of Osceola.
  const counties = await callAs(agency.app, null, plans.counties, { zipCode: '33897' })
  expect(counties.map(({ fips }) => fips).sort()).toEqual(['12097', '12105'])
  const polk = await quote([self(40)], { zipCode: '33897', countyFips: '12105' })
  const osceola = await quote([self(40)], { zipCode: '33897', countyFips: '12097' })
  expect(premiumsOf(polk).get(silver.id)).toBe(amountOf(rates(silver, [40], 3)))
  expect(osceola.offered).toBe(polk.offered)
  const elsewhere = await quote([self(40)], { zipCode: '34741', countyFips: '12097' })
  const partial = world.issuers.at(-1)?.id
  expect(osceola.data.some(({ issuer }) => issuer.id === partial)).toBe(true)
  expect(elsewhere.data.some(({ issuer }) => issuer.id === partial)).toBe(false)
  expect(elsewhere.offered).toBeGreaterThan(0)
})

test.each([
  ['30339', ['Cobb', 'Fulton']],
  ['75287', ['Collin', 'Dallas', 'Denton']],
  ['33897', ['Osceola', 'Polk']],
])('PLAN-01 every county of %s can be chosen, and another county is refused', async (zipCode, names) => {
  const counties = await callAs(agency.app, null, plans.counties, { zipCode })
  expect(counties.map(({ name }) => name)).toEqual(names)
  for (const { fips, name } of counties)
    expect((await quote([self(30)], { zipCode, countyFips: fips, year: 2026 })).terms.place).toMatchObject({
      county: name,
    })
  await expect(quote([self(30)], { zipCode, countyFips: '06037' })).rejects.toMatchObject({ code: 'request.invalid' })
})

test('PLAN-01 a year with files shows no invented plans, and without a needed file the invented ones stay, labelled', async () => {
  expect(await quote([self(30)], { zipCode: '75201' })).toMatchObject({ offered: 0, invented: false })
  expect((await quote([self(30)], { year: 2026 })).invented).toBe(true)
  await load([...rateFile(makeFileWorld({ year: 2026 }))].join(''), 'rates-2026.csv', { year: 2026 })
  expect((await quote([self(30)], { year: 2026 })).invented).toBe(true)
})

test('PLAN-01 a state that rates whole families does so by their tiers', async () => {
  const vermont = makeFileWorld({ state: 'VT', counties: [['50007']], issuers: 1, plansPerIssuer: 2 })
  const tiers = [500, 1000, 965, 965, 965, 1405, 1405, 1405].map((rate) => rate.toFixed(2))
  const [head = ''] = [...rateFile(vermont)]
  const lines = vermont.plans.map(({ id, issuer }) => {
    const [single, couple, ...others] = tiers
    return `2027,VT,${issuer},SERFF,,2027-01-01,2027-12-31,${id},Rating Area 1,No Preference,Family Option,${single},,${couple},${others.join(',')}\n`
  })
  const files = planFilesOf(vermont)
  for (const [name, text] of Object.entries(files))
    if (name !== 'Rate_PUF.csv') await load([...text()].join(''), name, { source: 'VT' })
  await load([head, ...lines].join(''), 'rates.csv', { source: 'VT' })
  const at = { zipCode: '05401' }
  const premiums = async (people: Person_[]) => (await quote(people, at)).data.map(({ premium }) => premium)
  expect(await premiums([self(25)])).toContain('500.00')
  expect(await premiums([self(64), spouse(60)])).toContain('1000.00')
  expect(await premiums([self(40), child(3)])).toContain('965.00')
  expect(await premiums([self(40), spouse(38), child(3), child(5), child(7), child(9)])).toContain('1405.00')
})

test('PLAN-01 no file covers a place without a rating area: nothing is offered, and the exchange is named', async () => {
  await load(
    [...serviceAreaFile({ ...world, counties: [['12086'], ['12011'], ['12105', '12097', '12031']] })].join(''),
    'sa.csv',
  )
  const list = await quote([self(30)], { zipCode: '32202', countyFips: '12031' })
  await load([...serviceAreaFile(world)].join(''), 'service-areas.csv')
  expect(list).toMatchObject({ offered: 0, invented: false, terms: { exchange: { name: 'HealthCare.gov' } } })
})

test('PLAN-14 a plan that counts its deductible in and out of network together shows it', async () => {
  const text = [...planFile(world)].join('')
  await load(text.replace('TEHBDedInnTier1Individual,', 'TEHBDedCombInnOonIndividual,'), 'combined.csv')
  const { deductible, moop } = await one(silver.id, [self(40)])
  await load(text, 'plans.csv')
  const separate = await one(silver.id, [self(40)])
  expect(Number(deductible)).toBeGreaterThan(0)
  expect({ deductible, moop }).toEqual({ deductible: separate.deductible, moop: separate.moop })
})
