import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inTransaction } from '../platform/db/database.ts'
import { smsGateway } from '../platform/integrations/sms-gateway.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { queueMessage, sentWithin } from './queue-message.ts'
import { testSmsGateway } from './test-sms-gateway.ts'

let gateway: Awaited<ReturnType<typeof testSmsGateway>>
let elsewhere: Awaited<ReturnType<typeof testSmsGateway>>
let agency: TestApp
let userId: number

beforeAll(async () => {
  gateway = await testSmsGateway()
  elsewhere = await testSmsGateway()
  agency = await startTestApp({ sms: { url: gateway.url, account: 'AC123', token: 'tok', from: '+13055550100' } })
  userId = (await agency.person()).userId
})
afterAll(async () => {
  await agency.close()
  await gateway.stop()
  await elsewhere.stop()
})
beforeEach(() => {
  gateway.answerWith(201)
  gateway.taken.length = 0
})

const queued = (recipient = '3055550123') =>
  inTransaction(agency.db, (db) =>
    queueMessage(db, agency.services, {
      kind: 'second-factor-code',
      channel: 'sms',
      userId,
      recipient,
      language: 'en',
      facts: { code: '271828' },
    }),
  )
const row = (id: string) => agency.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a text message is sent to the gateway in the format of Twilio', async () => {
  expect(await sentWithin(agency.services, await queued(), 5_000)).toBe(true)
  expect(gateway.taken).toEqual([
    {
      path: 'POST /2010-04-01/Accounts/AC123/Messages.json',
      headers: expect.objectContaining({
        authorization: `Basic ${Buffer.from('AC123:tok').toString('base64')}`,
        'content-type': expect.stringContaining('application/x-www-form-urlencoded'),
      }),
      form: {
        To: '+13055550123',
        From: '+13055550100',
        Body: '271828 is your Coverdesk code, valid for 10 minutes. Do not share it.',
      },
    },
  ])
})

test('P-46 a redirect to another host is a failure, and nothing is sent there', async () => {
  gateway.answerWith({ to: `${elsewhere.url}/taken` })
  const id = await queued()
  expect(await sentWithin(agency.services, id, 4_000)).toBe(false)
  expect(elsewhere.taken).toEqual([])
  expect(await row(id)).toMatchObject({ sent_at: null, given_up_at: null, last_error: 'http TypeError' })
})

test('P-46 a phone number typed by a user never changes the destination host', async () => {
  for (const recipient of ['3055550123@evil.test', '../../x', 'http://evil.test', '305555012', '+445555501234', '']) {
    const id = await queued(recipient)
    expect(await sentWithin(agency.services, id, 4_000), recipient).toBe(false)
    expect((await row(id)).last_error, recipient).toBe('not a phone')
  }
  expect(gateway.taken).toEqual([])
  for (const recipient of ['(305) 555-0123', '+1 305.555.0123'])
    expect(await sentWithin(agency.services, await queued(recipient), 4_000), recipient).toBe(true)
  expect(gateway.taken.map(({ form }) => form.To)).toEqual(['+13055550123', '+13055550123'])
})

test('P-83 a silent or overloaded gateway is retried later, an unknown number is not', async () => {
  gateway.answerWith('silent')
  const silent = await queued()
  const began = performance.now()
  expect(await sentWithin(agency.services, silent, 1_000)).toBe(false)
  expect(performance.now() - began).toBeLessThan(5_000)
  gateway.answerWith(503)
  const busy = await queued()
  expect(await sentWithin(agency.services, busy, 4_000)).toBe(false)
  expect(await row(busy)).toMatchObject({ given_up_at: null, last_error: 'http 503' })
  gateway.answerWith(400)
  const unknown = await queued()
  expect(await sentWithin(agency.services, unknown, 4_000)).toBe(false)
  expect(await row(unknown)).toMatchObject({ content_sealed: null, given_up_at: expect.any(Date) })
})

test('P-66 a stored refusal is a code without number or text', async () => {
  gateway.answerWith(500)
  const send = smsGateway({ url: gateway.url, account: 'AC1', token: 't', from: '+13055550100' })
  const outcome = await send(
    { id: 'x', recipient: '3055550123', subject: '', text: '271828', language: 'en' },
    AbortSignal.timeout(5_000),
  )
  expect(outcome).toEqual({ refused: 'http 500', forGood: false })
})

test('a gateway gets a minute to answer, since asking again would send the text twice', async () => {
  const timeouts = vi.spyOn(AbortSignal, 'timeout')
  const send = smsGateway({ url: gateway.url, account: 'AC1', token: 't', from: '+13055550100' })
  const message = { id: 'x', recipient: '3055550123', subject: '', text: 'Good morning.', language: 'en' }
  expect(await send(message, new AbortController().signal)).toBe('accepted')
  expect(timeouts).toHaveBeenCalledWith(60_000)
  timeouts.mockRestore()
})
