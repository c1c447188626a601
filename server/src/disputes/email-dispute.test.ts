import { disputes } from '@coverdesk/domain/disputes/dispute-contract.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outboxDelivery } from '../messages/outbox-delivery.ts'
import { testMailServer } from '../messages/test-mail-server.ts'
import type { Person, TestApp } from '../testing/test-app.ts'
import { startUnpaidApp } from '../uploads/policies/unpaid-samples.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'
import { faultyCarrier } from '../variances/variance-samples.ts'

let mail: Awaited<ReturnType<typeof testMailServer>>
let agency: TestApp
let admin: Person
let office: Person
beforeAll(async () => {
  mail = await testMailServer()
  ;({ agency, admin } = await startUnpaidApp({ mail: { url: mail.url, from: 'Agency <no-reply@agency.test>' } }))
  office = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.Statement'] })
})
afterAll(async () => {
  await agency.close()
  await mail.stop()
})
beforeEach(async () => {
  await mail.become('up')
  mail.taken.length = 0
})

/** A dispute of two policy months, 50.00 together. */
async function disputed(app = agency, uploader = admin, by = office) {
  const { carrier } = await faultyCarrier(app, uploader, by)
  const { data } = await by.call(variances.list, { carrierId: carrier.id, pageSize: 100 })
  const [dispute] = await by.call(disputes.create, { ids: data.map(({ id }) => id) })
  if (!dispute) throw new Error('No dispute')
  return dispute
}
const letter = { to: 'broker@carrier.test', message: 'Please pay these months.\n\nAna' }
const deliver = async () => {
  const { db, services } = agency
  await sql`update outbox set next_try_at = now() where sent_at is null`.execute(db)
  await outboxDelivery({ db, config: services.config, sealer: services.sealer }).deliverDue()
}

test('The pack goes to the carrier with both files and the answer address of the writer, and the dispute says when it was sent', async () => {
  await sql`update users set email = 'ana@agency.test' where id = ${office.userId}`.execute(agency.db)
  const { id, version } = await disputed()
  const sent = await office.call(disputes.email, { id, version, ...letter })
  expect(sent).toMatchObject({ state: 'sent', sentOn: '2026-11-22', sentTo: letter.to, version: version + 1 })
  expect(await office.call(disputes.delivery, { id })).toEqual({ state: 'waiting', recipient: letter.to })
  await deliver()
  expect(await office.call(disputes.delivery, { id })).toEqual({ state: 'sent', recipient: letter.to })
  const [message, ...more] = mail.taken
  expect(more).toEqual([])
  expect(message?.to).toEqual([letter.to])
  expect(message?.headers.get('reply-to')).toEqual(['ana@agency.test'])
  expect(message?.headers.get('subject')?.join()).toContain(`Commission dispute ${id}`)
  expect(message?.raw).toContain('Please pay these months.')
  const unfolded = (message?.raw ?? '').replace(/\r\n[ \t]+/g, ' ')
  const files = [...unfolded.matchAll(/filename="([^"]+)"/g)].map(([, name = '']) => name.split('.').at(-1))
  expect(files).toEqual(['xlsx', 'pdf'])
  const pdf = /application\/pdf[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/.exec(message?.raw ?? '')?.[1] ?? ''
  expect(Buffer.from(pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  expect((await office.call(disputes.history, { id })).at(-1)).toMatchObject({
    action: 'Emailed',
    changes: [{ field: 'Sent' }, { field: 'Sent to', new: letter.to }],
  })
})

test('An address that the mail server refuses shows as not delivered, and another one can be tried', async () => {
  const { id, version } = await disputed()
  await mail.become('unknown')
  const sent = await office.call(disputes.email, { id, version, ...letter })
  await deliver()
  expect(await office.call(disputes.delivery, { id })).toMatchObject({ state: 'failed' })
  await mail.become('up')
  await office.call(disputes.email, { id, version: sent.version, ...letter, to: 'disputes@carrier.test' })
  await deliver()
  expect(await office.call(disputes.delivery, { id })).toEqual({ state: 'sent', recipient: 'disputes@carrier.test' })
})

test('A wrong address, an empty message, an old version and a decided dispute are refused, and no email waits', async () => {
  const { id, version } = await disputed()
  const refused = async (change: object) =>
    await refusal(office.call(disputes.email, { id, version, ...letter, ...change }))
  expect((await refused({ to: 'broker' })).details).toEqual([{ path: 'to', message: 'Must be valid email' }])
  expect((await refused({ message: ' ' })).details).toEqual([{ path: 'message', message: 'Message is required' }])
  await office.call(disputes.decide, { id, version, outcome: 'denied', decidedOn: '2026-11-20', comment: '' })
  expect((await refused({})).status).toBe(409)
  expect((await refused({ version: version + 1 })).code).toBe('dispute.decided')
  await deliver()
  expect(mail.taken).toEqual([])
})

test('Where no email is sent, the refusal says to download the pack and mark the dispute as sent', async () => {
  const { agency: silent, admin: uploader } = await startUnpaidApp()
  try {
    const clerk = await silent.person({ roles: ['agent', 'administrator'], claims: ['admin.Statement'] })
    const { id, version } = await disputed(silent, uploader, clerk)
    const refused = await refusal(clerk.call(disputes.email, { id, version, ...letter }))
    expect(refused).toMatchObject({ code: 'dispute.no_mail', status: 409 })
    expect((await clerk.call(disputes.one, { id })).state).toBe('open')
  } finally {
    await silent.close()
  }
})
