import { healthSherpa } from '@coverdesk/domain/healthsherpa/health-sherpa-contract.ts'
import { sampleUpdate } from '@coverdesk/domain/healthsherpa/sample-update.ts'
import { notifications } from '@coverdesk/domain/notifications/notification-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { edeOf } from '../route-examples/sales/ede-examples.ts'
import { marketplaceApplicationOf } from '../route-examples/sales/marketplace-examples.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let admin: Person
let agent: Person
let other: Person
const secret = () => agency.services.config.healthSherpaSecret
beforeEach(async () => {
  agency = await startTestApp()
  admin = await agency.person({ roles: ['agent'], claims: ['admin.Application'], fullAccess: true })
  agent = await agency.person({ roles: ['agent'], claims: ['view.Application'], npn: '0071984127' })
  other = await agency.person({ roles: ['agent'], claims: ['view.Application'], npn: '71984199' })
})
afterEach(() => agency.close())

async function send(change: Partial<typeof sampleUpdate> = {}, headers?: Record<string, string>, raw?: string) {
  const answer = await agency.app.inject({
    method: 'POST',
    url: healthSherpa.receive.path,
    headers: { 'content-type': 'application/json', ...(headers ?? { authorization: `Bearer ${secret()}` }) },
    payload: raw ?? JSON.stringify({ ...sampleUpdate, ...change }),
  })
  return answer.statusCode
}
const updatesOf = async (person: Person, filters = {}) => (await person.call(healthSherpa.list, filters)).data

test('an update is stored before it is answered, and waits visibly while it names no application', async () => {
  expect(await send()).toBe(204)
  expect(await updatesOf(admin, { matched: 'no' })).toMatchObject([
    {
      status: 'effectuated',
      day: '2026-11-20',
      applicationId: 'HSA-TEST-1',
      clientName: 'Ida Case',
      agentName: expect.stringMatching(/^Pat/),
      appId: null,
      policies: [
        {
          planId: '16842FL0070073',
          effective: '2026-12-01',
          premium: '512.40',
          paymentStatus: 'paid',
          paidThrough: '2026-12-31',
        },
      ],
    },
  ])
  expect(await updatesOf(agent)).toHaveLength(1)
  expect(await updatesOf(other)).toEqual([])
})

test('the same update counts once, and a later status of the application is a further one', async () => {
  await send()
  await send()
  await send({ transaction_id: 700100201, policy_status: 'terminated', event_timestamp: '11/21/2026' })
  expect((await updatesOf(admin)).map(({ status }) => status)).toEqual(['terminated', 'effectuated'])
  const { rows } = await sql<{ deliveries: number }>`select deliveries from healthsherpa_updates order by id`.execute(
    agency.db,
  )
  expect(rows).toEqual([{ deliveries: 2 }, { deliveries: 1 }])
})

test('the agent is notified of a lost policy, once and by name', async () => {
  await send()
  await send({ transaction_id: 2, policy_status: 'cancelled' })
  await send({ transaction_id: 2, policy_status: 'cancelled' })
  const textsOf = async (person: Person) => (await person.call(notifications.list, {})).data.map(({ text }) => text)
  expect(await textsOf(agent)).toEqual(['HealthSherpa: the policy of Ida Case was canceled before its start'])
  expect(await textsOf(other)).toEqual([])
})

test('bearer, basic and key headers carry the secret; others are refused and leave nothing', async () => {
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
  expect(await send({ transaction_id: 1 }, basic(`healthsherpa:${secret()}`))).toBe(204)
  expect(await send({ transaction_id: 2 }, { 'x-api-key': secret() ?? '' })).toBe(204)
  const wrong: Record<string, string>[] = [
    {},
    { authorization: 'Bearer wrong' },
    basic('healthsherpa:wrong'),
    { 'x-api-key': '' },
  ]
  for (const headers of wrong) expect(await send({ transaction_id: 3 }, headers)).toBe(401)
  expect(await send({}, undefined, '{"transaction_id":')).toBe(400)
  expect(await send({}, undefined, '{"transaction_id":4}')).toBe(400)
  expect(await updatesOf(admin)).toHaveLength(2)
})

test('without a secret there is no webhook', async () => {
  const without = await startTestApp({ healthSherpaSecret: null })
  const payload = JSON.stringify(sampleUpdate)
  const headers = { 'content-type': 'application/json', authorization: 'Bearer ' }
  const { statusCode } = await without.app.inject({ method: 'POST', url: healthSherpa.receive.path, headers, payload })
  await without.close()
  expect(statusCode).toBe(404)
})

test('an update finds the wizard’s application that it was started from, and one that arrives later', async () => {
  const { id: wizardId } = await edeOf(agency, agent)
  await send({ external_id: wizardId, policy_aor_npn: '' })
  expect(await updatesOf(agent, { wizardId })).toMatchObject([{ wizardId, appId: null }])
  await send({ transaction_id: 2, application_id: 'HSA-LATER' })
  expect(await updatesOf(admin, { matched: 'no' })).toMatchObject([{ applicationId: 'HSA-LATER' }])
  await sql`
    insert into marketplace_applications (exchange_assigned_id, snapshot_at, agent_id)
    values ('HSA-LATER', now(), ${other.agentId})`.execute(agency.db)
  expect(await updatesOf(admin, { matched: 'no' })).toEqual([])
  expect(await updatesOf(other, { appId: 'HSA-LATER' })).toMatchObject([{ applicationId: 'HSA-LATER' }])
})

test('a user connects an application once, and its further updates follow', async () => {
  const appId = await marketplaceApplicationOf(agency, other)
  await send()
  const [update] = await updatesOf(admin)
  await admin.call(healthSherpa.connect, { id: update?.id ?? 0, appId })
  await send({ transaction_id: 2, policy_status: 'cancelled' })
  expect((await updatesOf(other, { appId })).map(({ status }) => status)).toEqual(['cancelled', 'effectuated'])
  expect((await refusal(admin.call(healthSherpa.connect, { id: update?.id ?? 0, appId: 'none' }))).status).toBe(404)
  expect((await refusal(other.call(healthSherpa.connect, { id: update?.id ?? 0, appId }))).status).toBe(403)
})
