import { randomUUID } from 'node:crypto'
import { marketing } from '@coverdesk/domain/marketing/marketing-contract.ts'
import { optOut } from '@coverdesk/domain/marketing/opt-out-contract.ts'
import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setTestPostalAddress } from '../agency/test-postal-address.ts'
import { type Message, queueMessage } from '../messages/queue-message.ts'
import { testMailServer } from '../messages/test-mail-server.ts'
import { reseal } from '../platform/secrets/reseal.ts'
import { fieldSealer } from '../platform/secrets/sealed-field.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'
import { inboundSettings, signedByMailService } from './test-signed-calls.ts'

const publicUrl = 'https://portal.agency.test'
let mail: Awaited<ReturnType<typeof testMailServer>>
let agency: TestApp
let agent: Person
let visitor: Person
beforeAll(async () => {
  mail = await testMailServer()
  agency = await startTestApp({
    mail: { url: mail.url, from: 'Coverdesk <office@agency.test>' },
    publicUrl,
    mailInboundSecret: inboundSettings.mailInboundSecret,
  })
  agent = await agency.person({ roles: ['agent'], claims: ['view.marketing', 'view.customer'], npn: '19984127' })
  visitor = await agency.person()
})
afterAll(async () => {
  await agency.close()
  await mail.stop()
})
beforeEach(async () => {
  await setTestPostalAddress(agency.db)
  await mail.become('up')
})

let people = 0
/** A contact of the agent with a unique or given email address. */
async function makeContact(email = `ida.${Date.now()}.${people++}@agency.test`) {
  const { rows } = await sql<{ id: number }>`
    with person as (insert into contacts (first_name, last_name, agent_id) values ('Ida', 'Case', ${agent.agentId}) returning id),
      mail as (insert into contact_emails (contact_id, email) select id, ${email} from person)
    select id from person`.execute(agency.db)
  return { contactId: rows[0]?.id ?? 0, email }
}
type To = Awaited<ReturnType<typeof makeContact>>

const write = ({ contactId, email }: To, more: Partial<InputOf<typeof marketing.write>> = {}) =>
  agent.call(marketing.write, {
    contactId,
    channel: 'email',
    address: email,
    subject: 'Your plan',
    body: 'It is active.',
    submissionId: randomUUID(),
    ...more,
  })
const wayOf = async ({ contactId }: To) => (await agent.call(marketing.one, { contactId })).ways[0]
const deliver = async () => {
  const { rows } = await sql<{
    id: string
  }>`select id from outbox where sent_at is null and given_up_at is null`.execute(agency.db)
  for (const { id } of rows) await agency.services.deliverNow(id)
}
const mailTo = ({ email }: To) => {
  const taken = mail.taken.findLast(({ to }) => to.includes(email))
  if (!taken) throw new Error(`Nothing came to ${email}`)
  return taken
}
const unfolded = (body: string) => body.replace(/=\r\n/g, '').replace(/=3D/g, '=').replaceAll('\r\n', '\n')

/** Sends a message and returns the last part of its link. */
async function linkTo(to: To): Promise<string> {
  await write(to)
  await deliver()
  const [, page = ''] = /<([^>]+)>/.exec(mailTo(to).headers.get('list-unsubscribe')?.[0] ?? '') ?? []
  return new URL(page).searchParams.get('id') ?? ''
}

/** A one-click post as a mail service sends it. */
const clicked = async (
  id: string,
  {
    type = 'application/x-www-form-urlencoded',
    payload = 'List-Unsubscribe=One-Click',
    remoteAddress = '198.51.100.7',
  } = {},
) =>
  await agency.app.inject({
    method: 'POST',
    url: `/stop-emails?id=${id}`,
    payload,
    remoteAddress,
    headers: { 'content-type': type, 'sec-fetch-site': 'cross-site', origin: 'https://mail.example.com' },
  })

