import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { applications } from '@coverdesk/domain/applications/application-contract.ts'
import { cmsRegistration } from '@coverdesk/domain/cms-registration/cms-registration-contract.ts'
import { ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { healthSherpa } from '@coverdesk/domain/healthsherpa/health-sherpa-contract.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withConnection } from '../platform/db/connection.ts'
import { edeOf, signedEdeOf } from '../route-examples/sales/ede-examples.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'
import { healthSherpaSessions } from './health-sherpa-sessions.ts'

let agency: TestApp
let agent: Person
let answer: { status: number; body: unknown }
let requests: { path: string | undefined; headers: IncomingHttpHeaders; body: Record<string, unknown> }[] = []
/** Answers in the shapes of HealthSherpa's OpenAPI document (decision 188). */
const server = createServer(async (request, response) => {
  const body = JSON.parse((await request.setEncoding('utf8').toArray()).join(''))
  requests.push({ path: request.url, headers: request.headers, body })
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
})
const links = (url: string) => ({
  status: 200,
  body: { external_id: null, links: { shopping_url: url, client_apply_url: url } },
})
const shop = 'https://healthsherpa.com/public/shop?external_id=x&state=FL'

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(async () => {
  agency = await startTestApp()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  agency.services.enrollmentSessions = healthSherpaSessions({ url, key: 'the-key-of-the-agency' })
  agent = await agency.person({ roles: ['agent'], claims: ['view.Application'], npn: '71984127' })
  await withConnection(agency.ownerUrl, 'test', async (client) => {
    await client.query(`insert into counties (fips, state_id, name) values ('12086', 12, 'Miami-Dade')`)
    await client.query(`insert into zip_counties (zip, county_id) select '33165', id from counties`)
  })
  requests = []
  answer = links(shop)
})
afterEach(() => agency.close())

test('an agent gets the link of an enrollment that HealthSherpa fills in from the wizard, and the audit record says so', async () => {
  const id = await signedEdeOf(agency, agent)
  expect(await agent.call(healthSherpa.start, { id })).toEqual({ url: shop })
  expect(requests).toMatchObject([
    {
      path: '/v1/enrollment-sessions',
      headers: { 'x-api-key': 'the-key-of-the-agency', 'idempotency-key': expect.stringMatching(/^[\w-]{36}$/) },
      body: {
        external_id: id,
        location: { zip_code: '33165', fips_code: '12086', state: 'FL' },
        household: { annual_income: 70000, household_size: 3 },
      },
    },
  ])
  expect(JSON.stringify(requests[0]?.body)).not.toMatch(/ssn|social/i)
  const { rows } = await sql`select facts from audit_events where entity = 'healthsherpa session'`.execute(agency.db)
  expect(rows).toEqual([{ facts: { planYear: 2027, people: 3 } }])
})

test('without the client’s consent, with gaps, or after the application was submitted nothing is sent', async () => {
  const { id } = await edeOf(agency, agent)
  expect((await refusal(agent.call(healthSherpa.start, { id }))).code).toBe('consent.required')
  const signed = await signedEdeOf(agency, agent)
  await sql`update ede_applications set answers = jsonb_set(answers, '{about,zipCode}', '""') where uuid = ${signed}`.execute(
    agency.db,
  )
  expect((await refusal(agent.call(healthSherpa.start, { id: signed }))).code).toBe('ede.incomplete')
  const sent = await signedEdeOf(agency, agent)
  await sql`update ede_applications set submission_id = gen_random_uuid() where uuid = ${sent}`.execute(agency.db)
  expect((await refusal(agent.call(healthSherpa.start, { id: sent }))).code).toBe('healthsherpa.submitted')
  expect(requests).toEqual([])
})

test('an agent whom CMS’s lists forbid to sell starts no enrollment, neither does another with their application', async () => {
  const clerk = await agency.person({ roles: ['administrator'] })
  const list = { name: 'terminated.csv', text: 'NPN,Status,Date\n71984127,T4,10/01/2025' }
  await clerk.call(cmsRegistration.uploadTerminations, {}, list)
  const id = await signedEdeOf(agency, agent)
  const office = await agency.person({ roles: ['agent'], claims: ['admin.Application'], fullAccess: true })
  for (const user of [agent, office])
    expect(await refusal(user.call(healthSherpa.start, { id }))).toMatchObject({
      code: 'agent.not_on_exchange',
      message:
        'HealthCare.gov ended its agreement with the agent on 10/01/2025 (T4, noncompliance): CMS’s termination list, terminated.csv, line 2.',
    })
  expect(requests).toEqual([])
  expect((await agent.call(ede.one, { id })).healthSherpaAt).toBeNull()
})

test('A-039 staff who may only read an application start no enrollment of it', async () => {
  const id = await signedEdeOf(agency, agent)
  const reader = await agency.person({ roles: ['agent'], claims: ['view.Application'], fullAccess: true })
  expect((await refusal(reader.call(healthSherpa.start, { id }))).code).toBe('right.missing')
  expect(requests).toEqual([])
})

test('no enrollment of a deleted application is started', async () => {
  const id = await signedEdeOf(agency, agent)
  const { internalId } = await agent.call(ede.one, { id })
  const office = await agency.person({ roles: ['agent'], claims: ['admin.Application'], fullAccess: true })
  await office.call(applications.setStatus, { ids: [internalId], statusTypeCode: 'VOID' })
  expect((await refusal(agent.call(healthSherpa.start, { id }))).code).toBe('application.void')
  expect(requests).toEqual([])
})

describe('after an enrollment was started', () => {
  const applied = () => {
    const submissions: string[] = []
    agency.services.exchange = {
      ...agency.services.exchange,
      apply: ({ submissionId }) => {
        submissions.push(submissionId)
        return Promise.resolve(JSON.stringify({ submissionId, outcome: 'refused', reason: null }))
      },
    }
    return submissions
  }

  test('the application is submitted only after a confirmation that it was not finished there', async () => {
    const id = await signedEdeOf(agency, agent)
    const submissions = applied()
    await agent.call(healthSherpa.start, { id })
    expect((await agent.call(ede.one, { id })).healthSherpaAt).not.toBeNull()
    const refused = await refusal(agent.call(ede.submit, { id, version: 1 }))
    expect([refused.code, submissions]).toEqual(['healthsherpa.started', []])
    const confirmed = await refusal(agent.call(ede.submit, { id, version: 1, notEnrolledThere: true }))
    expect([confirmed.code, submissions.length]).toEqual(['ede.refused', 1])
    const { rows } = await sql<{ facts: object }>`
      select facts from audit_events where facts ->> 'what' = 'ede-submitting'`.execute(agency.db)
    expect(rows).toEqual([{ facts: { what: 'ede-submitting', notEnrolledThere: true } }])
  })

  test('the start counts before HealthSherpa answers, so that no submission comes between', async () => {
    const id = await signedEdeOf(agency, agent)
    const submissions = applied()
    const codes: string[] = []
    agency.services.enrollmentSessions = {
      start: async () => {
        codes.push((await refusal(agent.call(ede.submit, { id, version: 1 }))).code)
        return shop
      },
    }
    await agent.call(healthSherpa.start, { id })
    expect([codes, submissions]).toEqual([['healthsherpa.started'], []])
  })

  test('one that HealthSherpa refused leaves nothing, and an earlier one still counts', async () => {
    const id = await signedEdeOf(agency, agent)
    answer = { status: 503, body: {} }
    expect((await refusal(agent.call(healthSherpa.start, { id }))).code).toBe('healthsherpa.unavailable')
    expect((await agent.call(ede.one, { id })).healthSherpaAt).toBeNull()
    answer = links(shop)
    await agent.call(healthSherpa.start, { id })
    const { healthSherpaAt } = await agent.call(ede.one, { id })
    answer = { status: 503, body: {} }
    await refusal(agent.call(healthSherpa.start, { id }))
    expect((await agent.call(ede.one, { id })).healthSherpaAt).toBe(healthSherpaAt)
  })
})

const refusals: [name: string, answer: { status: number; body: unknown }, code: string, sentence: RegExp][] = [
  [
    'a field that it does not take',
    {
      status: 400,
      body: {
        error: {
          code: 'invalid_request',
          message: 'Validation failed.',
          details: { zip_code: ['ZIP code must be 5 digits'] },
        },
      },
    },
    'healthsherpa.refused',
    /^HealthSherpa refused this: Validation failed\. ZIP code must be 5 digits$/,
  ],
  [
    'an agency without approval',
    { status: 403, body: { error: { code: 'forbidden', message: 'Not enabled' } } },
    'healthsherpa.not_allowed',
    /ask HealthSherpa whether your agency is approved/,
  ],
  [
    'an outage',
    { status: 503, body: { error: { code: 'service_unavailable', message: '' } } },
    'healthsherpa.unavailable',
    /few minutes/,
  ],
  ['an answer without links', { status: 200, body: { links: {} } }, 'healthsherpa.unavailable', /few minutes/],
  [
    'a link to another site',
    links('https://healthsherpa.com.example.com/shop'),
    'healthsherpa.unavailable',
    /few minutes/,
  ],
]
test.each(refusals)('%s ends in a sentence', async (_name, given, code, sentence) => {
  answer = given
  const failure = await refusal(agent.call(healthSherpa.start, { id: await signedEdeOf(agency, agent) }))
  expect(failure.code).toBe(code)
  expect(failure.message).toMatch(sentence)
})

test('without a key the wizard offers nothing and a call says what to set', async () => {
  agency.services.enrollmentSessions = null
  expect(await agent.call(healthSherpa.setUp, {})).toEqual({ canStart: false })
  const failure = await refusal(agent.call(healthSherpa.start, { id: await signedEdeOf(agency, agent) }))
  expect(failure.message).toContain('HEALTHSHERPA_API_KEY')
})
