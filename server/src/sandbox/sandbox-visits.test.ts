import type { LifeEvent } from '@coverdesk/domain/eligibility/special-enrollment.ts'
import { applicationYear } from '@coverdesk/domain/enrollment/enrollment-period.ts'
import { specialWords } from '@coverdesk/domain/enrollment-windows/special-words.ts'
import { handoffs } from '@coverdesk/domain/handoffs/handoff-contract.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { sandbox } from '@coverdesk/domain/sandbox/sandbox-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callAs, type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'
import { country } from './test-catalogue.ts'

let agency: TestApp
let agent: Person
beforeEach(async () => {
  const handOffs = { marketplace: null, ede: null, telephony: null, marketing: null }
  agency = await startTestApp({ handOffs }, undefined, { prepared: country })
  agency.setClock(() => new Date('2026-11-22T15:00:00Z'))
  agent = await agency.person({
    roles: ['agent'],
    claims: ['view.marketplace', 'view.Application'],
    npn: '51984127',
  })
})
afterEach(() => agency.close())

const post = (token: string, headers: Record<string, string> = {}) =>
  agency.app.inject({
    method: 'POST',
    url: '/exchange/',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ token, returnUrl: 'https://elsewhere.test/' }).toString(),
  })

/** Follows a hand-off like a browser; returns the visit token. */
async function visitOf(person: Person): Promise<string> {
  const { address, token } = await person.call(handoffs.marketplace, {})
  expect(address).toBe('/exchange/')
  const answer = await post(token, { 'sec-fetch-site': 'same-origin' })
  expect(answer.statusCode).toBe(303)
  return String(answer.headers.location).replace('/exchange/#', '')
}
const callWithoutSession = <R extends Parameters<typeof callAs>[2]>(route: R, input: Parameters<typeof callAs<R>>[3]) =>
  callAs(agency.app, null, route, input)

const person = (change: object = {}) => ({
  firstName: 'Ida',
  lastName: 'Case',
  dob: '1986-05-01',
  sex: 'F',
  relationship: 'self',
  applies: true,
  ...change,
})
const household = {
  persons: [
    person(),
    person({ firstName: 'Uwe', dob: '1988-12-31', sex: 'M', relationship: 'spouse', applies: false }),
    person({ firstName: 'Eva', dob: '2014-02-03', relationship: 'child' }),
  ],
  phone: '(305) 555-0142',
  email: 'ida@mail.test',
  address: '12 Palm St',
  zipCode: '33165',
  countyFips: '12086',
  income: '41200',
}

