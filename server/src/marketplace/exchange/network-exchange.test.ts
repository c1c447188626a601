import { randomUUID } from 'node:crypto'
import { authorizations } from '@coverdesk/domain/authorizations/authorization-contract.ts'
import { type EnrollmentInput, enrollments } from '@coverdesk/domain/enrollment/enrollment-contract.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { type PlanList, plans } from '@coverdesk/domain/plans/plan-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sendDue } from '../../enrollment/enrollment-sender.ts'
import type { Exchange } from '../../platform/integrations/exchange.ts'
import { country } from '../../sandbox/test-catalogue.ts'
import { askForAuthorizations } from '../../testing/signing/ask-for-authorizations.ts'
import { signClientConsent } from '../../testing/signing/sign-client-consent.ts'
import { signEnrollmentReview } from '../../testing/signing/sign-enrollment-review.ts'
import { callAs, type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { refusal } from '../../uploads/policies/upload-samples.ts'
import { networkExchange } from './network-exchange.ts'
import { sandboxExchange } from './sandbox-exchange.ts'
import { type Behaviour, openTestExchangeServer } from './test-exchange-server.ts'

const key = 'a-key-of-the-exchange-0123456789'
/** Timeout for an exchange that responds, generous for a busy machine. */
const enough = 8_000
/** Timeout for one that does not; `npm run endure` proves the product's 10 s. */
const short = process.env.ENDURE === '1' ? 'as the product' : 250
const trialAfter = 50

let agency: TestApp
let agent: Person
let sandbox: Exchange
let server: Awaited<ReturnType<typeof openTestExchangeServer>>
let changes: object[]

beforeEach(async () => {
  changes = []
  agency = await startTestApp({}, undefined, { prepared: country })
  agency.setClock(() => new Date('2026-11-22T15:00:00Z'))
  sandbox = agency.services.exchange
  server = await openTestExchangeServer(sandbox, key)
  agent = await agency.person({ roles: ['agent'], claims: ['view.Application'], npn: '51984127' })
})
afterEach(async () => {
  await server.close()
  await agency.close()
})

/** Uses the network exchange from now on, with a client without failures. */
function overTheNetwork(patience: number | 'as the product' = enough): void {
  const client = networkExchange({
    url: server.url,
    key,
    trialAfterMs: trialAfter,
    onChange: (change) => changes.push(change),
    ...(patience === 'as the product' ? {} : { timeoutMs: patience }),
  })
  agency.services.exchange = client
  server.asked.length = 0
}

const silver = '10731FL0280005'
let applications = 0
/** An application of one person that exists at the exchange and in the database. */
async function applicationOf(): Promise<string> {
  const appId = `79${String(++applications).padStart(8, '0')}`
  const document = {
    exchangeAssignedId: appId,
    persons: [{ id: '1', firstName: 'Ida', lastName: 'Case', dob: '1986-05-01', relationship: 'self', primary: true }],
    insuranceApplication: {
      applicants: [{ personId: '1', eligibilityInitial: { indicator: true }, eligibility: { aptc: { amount: 100 } } }],
    },
    policies: [],
  }
  const stored = { userFirstName: 'Ida', userLastName: 'Case', userPhone: null, userEmail: null, document }
  await sandbox.application({ exchangeAssignedId: appId, held: stored }, AbortSignal.timeout(5_000))
  await agency.db
    .insertInto('marketplace_applications')
    .values({
      exchange_assigned_id: appId,
      snapshot_at: new Date('2026-03-01T15:00:00Z'),
      agent_id: agent.agentId,
      user_zip_code: '33165',
      user_first_name: 'Ida',
      user_last_name: 'Case',
      raw: JSON.stringify(document),
    })
    .execute()
  await signClientConsent(agency.db, appId)
  return appId
}

let lastZip = 0
/** A ZIP code that was not requested yet, so that no stored copy exists. */
const newPlace = () => ['33165', '33125', '33012', '33109', '33186', '33155', '33143'][lastZip++] ?? '33165'

const offeredIn = (zipCode: string): Promise<PlanList> =>
  callAs(agency.app, null, plans.list, { zipCode, year: 2027, pageSize: 100 })

async function wishOf(appId: string): Promise<EnrollmentInput> {
  const { premium, name } = await agent.call(plans.one, { planId: silver, appId, applicants: '1' })
  return {
    appId,
    submissionId: randomUUID(),
    groups: [{ applicants: ['1'], plan: { id: silver, name, premium: premium ?? '' }, aptc_selected: '100.00' }],
    attestations: { income_tax: true, married: true, dependent: true, household: true },
    language: 'en',
  }
}

describe.each(['in the process', 'over a network'])('P-84 an exchange %s', (where) => {
  test('A-104 sends a client the same code, and takes it once', async () => {
    const codes: string[] = []
    const own = sandboxExchange(agency.db, async (_db, { code }) => codes.push(code) > 0)
    await server.close()
    server = await openTestExchangeServer(own, key)
    agency.services.exchange = own
    await askForAuthorizations(agency.db)
    const application = { of: 'marketplace', id: await applicationOf() } as const
    await sql`update marketplace_applications set user_email = 'ida@mail.test'`.execute(agency.db)
    if (where === 'over a network') overTheNetwork()
    const sent = await agent.call(authorizations.send, { ...application, channel: 'email', language: 'en' })
    expect(sent).toMatchObject({ state: 'sent', sentTo: 'i•••@mail.test' })
    const confirm = (code?: string) => agent.call(authorizations.confirm, { ...application, ...(code ? { code } : {}) })
    expect((await confirm()).state).toBe('sent')
    expect((await refusal(confirm('wrong1'))).code).toBe('authorization.wrong_code')
    expect(await confirm(codes[0])).toMatchObject({ state: 'valid', method: 'code', validUntil: '2027-12-31' })
  })

  test('gives the same plans, single plan, application and enrollment', async () => {
    const appId = await applicationOf()
    if (where === 'over a network') overTheNetwork()
    const list = await offeredIn('33165')
    expect([list.asOf, list.totalRecords > 20]).toEqual([null, true])
    const wish = await wishOf(appId)
    expect(wish.groups[0]?.plan).toEqual({ id: silver, name: 'Standard Silver', premium: expect.any(String) })
    expect((await refusal(agent.call(plans.one, { planId: '99999FL0000001', appId }))).code).toBe('plan.not_found')
    expect(await send(wish)).toMatchObject({ state: 'accepted', reason: null })
    const now = await agent.call(marketplace.refetch, { appId })
    expect(now.policies.map(({ status, plan }) => [status, plan?.id])).toEqual([['Pending effectuation', silver]])
    const unknown = await applicationOf()
    await sql`delete from sandbox_exchange_applications where exchange_assigned_id = ${unknown}`.execute(agency.db)
    if (where === 'over a network')
      expect((await refusal(agent.call(marketplace.refetch, { appId: unknown }))).code).toBe(
        'exchange.unknown_application',
      )
    expect(server.asked.length > 0).toBe(where === 'over a network')
  })
})

const bad: Behaviour[] = [
  ...(['fails', 'hangs', 'cuts', 'breaks off', 'drips', 'is no JSON', 'is another schema', 'never ends'] as const),
  ...(['redirects', 'refuses the key', 'refuses the question'] as const),
]
describe.each(bad)('P-84 an exchange that %s', (behaviour) => {
  test('changes nothing: plans are the last copies with their age or refused, a record is unchanged, an enrollment waits', async () => {
    const appId = await applicationOf()
    const otherApplication = await applicationOf()
    overTheNetwork()
    const before = await offeredIn('33165')
    const wish = await wishOf(appId)
    server.behave(behaviour)
    overTheNetwork(short)

    const began = performance.now()
    const stale = await offeredIn('33165')
    expect(stale).toEqual({ ...before, asOf: expect.any(String) })
    expect(Math.abs(Date.now() - Date.parse(stale.asOf ?? ''))).toBeLessThan(3_600_000)
    // One request, its retry and its last byte, plus slack for a busy machine.
    expect(performance.now() - began).toBeLessThan((typeof short === 'number' ? short : 10_000) + 5_000)

    const refused = await refusal(offeredIn('32003'))
    expect([refused.code, refused.status]).toEqual(['exchange.no_plans', 503])

    const failure = await refusal(agent.call(marketplace.refetch, { appId: otherApplication }))
    expect(['exchange.unavailable', 'exchange.unexpected_response']).toContain(failure.code)
    expect(await agent.call(marketplace.one, { appId: otherApplication })).toMatchObject({
      snapshotDate: expect.stringMatching(/^2026-03-01/),
      version: 1,
      userFirstName: 'Ida',
    })

    // No enrollment at a price that may have changed.
    expect((await refusal(send(wish))).code).toBe('exchange.no_plans')
    expect(await agent.call(enrollments.list, { appId })).toEqual([])

    // The exchange fails after the price was read: the result is unknown and reported as such.
    server.behave('well')
    overTheNetwork()
    const { exchange } = agency.services
    overTheNetwork(short)
    const { enroll } = agency.services.exchange
    agency.services.exchange = {
      ...exchange,
      enroll: (changes, signal) => {
        server.behave(behaviour)
        return enroll(changes, signal)
      },
    }
    expect(await send(wish)).toMatchObject({ state: 'sending' })
    expect(server.asked.filter((call) => call.startsWith('PUT'))).toHaveLength(1)

    // Some of these enrolled before their response was lost. Sent again under its id, it is enrolled once.
    server.behave('well')
    overTheNetwork()
    await sql`update enrollment_sendings set next_try_at = now() where state = 'sending'`.execute(agency.db)
    const errors: unknown[] = []
    await sendDue(agency.db, agency.services.exchange, (error) => errors.push(error))
    expect(errors).toEqual([])
    expect(await agent.call(enrollments.list, { appId })).toMatchObject([{ state: 'accepted' }])
    const { policies } = await agent.call(marketplace.refetch, { appId })
    expect(policies).toHaveLength(1)
    expect((await offeredIn('33165')).asOf).toBeNull()
  })
})

/** Sends an enrollment that the client has reviewed and signed. */
async function send(wish: EnrollmentInput) {
  await signEnrollmentReview(agency.db, wish, agent.agentId)
  return await agent.call(enrollments.send, wish)
}

test('P-84 a duplicate plan is listed once, and a request to a gateway that is briefly busy is retried', async () => {
  overTheNetwork()
  const zip = newPlace()
  const before = await offeredIn(zip)
  server.behave('duplicates everything')
  expect(await offeredIn(zip)).toEqual(before)
  server.behave('is busy once')
  server.asked.length = 0
  expect(await offeredIn(zip)).toEqual(before)
  expect(server.asked).toEqual(['POST /plans', 'POST /plans'])
})

test('P-84 an exchange that is down is not called after five failures, probed by one request at a time, and used again once it responds', async () => {
  overTheNetwork()
  const zip = newPlace()
  const before = await offeredIn(zip)
  server.behave('fails')
  for (let tries = 0; tries < 5; tries++) expect((await offeredIn(zip)).asOf).not.toBeNull()
  expect(changes).toEqual([{ answers: false, why: 'http 500' }])
  const health = async () => {
    const answer = await agency.app.inject({ url: '/health/ready' })
    return [answer.statusCode, answer.json()]
  }
  expect(await health()).toEqual([200, { status: 'ready', exchange: 'does not answer' }])

  // A trial request is due and hangs; the other requests do not wait for it.
  server.behave('hangs')
  const requestsBefore = server.asked.length
  const requestCount = () => {
    void offeredIn(zip).catch(() => undefined)
    return server.asked.length
  }
  await expect.poll(requestCount, { interval: 20, timeout: 20_000 }).toBeGreaterThan(requestsBefore)
  server.asked.length = 0
  const offers = await Promise.all(Array.from({ length: 8 }, () => offeredIn(zip)))
  expect(offers.every(({ asOf }) => asOf !== null)).toBe(true)
  expect(server.asked).toEqual([])

  server.behave('well')
  await expect.poll(async () => (await offeredIn(zip)).asOf, { interval: 30, timeout: 20_000 }).toBeNull()
  expect(await offeredIn(zip)).toEqual(before)
  expect(changes).toEqual([{ answers: false, why: 'http 500' }, { answers: true }])
  expect(await health()).toEqual([200, { status: 'ready', exchange: 'answers' }])
})

test('P-84 the public health check never calls the exchange, not even one that hangs', async () => {
  overTheNetwork()
  server.behave('hangs')
  const answers = await Promise.all(Array.from({ length: 100 }, () => agency.app.inject({ url: '/health/ready' })))
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  expect(server.asked).toEqual([])
})

test('P-84 P-66 the exchange receives only the data it needs, and no household data is in a URL', async () => {
  const appId = await applicationOf()
  overTheNetwork()
  const wish = await wishOf(appId)
  await send(wish)
  await agent.call(marketplace.refetch, { appId })
  expect(server.asked).toEqual([
    `POST /plans/${silver}`,
    `POST /plans/${silver}`,
    `PUT /enrollments/${wish.submissionId}`,
    `GET /applications/${appId}`,
  ])
})

test('P-84 a stored copy is not shown after a week, and the number of copies is limited', async () => {
  overTheNetwork()
  const zip = newPlace()
  await offeredIn(zip)
  await sql`update plan_copies set said_at = now() - interval '6 days 23 hours'`.execute(agency.db)
  server.behave('fails')
  expect((await offeredIn(zip)).asOf).not.toBeNull()
  await sql`update plan_copies set said_at = now() - interval '7 days 1 hour'`.execute(agency.db)
  expect((await refusal(offeredIn(zip))).code).toBe('exchange.no_plans')
  server.behave('well')
  await sql`insert into plan_copies (question_hash, answer, said_at)
    select decode(lpad(to_hex(n), 8, '0'), 'hex'), '[]', now() - n * interval '1 second' from generate_series(1, 2050) n`.execute(
    agency.db,
  )
  await offeredIn(zip)
  const { rows } = await sql<{ count: number; old: number }>`
    select count(*)::int as count, count(*) filter (where said_at < now() - interval '7 days')::int as old
    from plan_copies`.execute(agency.db)
  expect(rows).toEqual([{ count: 2_001, old: 0 }])
})
