import { contributionYears, povertyYears } from '@coverdesk/domain/eligibility/tables/credit-years.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { metalLevels } from '@coverdesk/domain/plans/plan.ts'
import { type PlanList, plans } from '@coverdesk/domain/plans/plan-contract.ts'
import { familyPremium } from '@coverdesk/domain/plans/premium.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { country } from '../sandbox/test-catalogue.ts'
import { signClientConsent } from '../testing/signing/sign-client-consent.ts'
import { callAs, type Person, startTestApp, type TestApp } from '../testing/test-app.ts'

let agency: TestApp
let agent: Person
let otherAgent: Person
let customer: Person

const year = 2027
const appId = '5200000777'
const silver = '10731FL0280005'

beforeEach(async () => {
  agency = await startTestApp({}, undefined, { prepared: country })
  agency.setClock(() => new Date('2026-11-22T15:00:00Z'))
  agent = await agency.person({ roles: ['agent'], claims: ['view.Application'], npn: '7771' })
  otherAgent = await agency.person({ roles: ['agent'], claims: ['view.Application'], npn: '7772' })
  customer = await agency.person({ roles: ['customer'] })
  await agency.db
    .insertInto('marketplace_applications')
    .values({
      exchange_assigned_id: appId,
      snapshot_at: new Date(),
      user_first_name: 'Ida',
      user_last_name: 'Case',
      agent_id: agent.agentId,
      user_zip_code: '33165',
      raw: JSON.stringify(document),
    })
    .execute()
  await signClientConsent(agency.db, appId)
  await agency.db.updateTable('users').set({ application_id: appId }).where('id', '=', customer.userId).execute()
})
afterEach(() => agency.close())

const aptc = (amount: number, category: string) => ({ aptc: { amount }, csr: { category } })
/** Aged 40, 38 and 12 on January 1, 2027, and one without data from the exchange. */
const document = {
  persons: [
    { id: '1', firstName: 'Ida', dob: '1986-05-01', relationship: 'self', primary: true },
    { id: '2', firstName: 'Uwe', dob: '1988-12-31', relationship: 'spouse' },
    { id: '3', firstName: 'Eva', dob: '2014-02-03', relationship: 'child' },
    { id: '4', firstName: 'Max', relationship: 'child' },
  ],
  insuranceApplication: {
    applicants: [
      { personId: '1', eligibility: aptc(200.5, '87% AV Level Silver Plan CSR') },
      { personId: '2', eligibility: aptc(100, '94% AV Level Silver Plan CSR') },
      { personId: '3', eligibility: aptc(0, 'Exchange variant (no CSR)') },
    ],
  },
}