describe('sent emails', () => {
  test('NOTIF-01 an email to a contact has the agency’s postal address and an opt-out link, also in the headers for mail programs', async () => {
    const to = await makeContact()
    const id = await linkTo(to)
    const { headers, body } = mailTo(to)
    const link = `${publicUrl}/stop-emails?id=${id}`
    expect(headers.get('list-unsubscribe')).toEqual([`<${link}>, <mailto:office@agency.test?subject=unsubscribe>`])
    expect(headers.get('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click'])
    // A person wrote it: out-of-office programs answer.
    expect(headers.get('auto-submitted')).toBeUndefined()
    expect(unfolded(body)).toContain(
      `To unsubscribe from our emails, answer STOP or open this link:\n${link}\n\nCoverdesk\n120 NW 7th Ave\nMiami, FL 33136\n`,
    )
    expect(Buffer.from(id, 'base64url').toString('latin1')).not.toContain('ida')
  })

  test('NOTIF-01 without a postal address such emails are refused with where to set it; account emails are sent and have no opt-out link', async () => {
    await setTestPostalAddress(agency.db, null)
    const to = await makeContact()
    const sentence =
      'Emails to contacts must carry the agency’s postal address, and none is set. An administrator sets it in Marketing, under Agency settings'
    expect((await wayOf(to))?.whyNot).toBe(sentence)
    expect(await refusal(write(to))).toMatchObject({ code: 'message.refused', message: sentence })
    await setTestPostalAddress(agency.db)
    await clicked(await linkTo(to))
    await setTestPostalAddress(agency.db, null)
    const transactional: Pick<Message, 'kind' | 'facts'>[] = [
      { kind: 'reset-link', facts: { link: `${publicUrl}/login/reset/x` } },
      { kind: 'second-factor-code', facts: { code: '271828' } },
      { kind: 'consent-request', facts: { link: `${publicUrl}/sign/?id=x` } },
      { kind: 'welcome', facts: { link: `${publicUrl}/login`, userName: to.email } },
    ]
    for (const message of transactional) {
      await queueMessage(agency.db, agency.services, {
        channel: 'email',
        userId: agent.userId,
        recipient: to.email,
        language: 'en',
        ...message,
      })
      const before = mail.taken.length
      await deliver()
      expect(mail.taken.length, message.kind).toBe(before + 1)
      expect(mailTo(to).headers.has('list-unsubscribe'), message.kind).toBe(false)
      expect(unfolded(mailTo(to).body), message.kind).not.toContain('stop-emails')
    }
  })
})

