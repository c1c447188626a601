import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../platform/db/database.ts'
import { startJobs } from '../platform/jobs/start-jobs.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { type FailedTry, outboxDelivery, outboxJob } from './outbox-delivery.ts'
import { type Message, queueMessage, sentWithin } from './queue-message.ts'
import { testMailServer } from './test-mail-server.ts'

let mail: Awaited<ReturnType<typeof testMailServer>>
let agency: TestApp
let owner: pg.Client
let userId: number
let failed: FailedTry[] = []

beforeAll(async () => {
  mail = await testMailServer()
  agency = await startTestApp({
    mail: { url: mail.url, from: 'Coverdesk <no-reply@agency.test>' },
    publicUrl: 'https://portal.agency.test',
  })
  owner = new pg.Client({ connectionString: agency.ownerUrl })
  await owner.connect()
  userId = (await agency.person()).userId
})
afterAll(async () => {
  await owner.end()
  await agency.close()
  await mail.stop()
})
beforeEach(async () => {
  await mail.become('up')
  mail.taken.length = 0
  failed = []
  await owner.query('delete from outbox')
})

const message = (more: Partial<Message> = {}): Message => ({
  kind: 'second-factor-code',
  channel: 'email',
  userId,
  recipient: 'pat@agency.test',
  language: 'en',
  facts: { code: '271828' },
  ...more,
})
const queued = (more: Partial<Message> = {}) =>
  inTransaction(agency.db, (db) => queueMessage(db, agency.services, message(more)))
const node = () =>
  outboxDelivery({
    db: agency.db,
    config: agency.services.config,
    sealer: agency.services.sealer,
    report: (one) => failed.push(one),
  })
const row = async (id: string) => (await owner.query('select * from outbox where id = $1', [id])).rows[0]
const allDueNow = () => owner.query('update outbox set next_try_at = now()')
const idsTaken = () => mail.taken.map(({ headers }) => headers.get('message-id')?.join())

describe('with a working mail server', () => {
  test('a message is sent at once with its text, and only the fact that it was sent is stored', async () => {
    const id = await queued()
    expect(await sentWithin(agency.services, id, 5_000)).toBe(true)
    expect(mail.taken).toHaveLength(1)
    expect(mail.taken[0]).toMatchObject({ from: 'no-reply@agency.test', to: ['pat@agency.test'] })
    expect(mail.taken[0]?.body).toContain('271828')
    expect(mail.taken[0]?.headers.get('subject')).toEqual(['Your code for Coverdesk'])
    expect(mail.taken[0]?.headers.get('message-id')).toEqual([`<${id}@portal.agency.test>`])
    expect(mail.taken[0]?.headers.get('auto-submitted')).toEqual(['auto-generated'])
    expect(await row(id)).toMatchObject({ content_sealed: null, given_up_at: null, tries: 1, last_error: null })
  })

  test('P-61 a waiting message contains neither code nor link in the clear', async () => {
    const id = await queued({ kind: 'reset-link', facts: { link: 'https://portal.agency.test/login/reset/s3cret' } })
    const { rows } = await owner.query('select o::text as text, encode(content_sealed, $1) as bytes from outbox o', [
      'escape',
    ])
    expect(rows[0].text).toContain(id)
    expect(`${rows[0].text}${rows[0].bytes}`).not.toContain('s3cret')
  })

  test('a message of a rolled back transaction is never sent', async () => {
    await inTransaction(agency.db, async (db) => {
      await queueMessage(db, agency.services, message())
      throw new Error('rolled back')
    }).catch(() => undefined)
    await node().deliverDue()
    expect(mail.taken).toEqual([])
  })

  test('P-83 three concurrent nodes send each of 40 messages exactly once', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, () => queued({ kind: 'password-changed', facts: {} })))
    await Promise.all([node(), node(), node()].map((one) => one.deliverDue()))
    expect(idsTaken().toSorted()).toEqual(ids.map((id) => `<${id}@portal.agency.test>`).toSorted())
  })

  test('a started node sends later messages, and a stopped one sends nothing', async () => {
    const errors: unknown[] = []
    const one = node()
    const jobs = startJobs([{ ...outboxJob(one), everyMs: 50 }], { report: (_, error) => errors.push(error) })
    const id = await queued()
    await expect.poll(async () => (await row(id)).sent_at).not.toBeNull()
    await one.stop()
    await jobs.stop()
    await queued()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(mail.taken).toHaveLength(1)
    expect(errors).toEqual([])
  })
})

