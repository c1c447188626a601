import { messages } from '@coverdesk/domain/messages/message-contract.ts'
import { shell } from '@coverdesk/domain/shell/shell-contract.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../platform/db/database.ts'
import { callAs, type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { outboxDelivery } from './outbox-delivery.ts'
import { canSend, type Message, queueMessage, sentWithin } from './queue-message.ts'

const sms = { url: 'http://127.0.0.1:9', account: 'AC1', token: 't', from: '+13055550100' }
let demo: TestApp
let admin: Person

beforeAll(async () => {
  demo = await startTestApp({ demo: true })
  admin = await demo.person({ roles: ['administrator'] })
})
afterAll(() => demo.close())
beforeEach(async () => {
  await demo.db.deleteFrom('outbox').execute()
})

const queued = (agency: TestApp, userId: number, more: Partial<Message> = {}) =>
  inTransaction(agency.db, (db) =>
    queueMessage(db, agency.services, {
      kind: 'reset-link',
      channel: 'email',
      userId,
      recipient: 'pat@agency.test',
      language: 'en',
      facts: { link: 'http://localhost/login/reset/abc' },
      ...more,
    }),
  )

test('on a demo a message is readable at once, newest first, with text, link and code', async () => {
  expect(canSend(demo.services.config, 'sms')).toBe(true)
  const first = await queued(demo, admin.userId)
  const second = await queued(demo, admin.userId, {
    kind: 'second-factor-code',
    channel: 'sms',
    recipient: '3055550123',
    facts: { code: '271828' },
  })
  expect(await sentWithin(demo.services, first, 1)).toBe(true)
  const list = await admin.call(messages.list, {})
  expect(list.data.map(({ id }) => id)).toEqual([second, first])
  expect(await admin.call(messages.one, { id: first })).toEqual({
    id: first,
    channel: 'email',
    kind: 'reset-link',
    recipient: 'pat@agency.test',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    subject: 'Set a new password for Coverdesk',
    text: expect.stringContaining('\n\nhttp://localhost/login/reset/abc\n\n'),
    link: 'http://localhost/login/reset/abc',
    code: null,
    attached: [],
  })
  expect(await admin.call(messages.one, { id: second })).toMatchObject({
    text: '271828 is your Coverdesk code, valid for 10 minutes. Do not share it.',
    code: '271828',
    link: null,
  })
})

test('the list is filtered by channel, kind and any part of the recipient', async () => {
  await queued(demo, admin.userId, { recipient: 'Ana@agency.test' })
  await queued(demo, admin.userId, { recipient: '3055550123', channel: 'sms' })
  await queued(demo, admin.userId, { kind: 'password-changed', recipient: 'a_b%@agency.test', facts: {} })
  const recipients = async (filters: Parameters<typeof admin.call<typeof messages.list>>[1]) =>
    (await admin.call(messages.list, filters)).data.map(({ recipient }) => recipient)
  expect(await recipients({ channel: 'sms' })).toEqual(['3055550123'])
  expect(await recipients({ kind: 'password-changed' })).toEqual(['a_b%@agency.test'])
  expect(await recipients({ recipient: 'ana@' })).toEqual(['Ana@agency.test'])
  expect(await recipients({ recipient: '_b%' })).toEqual(['a_b%@agency.test'])
  expect(await recipients({ recipient: 'no such recipient' })).toEqual([])
})

test('only administrators can read it, invalid input is refused, and an unknown message is not found', async () => {
  const agent = await demo.person({ roles: ['agent', 'securityadmin'] })
  const id = await queued(demo, admin.userId)
  await expect(agent.call(messages.list, {})).rejects.toMatchObject({ code: 'right.missing' })
  await expect(agent.call(messages.one, { id })).rejects.toMatchObject({ code: 'right.missing' })
  await expect(callAs(demo.app, null, messages.one, { id })).rejects.toMatchObject({ code: 'session.required' })
  await expect(admin.call(messages.one, { id: 'x' })).rejects.toMatchObject({ code: 'request.invalid' })
  await expect(admin.call(messages.one, { id: '00000000-0000-4000-8000-000000000000' })).rejects.toMatchObject({
    code: 'record.not_found',
  })
})

test('P-66 the list does not exist for a channel with a gateway, each channel separately', async () => {
  const real = await startTestApp({ sms, mail: { url: 'smtp://127.0.0.1:9', from: 'a@b.test' } })
  const half = await startTestApp({ demo: true, sms })
  try {
    for (const agency of [real, half]) {
      const person = await agency.person({ roles: ['administrator'] })
      const text = await queued(agency, person.userId, { channel: 'sms', recipient: '3055550123' })
      const mail = await queued(agency, person.userId)
      await expect(person.call(messages.one, { id: text })).rejects.toMatchObject({ status: 404 })
      if (agency === half) expect((await person.call(messages.list, {})).data.map(({ id }) => id)).toEqual([mail])
      else await expect(person.call(messages.list, {})).rejects.toMatchObject({ code: 'route.not_found' })
      expect((await person.call(shell.configuration, {})).outbox).toBe(agency === half)
    }
  } finally {
    await real.close()
    await half.close()
  }
})

test('messages of a demo are readable for 24 hours, then deleted', async () => {
  const delivery = outboxDelivery(demo.services)
  const owner = new pg.Client({ connectionString: demo.ownerUrl })
  await owner.connect()
  const id = await queued(demo, admin.userId)
  const age = (hours: number) =>
    owner.query(
      'update outbox set created_at = now() - make_interval(hours => $1), expires_at = now() - make_interval(hours => $1)',
      [hours],
    )
  await age(23)
  await delivery.deliverDue()
  expect((await admin.call(messages.one, { id })).link).toBe('http://localhost/login/reset/abc')
  await age(25)
  await delivery.deliverDue()
  await expect(admin.call(messages.one, { id })).rejects.toMatchObject({ code: 'record.not_found' })
  await owner.end()
})