describe('the opt-out link', () => {
  test('NOTIF-01 it shows a masked address and no other data, a read changes nothing, and it opts the address out for every contact who has it, once', async () => {
    const to = await makeContact()
    const twin = await makeContact(to.email.toUpperCase())
    const id = await linkTo(to)
    const page = { agency: 'Coverdesk', address: 'i•••@a•••.test', language: 'en', optedOut: false }
    expect(await visitor.call(optOut.page, { id })).toEqual(page)
    expect((await wayOf(to))?.optedOut).toBeNull()
    for (const _ of [1, 2])
      expect(await visitor.call(optOut.set, { id, optedOut: true })).toEqual({ ...page, optedOut: true })
    for (const one of [to, { ...twin, email: to.email }])
      expect(await refusal(write(one))).toMatchObject({
        code: 'message.refused',
        message: 'This address opted out and no longer gets emails',
      })
    expect(await wayOf(to)).toMatchObject({
      optedOut: 'contact',
      lastWord: { optedOut: true, saidBy: 'contact', way: 'link', by: null, message: { subject: 'Your plan' } },
    })
    // The message was sent to another contact.
    expect((await wayOf(twin))?.lastWord).toMatchObject({ way: 'link', message: null })
    const { rows } = await sql`
      select action, user_id, facts from audit_events where entity = 'opt-out' and entity_id = ${String(to.contactId)}`.execute(
      agency.db,
    )
    expect(rows).toEqual([
      { action: 'create', user_id: null, facts: { channel: 'email', saidBy: 'contact', way: 'link' } },
    ])
  })

  test('NOTIF-01 a mail program opts its reader out by one click, in either encoding, from any origin, without a redirect', async () => {
    for (const [type, payload] of [
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      ],
    ] as const) {
      const to = await makeContact()
      const id = await linkTo(to)
      const answers = [await clicked(id, { type, payload }), await clicked(id, { type, payload })]
      expect(answers.map(({ statusCode, headers }) => [statusCode, headers['set-cookie'], headers.location])).toEqual([
        [204, undefined, undefined],
        [204, undefined, undefined],
      ])
      expect((await wayOf(to))?.optedOut, type).toBe('contact')
    }
    expect((await clicked('nothing')).statusCode).toBe(404)
    expect((await agency.app.inject({ method: 'POST', url: '/stop-emails' })).statusCode).toBe(404)
  })

  test('NOTIF-01 the reader can opt in again by the same link, staff only with a reason, and each change is recorded', async () => {
    const to = await makeContact()
    const id = await linkTo(to)
    await visitor.call(optOut.set, { id, optedOut: true })
    expect(await visitor.call(optOut.set, { id, optedOut: false })).toMatchObject({ optedOut: false })
    await expect(write(to)).resolves.toMatchObject({ state: 'queued' })
    await visitor.call(optOut.set, { id, optedOut: true })
    const takeBack = { contactId: to.contactId, channel: 'email', address: to.email, optedOut: false } as const
    expect((await refusal(agent.call(marketing.setOptOut, takeBack))).details).toMatchObject([
      { path: 'reason', message: 'Reason is required' },
    ])
    await agent.call(marketing.setOptOut, { ...takeBack, reason: 'Asked for emails by telephone' })
    await expect(write(to)).resolves.toMatchObject({ state: 'queued' })
    expect((await wayOf(to))?.lastWord).toMatchObject({
      optedOut: false,
      saidBy: 'staff',
      way: 'note',
      by: expect.stringMatching(/^Pat/),
      reason: 'Asked for emails by telephone',
    })
    const { rows } = await sql<{ said: string }>`
      select concat_ws(' ', opted_out, said_by, way, message_id is not null, user_id is not null) as said
      from opt_out_words where address = ${to.email} order by id`.execute(agency.db)
    expect(rows.map(({ said: reason }) => reason)).toEqual([
      't contact link t f',
      'f contact link t f',
      't contact link t f',
      'f staff note f t',
    ])
    const { rows: events } = await sql<{ facts: unknown }>`
      select facts::text from audit_events where entity = 'opt-out' and entity_id = ${String(to.contactId)}`.execute(
      agency.db,
    )
    expect(JSON.stringify(events)).not.toMatch(/telephone|agency\.test/)
  })

  test('NOTIF-01 a message that still waits for the mail server is cancelled after its reader opts out', async () => {
    const to = await makeContact()
    const id = await linkTo(to)
    await mail.become('busy')
    const waiting = await write(to, { subject: 'Too late' })
    await deliver()
    await clicked(id)
    await mail.become('up')
    await sql`update outbox set next_try_at = now()`.execute(agency.db)
    await deliver()
    expect(mailTo(to).headers.get('subject')).toEqual(['Your plan'])
    const { messages } = await agent.call(marketing.one, { contactId: to.contactId })
    expect(messages.find((one) => one.id === waiting.id)).toMatchObject({
      state: 'failed',
      failure: 'The contact opted out before it was sent',
    })
  })

  test('P-65 the link works after the contact is deleted, and after the installation’s secrets were replaced', async () => {
    const to = await makeContact()
    const id = await linkTo(to)
    await sql`delete from contacts where id = ${to.contactId}`.execute(agency.db)
    const { fieldSecret } = agency.services.config
    const newer = fieldSealer('another-field-secret-for-tests-0123456789-z', [fieldSecret])
    await reseal(agency.ownerUrl, newer)
    const { sealer } = agency.services
    agency.services.sealer = fieldSealer('another-field-secret-for-tests-0123456789-z')
    expect(await visitor.call(optOut.set, { id, optedOut: true })).toMatchObject({ optedOut: true })
    expect(await refusal(write(await makeContact(to.email)))).toMatchObject({ code: 'message.refused' })
    await reseal(agency.ownerUrl, fieldSealer(fieldSecret, ['another-field-secret-for-tests-0123456789-z']))
    agency.services.sealer = sealer
  })

  test('P-81 an invalid or altered link is not found; many attempts from one address are rate limited, others are not', async () => {
    const to = await makeContact()
    const id = await linkTo(to)
    const changed = `${id.slice(0, 40)}${id[40] === 'A' ? 'B' : 'A'}${id.slice(41)}`
    for (const wrong of ['', 'nothing', changed, `${id}x`, 'ñ'])
      expect((await refusal(visitor.call(optOut.page, { id: wrong }))).code, wrong).toBe('opt_out.not_found')
    const guesses = await Promise.all(
      Array.from({ length: 40 }, () => clicked('guess', { remoteAddress: '198.51.100.66' })),
    )
    expect(guesses.some(({ statusCode }) => statusCode === 429)).toBe(true)
    expect((await clicked(id)).statusCode).toBe(204)
  })
})