describe('P-83 with a failing mail server', () => {
  for (const trouble of ['down', 'silent', 'slow', 'busy'] as const)
    test(`P-83 ${trouble}: the caller gets a response within 5 s, and after recovery the message is sent exactly once`, async () => {
      await mail.become(trouble)
      const id = await queued()
      const began = performance.now()
      const sent = await sentWithin(agency.services, id, trouble === 'slow' ? 500 : 4_000)
      expect(sent).toBe(false)
      expect(performance.now() - began).toBeLessThan(5_000)
      // The slow server accepted the message after the caller's timeout; with the others the attempt failed. Either has
      // ended now.
      const over = trouble === 'slow' ? 'sent_at' : 'last_error'
      await expect.poll(async () => (await row(id))[over]).not.toBeNull()
      await mail.become('up')
      await allDueNow()
      await Promise.all([node().deliverDue(), node().deliverDue()])
      expect(idsTaken()).toEqual([`<${id}@portal.agency.test>`])
      await allDueNow()
      await node().deliverDue()
      expect(mail.taken).toHaveLength(1)
    })

  test('P-83 attempts are made at growing intervals, and a code is dropped when it has expired', async () => {
    await mail.become('busy')
    const id = await queued()
    const waits: number[] = []
    for (let at = 0; at < 6; at++) {
      await allDueNow()
      await node().deliverDue()
      const { rows } = await owner.query('select extract(epoch from next_try_at - now())::float8 as wait from outbox')
      // Some of it has passed by now: seconds on a busy machine.
      waits.push(Math.ceil(rows[0].wait / 5) * 5)
    }
    expect(waits).toEqual([5, 30, 120, 600, 3600, 3600])
    await owner.query(`update outbox set expires_at = now() - interval '1 second', next_try_at = now()`)
    await mail.become('up')
    await node().deliverDue()
    expect(mail.taken).toEqual([])
    expect(await row(id)).toMatchObject({ sent_at: null, content_sealed: null, given_up_at: expect.any(Date) })
  })

  test('P-83 of two codes requested while the server was down only the newer one arrives', async () => {
    await mail.become('down')
    await queued({ facts: { code: '111111' } })
    const newer = await queued({ facts: { code: '222222' } })
    await mail.become('up')
    await allDueNow()
    await node().deliverDue()
    expect(idsTaken()).toEqual([`<${newer}@portal.agency.test>`])
    expect(mail.taken[0]?.body).toContain('222222')
  })

  test('the text that confirms STOP is tried for 5 minutes, codes for 10, links for 30, notices for 2 days', async () => {
    await queued()
    await queued({ kind: 'reset-link', facts: { link: 'https://x.test' } })
    await queued({ kind: 'password-changed', facts: {} })
    await queued({ kind: 'consent-revoked', channel: 'sms', userId: null, recipient: '3055550100', facts: {} })
    const { rows } = await owner.query(
      'select round(extract(epoch from expires_at - created_at) / 60)::int as minutes from outbox order by expires_at',
    )
    expect(rows.map(({ minutes }) => minutes)).toEqual([5, 10, 30, 2880])
  })

  test('an address that the server does not know is dropped at once', async () => {
    await mail.become('unknown')
    const id = await queued()
    expect(await sentWithin(agency.services, id, 4_000)).toBe(false)
    expect(await row(id)).toMatchObject({ given_up_at: expect.any(Date), content_sealed: null })
  })

  test('P-66 the log of a failed attempt contains neither recipient nor text', async () => {
    await mail.become('unknown')
    await queued()
    await node().deliverDue()
    expect(failed).toEqual([
      {
        message: expect.any(String),
        kind: 'second-factor-code',
        channel: 'email',
        tries: 1,
        reason: 'smtp EENVELOPE 550',
        sentence:
          'An email did not go out: the mail server refused the address of the sender or the recipient (smtp EENVELOPE 550)',
      },
    ])
    const { rows } = await owner.query('select last_error from outbox')
    expect(JSON.stringify([failed, rows])).not.toMatch(/pat@|271828|No such user/)
  })

  test('P-83 after a node dies between sending and recording, the message is sent again with the same Message-ID', async () => {
    const id = await queued()
    await owner.query(`create or replace function fail_note() returns trigger language plpgsql as $$
      begin if new.sent_at is not null then raise exception 'the node is gone'; end if; return new; end $$;
      create trigger fail_note before update on outbox for each row execute function fail_note()`)
    await node()
      .deliverDue()
      .catch(() => undefined)
    await owner.query('drop trigger fail_note on outbox')
    expect(mail.taken).toHaveLength(1)
    // Another node skips it while it is held …
    await node().deliverDue()
    expect(mail.taken).toHaveLength(1)
    // … and sends it afterwards.
    await allDueNow()
    await node().deliverDue()
    expect(idsTaken()).toEqual([`<${id}@portal.agency.test>`, `<${id}@portal.agency.test>`])
    expect((await row(id)).sent_at).not.toBeNull()
  })
})