const ask = (query: string, token: string | null = null) =>
  agency.app.inject({
    url: `/api/Plans?${query}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
const listed = async (query: string, token: string | null = null): Promise<PlanList> => {
  const answer = await ask(query, token)
  expect(answer.statusCode, answer.body).toBe(200)
  return plans.list.output.parse(answer.json())
}
const refusal = async (call: Promise<unknown>) => {
  const failure = await call.catch((error: unknown) => error)
  return failure instanceof Failure ? failure.code : failure
}
const premiums = ({ data }: PlanList) => data.map(({ promo_premium }) => cents(promo_premium ?? '') ?? -1)

describe('plans for a place', () => {
  test('PLAN-03 PLAN-08 A-088 anyone can see the plans of a county with all data of a card, and the facets fill the filters', async () => {
    const list = await listed(`zipCode=33165&year=${year}&pageSize=100`)
    expect(list.terms).toEqual({
      year,
      special: null,
      exchange: { name: 'HealthCare.gov', site: 'healthcare.gov' },
      window: {
        opens: '2026-11-01',
        closes: '2027-01-15',
        lastForJanuary: '2026-12-15',
        confidence: 'sources disagree',
      },
      today: '2026-11-22',
      place: { zipCode: '33165', county: 'Miami-Dade', state: 'FL' },
      groupId: null,
      people: null,
      withoutAge: 0,
      credit: null,
      creditFrom: null,
      csr: null,
      estimate: null,
    })
    expect(list.totalRecords).toBe(list.offered)
    expect(list.data).toHaveLength(list.totalRecords)
    expect(new Set(list.data.map(({ metal_level }) => metal_level))).toEqual(new Set(metalLevels))
    const plan = list.data.find(({ id }) => id === silver)
    expect(plan).toMatchObject({
      name: 'Standard Silver',
      metal_level: 'Silver',
      type: 'HMO',
      issuer: { id: '10731', name: 'Ambetter' },
      premium: null,
      promo_premium: null,
      csr: null,
      deductible: '12000.00',
      moop: '17800.00',
      network_url: expect.stringMatching(/^https:/),
      benefits_url: expect.stringMatching(/^https:/),
    })
    expect(list.facets.map(({ name }) => name)).toEqual(['metal_level', 'issuer', 'type'])
    for (const { facets } of list.facets)
      expect(facets.reduce((sum, { count }) => sum + count, 0)).toBe(list.totalRecords)
    expect(JSON.stringify(list)).not.toContain('benefits"')
  })

  test('PLAN-03 several metal levels and issuers are alternatives, and a filter does not reduce its own values', async () => {
    const all = await listed(`zipCode=33165&year=${year}`)
    const some = await listed(
      `zipCode=33165&year=${year}&pageSize=100&filter.metal_level=Gold&filter.metal_level=Platinum&filter.issuer=Oscar|Florida Blue`,
    )
    expect(new Set(some.data.map(({ metal_level }) => metal_level))).toEqual(new Set(['Gold', 'Platinum']))
    expect(new Set(some.data.map(({ issuer }) => issuer.name))).toEqual(new Set(['Florida Blue', 'Oscar']))
    const [levels, issuers] = some.facets
    expect(levels?.facets.map(({ value }) => value)).toEqual(metalLevels)
    expect(levels?.facets.find(({ value }) => value === 'Silver')?.count).toBeGreaterThan(0)
    const counted = issuers?.facets.filter(({ value }) => ['Oscar', 'Florida Blue'].includes(value)) ?? []
    expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(some.totalRecords)
    expect(some.offered).toBe(all.totalRecords)
    expect((await listed(`zipCode=33165&year=${year}&filter.issuer=Unknown`)).totalRecords).toBe(0)
  })

  test('PLAN-03 unknown filters, levels, sorts and zip codes are refused', async () => {
    for (const wrong of [
      'filter.metal_level=Tin',
      'filter.type=HMOs',
      'sort=name',
      'order=up',
      'zipCode=331',
      'zipCode=00000',
      'pageSize=1000',
      'ages=35',
      'filter.premium=-1',
      'year=27',
    ])
      expect((await ask(wrong)).statusCode, wrong).toBe(400)
  })

  test('API-11 without a place all plans of the exchange for the year are listed, without premiums', async () => {
    const list = await listed('pageSize=500')
    expect(list.totalRecords).toBe(255)
    expect(list.terms).toMatchObject({ year: 2027, place: null })
    expect(list.data.every(({ premium }) => premium === null)).toBe(true)
    expect(list.ranges.premiums).toBeNull()
    expect((await listed('zipCode=10001')).totalRecords).toBe(0)
  })

  test('PLAN-04 PLAN-06 PLAN-08 one plan is read by its id without a login, with benefits; an unknown one is not found', async () => {
    const plan = await callAs(agency.app, null, plans.one, { planId: silver, year })
    expect(plan.benefits).toContainEqual({
      name: 'Preventive Care/Screening/Immunization',
      covered: true,
      cost_sharings: [
        { network_tier: 'In-Network', price: '0', after_deductible: false },
        { network_tier: 'Out-of-Network', price: '-1', after_deductible: false },
      ],
      limit: null,
    })
    expect(plan.terms.place).toBeNull()
    expect(await refusal(callAs(agency.app, null, plans.one, { planId: '99999FL9999999', year }))).toBe(
      'plan.not_found',
    )
    expect(await refusal(callAs(agency.app, null, plans.one, { planId: silver, year: 2019 }))).toBe('plan.not_found')
    expect(await refusal(callAs(agency.app, null, plans.one, { planId: 'silver', year }))).toBe('request.invalid')
  })
})

describe('plans for an application', () => {
  test('PLAN-01 PLAN-13 the plans are priced for its applicants at their ages, less the credit from the exchange', async () => {
    const list = await listed(`appId=${appId}&pageSize=100`, agent.token)
    expect(list.terms).toMatchObject({
      year: 2027,
      people: 3,
      withoutAge: 0,
      credit: '300.50',
      creditFrom: 'exchange',
      csr: null,
      place: { county: 'Miami-Dade', state: 'FL' },
    })
    const { rate_cents: rate } = await agency.db
      .selectFrom('sandbox_rates')
      .select('rate_cents')
      .where((is) => is.and({ year, state: 'FL', area: 43, plan_id: silver }))
      .executeTakeFirstOrThrow()
    const family = [
      { age: 40, child: false },
      { age: 38, child: false },
      { age: 12, child: true },
    ]
    const premium = familyPremium(rate, family)
    expect(list.data.find(({ id }) => id === silver)).toMatchObject({
      premium: amountOf(premium),
      promo_premium: amountOf(Math.max(0, premium - 30_050)),
    })
    // Only the child of this family is under 30.
    expect(list.data.some(({ metal_level }) => metal_level === 'Catastrophic')).toBe(false)
  })

  test('PLAN-01 chosen after December 15, plans are priced at the ages of February 1; the day is the agency’s', async () => {
    const [ida, ...others] = document.persons
    const raw = JSON.stringify({ ...document, persons: [{ ...ida, dob: '1987-01-10' }, ...others] })
    await agency.db
      .updateTable('marketplace_applications')
      .set({ raw })
      .where('exchange_assigned_id', '=', appId)
      .execute()
    const { rate_cents: rate } = await agency.db
      .selectFrom('sandbox_rates')
      .select('rate_cents')
      .where((is) => is.and({ year, state: 'FL', area: 43, plan_id: silver }))
      .executeTakeFirstOrThrow()
    for (const [now, age] of [
      ['2026-12-16T04:30:00Z', 39],
      ['2026-12-16T05:30:00Z', 40],
    ] as const) {
      agency.setClock(() => new Date(now))
      const list = await listed(`appId=${appId}&applicants=1&pageSize=100`, agent.token)
      const premium = amountOf(familyPremium(rate, [{ age, child: false }]))
      expect(
        list.data.find(({ id }) => id === silver),
        now,
      ).toMatchObject({ premium })
    }
  })

  test('PLAN-01 A-091 a group has its own people, their credit and the cost-sharing reduction that all of them have', async () => {
    const group = await listed(`appId=${appId}&groupId=2&applicants=1,2&pageSize=100`, agent.token)
    expect(group.terms).toMatchObject({ groupId: '2', people: 2, credit: '300.50', csr: 'CSR87' })
    expect(group.data.find(({ id }) => id === silver)).toMatchObject({
      csr: 'CSR87',
      deductible: '1000.00',
      moop: '6000.00',
    })
    const alone = await listed(`appId=${appId}&groupId=1&applicants=3&pageSize=100`, agent.token)
    expect(alone.terms).toMatchObject({ people: 1, credit: '0.00', csr: null })
    // A plan for one person has no family limits.
    expect(alone.data.find(({ id }) => id === silver)).toMatchObject({ deductible: '6000.00', moop: '8900.00' })
    expect(alone.data.some(({ metal_level }) => metal_level === 'Catastrophic')).toBe(true)
    const one = await agent.call(plans.one, { planId: silver, appId, groupId: '2', applicants: '1,2' })
    expect(one).toMatchObject({ id: silver, csr: 'CSR87', terms: { groupId: '2', people: 2 } })
    expect(one.premium).toBe(group.data.find(({ id }) => id === silver)?.premium)
  })

  test('PLAN-15 A-090 premium, deductible and quality rating sort both ways, unrated plans come last', async () => {
    const sorted = async (sort: string, order: string) =>
      await listed(`appId=${appId}&pageSize=100&sort=${sort}&order=${order}`, agent.token)
    const byDefault = await listed(`appId=${appId}&pageSize=100`, agent.token)
    expect(premiums(byDefault)).toEqual(premiums(byDefault).toSorted((one, other) => one - other))
    const down = await sorted('premium', 'desc')
    expect(premiums(down)).toEqual(premiums(byDefault).toReversed())
    const deductibles = (await sorted('deductible', 'asc')).data.map(({ deductible }) => cents(deductible ?? '') ?? -1)
    expect(deductibles).toEqual(deductibles.toSorted((one, other) => one - other))
    for (const order of ['asc', 'desc']) {
      const stars = (await sorted('quality_rating', order)).data.map(
        ({ quality_rating }) => quality_rating?.global_rating,
      )
      const unrated = stars.indexOf(undefined)
      expect(unrated).toBeGreaterThan(0)
      expect(stars.slice(unrated).every((rating) => rating === undefined)).toBe(true)
      const rated = stars.slice(0, unrated).map((rating) => rating ?? 0)
      expect(rated).toEqual(rated.toSorted((one, other) => (order === 'asc' ? one - other : other - one)))
    }
  })

  test('P-30 pages of ten contain every plan once, in one order', async () => {
    const all = await listed(`appId=${appId}&pageSize=100`, agent.token)
    const pages = await Promise.all(
      Array.from({ length: all.totalRecords / 10 + 1 }, (_, at) =>
        listed(`appId=${appId}&pageNumber=${at + 1}&pageSize=10`, agent.token),
      ),
    )
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(all.data.map(({ id }) => id))
    const past = await listed(`appId=${appId}&pageNumber=99&pageSize=10`, agent.token)
    expect(past).toMatchObject({ data: [], totalRecords: all.totalRecords, pageNumber: 99 })
  })

  test('P-26 ACCESS-09 terms of an application are shown only to sessions that can read it, including its customer', async () => {
    expect((await listed(`appId=${appId}`, customer.token)).terms.credit).toBe('300.50')
    for (const token of [null, otherAgent.token])
      for (const path of ['/api/Plans', `/api/Plans/${silver}`]) {
        const known = await agency.app.inject({
          url: `${path}?appId=${appId}`,
          headers: token ? { authorization: `Bearer ${token}` } : {},
        })
        const unknown = await agency.app.inject({
          url: `${path}?appId=no-such-application`,
          headers: token ? { authorization: `Bearer ${token}` } : {},
        })
        expect(known.statusCode).toBe(404)
        const { requestId: _one, ...first } = known.json()
        const { requestId: _other, ...second } = unknown.json()
        expect(first).toEqual(second)
      }
    expect((await ask('', 'not-a-token')).statusCode).toBe(401)
  })

  test('an application without a zip code is offered nothing, and one without dates of birth reports how many people it omits', async () => {
    const { version } = await agent.call(marketplace.one, { appId })
    expect(version).toBe(1)
    const bare = '5200000778'
    const applicants = [{ personId: '1', eligibility: aptc(10, '') }, { personId: '4' }, { firstName: 'Nobody' }]
    await agency.db
      .insertInto('marketplace_applications')
      .values({
        exchange_assigned_id: bare,
        snapshot_at: new Date(),
        agent_id: agent.agentId,
        raw: JSON.stringify({ ...document, insuranceApplication: { applicants } }),
      })
      .execute()
    await signClientConsent(agency.db, bare)
    expect(await listed(`appId=${bare}`, agent.token)).toMatchObject({
      totalRecords: 0,
      offered: 0,
      terms: { place: null, people: 1, withoutAge: 2, credit: '10.00' },
    })
  })
})

describe('quotes', () => {
  const household = {
    zipCode: '33165',
    year,
    income: '64300',
    pageSize: 100,
    people: [
      { age: 35, relation: 'self' as const, covered: true },
      { age: 34, relation: 'spouse' as const, covered: true },
      { age: 6, relation: 'child' as const, covered: true },
      { age: 1, relation: 'child' as const, covered: true },
    ],
  }
  const quoted = (more: object = {}) => callAs(agency.app, null, plans.quote, { ...household, ...more })

  const benchmarkOf = (list: PlanList) =>
    list.data
      .filter(({ metal_level }) => metal_level === 'Silver')
      .map(({ premium }) => cents(premium ?? '') ?? 0)
      .toSorted((one, other) => one - other)[1] ?? 0

  test('CONSUMER-09 a couple sees its estimated credit: the benchmark less its share of income, deducted from every premium', async () => {
    // 200 percent of the 2025 poverty line for two, so 6.60 percent (Rev. Proc. 2025-25).
    const list = await quoted({ year: 2026, income: '42300', people: household.people.slice(0, 2) })
    const benchmark = benchmarkOf(list)
    expect(list.terms.estimate).toMatchObject({
      outcome: 'credit',
      povertyPercent: 200,
      share: 6.6,
      contribution: '232.65',
      benchmark: amountOf(benchmark),
      members: [{ result: 'credit' }, { result: 'credit' }],
    })
    expect(list.terms).toMatchObject({ credit: amountOf(benchmark - 23_265), creditFrom: 'estimate', csr: 'CSR87' })
    expect(list.data.find(({ id }) => id === silver)).toMatchObject({ csr: 'CSR87', deductible: '1000.00' })
    for (const { premium, promo_premium } of list.data)
      expect(cents(promo_premium ?? '')).toBe(
        Math.max(0, (cents(premium ?? '') ?? 0) - (cents(list.terms.credit ?? '') ?? 0)),
      )
  })

  test('CONSUMER-09 an estimate has the source of each value behind it, and how sure it is', async () => {
    const family = await quoted({ year: 2026 })
    expect(family.terms.estimate?.sources).toEqual([
      { value: 'poverty', year: 2025, source: expect.stringContaining('HHS'), confidence: 'verified' },
      { value: 'poverty', year: 2026, source: expect.stringContaining('HHS'), confidence: 'verified' },
      { value: 'contribution', year: 2026, source: 'Rev. Proc. 2025-25', confidence: 'verified' },
      { value: 'adult-limit', year: 2026, source: expect.stringContaining('KFF, May 2025'), confidence: 'one source' },
      { value: 'child-limit', year: 2026, source: expect.stringContaining('medicaid.gov'), confidence: 'verified' },
      { value: 'chip-limit', year: 2026, source: expect.stringContaining('medicaid.gov'), confidence: 'verified' },
    ])
  })

  test('CONSUMER-09 children who may have CHIP do not count for the benchmark, and no plan takes more credit than its premium for the parents', async () => {
    const family = await quoted({ year: 2026 })
    const parents = await quoted({
      year: 2026,
      people: household.people.map((one, place) => ({ ...one, covered: place < 2 })),
    })
    expect(family.terms.estimate).toMatchObject({
      povertyPercent: 200,
      contribution: '353.65',
      benchmark: amountOf(benchmarkOf(parents)),
      creditPeople: 2,
      creditCsr: 'CSR87',
      members: [
        { place: 0, result: 'credit' },
        { place: 1, result: 'credit' },
        { place: 2, result: 'program', program: 'CHIP', limit: 215, limitYear: 2026 },
        { place: 3, result: 'program', program: 'CHIP', limit: 215 },
      ],
    })
    expect(family.terms).toMatchObject({ credit: amountOf(benchmarkOf(parents) - 35_365), csr: null, people: 4 })
    expect(parents.terms).toMatchObject({ credit: family.terms.credit, csr: 'CSR87', people: 2 })
    const bronze = family.data.find(({ metal_level }) => metal_level === 'Bronze')
    const cheaper = parents.data.find(({ id }) => id === bronze?.id)
    const taken = (cents(bronze?.premium ?? '') ?? 0) - (cents(bronze?.promo_premium ?? '') ?? 0)
    expect(taken).toBe(Math.min(cents(family.terms.credit ?? '') ?? 0, cents(cheaper?.premium ?? '') ?? 0))
  })

  test('CONSUMER-09 Medicare, Medicaid and an affordable offer of coverage at work end the credit of a person, with the reason', async () => {
    const alone = async (person: object, more: object = {}) =>
      (
        await quoted({
          year: 2026,
          income: '40000',
          people: [{ age: 40, relation: 'self', covered: true, ...person }],
          ...more,
        })
      ).terms
    expect(await alone({ age: 70 })).toMatchObject({
      credit: '0.00',
      estimate: { outcome: 'no-eligible-member', members: [{ program: 'Medicare' }] },
    })
    expect(await alone({}, { zipCode: '28202', income: '20000' })).toMatchObject({
      credit: '0.00',
      estimate: { members: [{ program: 'Medicaid', limit: 138 }] },
    })
    expect(await alone({ coverage: 'job', offer: '120' })).toMatchObject({
      estimate: { members: [{ result: 'affordable-offer', limit: 9.96 }] },
    })
    expect((await alone({ coverage: 'job', offer: '900' })).estimate?.outcome).toBe('credit')
    expect((await alone({ coverage: 'job', offer: '120', minimumValue: 'no' })).estimate?.outcome).toBe('credit')
    expect((await alone({ coverage: 'job', offer: '120', minimumValue: '' })).estimate?.outcome).toBe(
      'no-eligible-member',
    )
  })

  test('CONSUMER-09 an offer of coverage at work needs its monthly cost', async () => {
    const people = [{ age: 40, relation: 'self', covered: true, coverage: 'job' }]
    await expect(quoted({ people })).rejects.toMatchObject({ code: 'request.invalid' })
  })

  test('CONSUMER-09 where no plans are known the credit is unknown, and the exchange of the state is named', async () => {
    const { terms } = await quoted({ year: 2026, zipCode: '90011', people: household.people.slice(0, 2) })
    expect(terms).toMatchObject({
      credit: null,
      creditFrom: null,
      estimate: { outcome: 'no-benchmark', benchmark: null },
      exchange: { name: 'Covered California', site: 'coveredca.com' },
    })
  })

  test('CONSUMER-09 a year without a federal table has no estimate, and names the table', async () => {
    expect((await quoted({ year: 2017 })).terms).toMatchObject({
      credit: null,
      estimate: { outcome: 'no-table', missing: { table: 'contribution', year: 2017 } },
    })
    expect(
      (await quoted({ year: 2019, income: '30000', people: household.people.slice(0, 1) })).terms.estimate,
    ).toMatchObject({
      shareSource: 'Rev. Proc. 2018-34',
      povertyYear: 2018,
    })
  })

  test('CONSUMER-09 no credit is promised for 2028 before verification, even when the tables of that year are there', async () => {
    const promised = async () => (await quoted({ year: 2028, income: '40000' })).terms
    const verification = { from: 2028, source: 'P.L. 119-21 § 71303', confidence: 'verified' }
    const none = { credit: null, creditFrom: null, csr: null, estimate: { outcome: 'not-verified', verification } }
    expect(await promised()).toMatchObject(none)
    Object.assign(contributionYears, { 2028: contributionYears[2027] })
    Object.assign(povertyYears, { 2027: povertyYears[2026] })
    try {
      expect(await promised()).toMatchObject(none)
    } finally {
      Reflect.deleteProperty(contributionYears, 2028)
      Reflect.deleteProperty(povertyYears, 2027)
    }
  })

  test('CONSUMER-09 without an income no credit is estimated; above the limit and below the poverty line there is none, with the reason', async () => {
    expect((await quoted({ income: null })).terms).toMatchObject({ credit: null, creditFrom: null, estimate: null })
    expect((await quoted({ income: '140000' })).terms).toMatchObject({
      credit: '0.00',
      csr: null,
      estimate: { outcome: 'above-limit', contribution: null },
    })
    const couple = { income: '12000', people: household.people.slice(0, 2) }
    expect((await quoted(couple)).terms.estimate).toMatchObject({
      outcome: 'below-poverty',
      members: [{ result: 'coverage-gap' }, { result: 'coverage-gap' }],
    })
  })

  test('CONSUMER-10 P-66 one plan is priced for the household in the same way, and no household data is in a URL', async () => {
    const { pageSize: _size, ...body } = household
    const list = await quoted()
    const plan = await callAs(agency.app, null, plans.quoteOne, { planId: silver, ...body })
    const card = list.data.find(({ id }) => id === silver)
    expect(plan).toMatchObject({ premium: card?.premium, promo_premium: card?.promo_premium, csr: card?.csr })
    for (const name of ['income', 'people', 'ages'])
      expect((await ask(`zipCode=33165&${name}=1`)).statusCode, name).toBe(400)
  })

  test('an invalid household is refused', async () => {
    for (const wrong of [
      { people: [] },
      { people: [{ age: -1, relation: 'self', covered: true }] },
      { people: [{ age: 30, relation: 'friend', covered: true }] },
      { people: Array.from({ length: 13 }, () => ({ age: 30, relation: 'child', covered: true })) },
      { income: '-1' },
      { income: '1e9' },
      { zipCode: '99999' },
      { name: 'Ida' },
    ]) {
      const answer = await agency.app.inject({
        method: 'POST',
        url: '/api/Plans/quote',
        payload: { ...household, ...wrong },
      })
      expect(answer.statusCode, JSON.stringify(wrong)).toBe(400)
    }
  })

  test('P-81 visitors are rate limited per address, signed-in users are not', async () => {
    const remoteAddress = '203.0.113.9'
    await agency.db
      .insertInto('public_calls')
      .values(Array.from({ length: 600 }, () => ({ call: 'plans', caller: remoteAddress })))
      .execute()
    const query = (headers: Record<string, string> = {}) =>
      agency.app.inject({ url: '/api/Plans?zipCode=33165', remoteAddress, headers })
    expect((await query()).statusCode).toBe(429)
    expect((await query({ authorization: `Bearer ${agent.token}` })).statusCode).toBe(200)
  })
})

test('P-84 an exchange that fails or returns invalid plans breaks nothing', async () => {
  const { exchange } = agency.services
  const good = (await listed(`zipCode=33165&year=${year}&pageSize=1`)).data[0]
  try {
    agency.services.exchange = { ...exchange, plans: async () => Promise.reject(new Error('connect ECONNREFUSED')) }
    expect((await ask('zipCode=33165')).json()).toMatchObject({ code: 'exchange.no_plans' })
    agency.services.exchange = { ...exchange, plans: async () => '<html>' }
    expect((await ask('zipCode=33165')).statusCode).toBe(503)
    const broken = [{ ...good, id: 'x' }, null, { ...good, benefits_url: 'javascript:alert(1)' }]
    agency.services.exchange = { ...exchange, plans: async () => broken }
    expect((await listed('zipCode=33165')).data).toMatchObject([{ id: good?.id, benefits_url: null }])
  } finally {
    agency.services.exchange = exchange
  }
})