const mailComesIn = async (mail: { from: string; subject: string; text: string }) => {
  const payload = JSON.stringify(mail)
  return await agency.app.inject({
    method: 'POST',
    url: '/api/Marketing/inbound/email',
    payload,
    headers: {
      'content-type': 'application/json',
      ...signedByMailService(inboundSettings.mailInboundSecret, { body: payload }, randomUUID()),
    },
  })
}

test('NOTIF-01 an email answer STOP, or an unsubscribe mail of a mail program, opts out like the link, with that message', async () => {
  const to = await makeContact()
  await linkTo(to)
  const answer = await mailComesIn({ from: to.email, subject: 'unsubscribe', text: '' })
  expect(answer.statusCode).toBe(204)
  expect(await wayOf(to)).toMatchObject({
    optedOut: 'contact',
    lastWord: { optedOut: true, saidBy: 'contact', way: 'answer', message: { subject: 'unsubscribe' } },
  })
})

test('NOTIF-01 neither a display name nor a subject takes an opt-out back', async () => {
  const to = await makeContact()
  await mailComesIn({ from: `Ida <${to.email}>`, subject: '', text: 'STOP' })
  expect(await wayOf(to)).toMatchObject({ optedOut: 'contact' })
  await mailComesIn({ from: `"${to.email}" <other@x.example>`, subject: '', text: 'START' })
  await mailComesIn({ from: to.email, subject: 'Alta', text: 'Quiero inscribir a mi hija' })
  expect(await wayOf(to)).toMatchObject({ optedOut: 'contact' })
  const nameless = await mailComesIn({ from: `${to.email}, Eva <eva@x.example>`, subject: '', text: 'Hi' })
  expect(nameless.statusCode).toBe(400)
  await mailComesIn({ from: to.email, subject: 'Re: news', text: 'START' })
  expect(await wayOf(to)).toMatchObject({ optedOut: null })
})

test('the last opt-out entry of an address is read by index', async () => {
  await sql`
    insert into opt_out_words (channel, address, opted_out, said_by, way)
    select 'email', n || '@agency.test', true, 'contact', 'link' from generate_series(1, 5000) n`.execute(agency.db)
  await sql`analyze opt_out_words`.execute(agency.db)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select * from opt_out_words h where h.channel = 'email' and h.address = '7@agency.test' order by h.id desc limit 1`.execute(
    agency.db,
  )
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('opt_out_words_address')
})