describe('P-47 no user input becomes a header', () => {
  const known = [
    'auto-submitted',
    'content-language',
    'content-transfer-encoding',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'subject',
    'to',
  ]
  const attack = 'x\r\nBcc: victim@evil.test\r\n\r\nbody of theirs\u2028Cc: a@evil.test\n.\r\nMAIL FROM:<a@evil.test>'

  test('P-47 line breaks in brand and facts stay text: the mail has the expected headers and one recipient', async () => {
    agency.services.brands.setIdentity({ name: `Cover${attack}`, phone: '', email: '' })
    const id = await inTransaction(agency.db, (db) =>
      queueMessage(
        db,
        agency.services,
        message({ kind: 'welcome', facts: { userName: `Pat${attack}`, link: `https://portal.agency.test/${attack}` } }),
      ),
    )
    agency.services.brands.setIdentity(null)
    expect(await sentWithin(agency.services, id, 5_000)).toBe(true)
    expect(mail.taken).toHaveLength(1)
    expect([...(mail.taken[0]?.headers.keys() ?? [])].toSorted()).toEqual(known)
    expect([...(mail.taken[0]?.headers.values() ?? [])].every((values) => values.length === 1)).toBe(true)
    expect(mail.taken[0]?.to).toEqual(['pat@agency.test'])
    expect(mail.taken[0]?.raw).not.toMatch(/^(Bcc|Cc|MAIL FROM)\b/im)
  })

  test('P-47 a recipient that is more than one plain address gets nothing', async () => {
    for (const recipient of [
      'pat@agency.test\r\nBcc: victim@evil.test',
      'pat@agency.test, victim@evil.test',
      'Pat <pat@agency.test>',
      'pat@agency.test>\r\nRCPT TO:<victim@evil.test',
      '"a@evil.test"@agency.test',
      'group: a@evil.test, b@evil.test;',
      '',
    ]) {
      const id = await queued({ recipient })
      expect(await sentWithin(agency.services, id, 4_000), recipient).toBe(false)
      expect(await row(id), recipient).toMatchObject({ last_error: 'not an address', given_up_at: expect.any(Date) })
    }
    expect(mail.taken).toEqual([])
  })
})

test('Spanish letters arrive unchanged', async () => {
  const id = await queued({ language: 'es' })
  await sentWithin(agency.services, id, 5_000)
  expect(mail.taken[0]?.headers.get('content-language')).toEqual(['es'])
  expect(decoded(mail.taken[0])).toContain('Su código para entrar en Coverdesk')
})

function decoded(taken: { headers: Map<string, string[]>; body: string } | undefined): string {
  if (taken?.headers.get('content-transfer-encoding')?.join() === 'base64')
    return Buffer.from(taken.body, 'base64').toString()
  const bytes = (taken?.body ?? '')
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