test('ENROLL-15 A-095 P-20 without an address the form posts to the sandbox exchange, which reads the user once', async () => {
  const { token } = await agent.call(handoffs.marketplace, {})
  const first = await post(token)
  expect([first.statusCode, first.headers.location]).toEqual([303, expect.stringMatching(/^\/exchange\/#[\w-]{43}$/)])
  expect((await post(token)).headers.location).toBe('/exchange/')
  expect((await post(agent.token)).headers.location).toBe('/exchange/')
  expect((await post('x', { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  const visit = await visitOf(agent)
  expect(await callWithoutSession(sandbox.visit, { visit })).toEqual({
    name: expect.stringMatching(/^Pat Example/),
    today: '2026-11-22',
    year: 2027,
  })
  expect(await callWithoutSession(sandbox.counties, { visit, zipCode: '33165' })).toEqual([
    { fips: '12086', name: 'Miami-Dade', state: 'FL' },
  ])
  const { rows } = await sql<{ line: string }>`select v::text as line from sandbox_exchange_visits v`.execute(agency.db)
  for (const { line } of rows) expect(line).not.toContain(visit)
  await callWithoutSession(sandbox.leave, { visit })
  expect((await refusal(callWithoutSession(sandbox.visit, { visit }))).code).toBe('sandbox.visit_over')
})

test('A-095 MKAPP-18 a household application is decided on and added for the agent who started it, and for no one else', async () => {
  const visit = await visitOf(agent)
  const { exchangeId } = await callWithoutSession(sandbox.submit, { visit, ...household })
  expect(await callWithoutSession(sandbox.submit, { visit, ...household })).toEqual({ exchangeId })
  const other = await agency.person({ roles: ['agent'], claims: ['view.Application'], npn: '51984128' })
  for (const otherUser of [
    other,
    await agency.person({ roles: ['agent'], claims: ['admin.Application'], fullAccess: true }),
  ])
    expect((await refusal(otherUser.call(marketplace.refetch, { appId: exchangeId }))).code).toBe(
      'application.not_found',
    )
  const refetched = await agent.call(marketplace.refetch, { appId: exchangeId })
  expect(refetched).toMatchObject({
    userFirstName: 'Ida',
    userPhone: '3055550142',
    userAddressZipCode: '33165',
    userAddressStateCode: 'FL',
    agentId: agent.agentId,
    agentSaleId: agent.agentId,
    eligible: true,
    policies: [],
  })
  const { persons, insuranceApplication } = refetched.object
  expect(persons.map(({ id, firstName, relationship }) => [id, firstName, relationship])).toEqual([
    ['1', 'Ida', 'self'],
    ['2', 'Uwe', 'spouse'],
    ['3', 'Eva', 'child'],
  ])
  const applicants = insuranceApplication.applicants.map(({ personId, eligibility }) => [
    personId,
    Number(eligibility?.aptc?.amount) > 0,
    eligibility?.csr?.category,
    eligibility?.is_medicaid_chip,
  ])
  // 41,200 for three is 150.9 percent of the 2026 poverty line; CHIP covers children in Florida to 215 percent.
  expect(applicants).toEqual([
    ['1', true, '87% AV Level Silver Plan CSR', false],
    ['3', false, 'Exchange variant (no CSR)', true],
  ])
  expect((await agent.call(marketplace.list, {})).data.map((row) => row.exchangeAssignedId)).toContain(exchangeId)
  expect((await refusal(other.call(marketplace.one, { appId: exchangeId }))).code).toBe('application.not_found')
})

test('A-095 a life event makes it an application of this year by special enrollment, and one that is over is refused', async () => {
  const visit = await visitOf(agent)
  const { today } = await callWithoutSession(sandbox.visit, { visit })
  const year = Number(today.slice(0, 4))
  const { exchangeId } = await callWithoutSession(sandbox.submit, {
    visit,
    ...household,
    event: 'birth',
    eventDate: today,
  })
  const { object } = await agent.call(marketplace.refetch, { appId: exchangeId })
  const { applicants } = object.insuranceApplication
  expect(applicationYear(applicants)).toBe(year)
  expect(applicants[0]?.eligibilitySpecial).toMatchObject({ indicator: true })
  const refused = async (event: LifeEvent, date: string) =>
    (
      await refusal(
        callWithoutSession(sandbox.submit, { visit: await visitOf(agent), ...household, event, eventDate: date }),
      )
    ).details
  expect(await refused('marriage', '2020-01-01')).toEqual([
    { path: 'eventDate', message: specialWords.en.problems.eventOver },
  ])
  expect(await refused('move', '')).toEqual([{ path: 'eventDate', message: specialWords.en.problems.eventDate }])
})

test('A-095 A-044 an application that a customer starts becomes their own', async () => {
  const customer = await agency.person({ roles: ['customer'], claims: ['view.marketplace'] })
  const { exchangeId } = await callWithoutSession(sandbox.submit, { visit: await visitOf(customer), ...household })
  expect((await refusal(customer.call(marketplace.one, { appId: exchangeId }))).code).toBe('application.not_found')
  expect(await customer.call(marketplace.refetch, { appId: exchangeId })).toMatchObject({ userFirstName: 'Ida' })
  expect(await customer.call(marketplace.one, { appId: exchangeId })).toMatchObject({ userFirstName: 'Ida' })
})

test('A-095 an impossible household is refused at its fields, and an ended visit accepts none', async () => {
  const visit = await visitOf(agent)
  const paths = async (change: object) =>
    (await refusal(callWithoutSession(sandbox.submit, { visit, ...household, ...change }))).details
  expect(await paths({ countyFips: '48201' })).toMatchObject([{ path: 'countyFips' }])
  expect(await paths({ persons: [person({ dob: '2027-01-01' })] })).toMatchObject([{ path: 'persons.0.dob' }])
  expect(await paths({ persons: [person({ firstName: '' })] })).toMatchObject([{ path: 'persons.0.firstName' }])
  await sql`update sandbox_exchange_visits set expires_at = now()`.execute(agency.db)
  expect((await refusal(callWithoutSession(sandbox.submit, { visit, ...household }))).code).toBe('sandbox.visit_over')
})

test('A-095 with another marketplace configured the sandbox does not exist', async () => {
  const set = await startTestApp()
  const answer = await set.app.inject({
    method: 'POST',
    url: '/exchange/',
    payload: 'token=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.statusCode).toBe(404)
  await set.close()
})
