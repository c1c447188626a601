import { randomUUID } from 'node:crypto'
import { contactMerges } from '@coverdesk/domain/contacts/merge-contract.ts'
import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { marketing } from '@coverdesk/domain/marketing/marketing-contract.ts'
import { notifications } from '@coverdesk/domain/notifications/notification-contract.ts'
import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import { telephony } from '@coverdesk/domain/telephony/telephony-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { blankLead } from '../leads/blank-lead.ts'
import { testSmsGateway } from '../messages/test-sms-gateway.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'
import { inboundSettings, signedByGateway, signedByMailService } from './test-signed-calls.ts'

/** A Wednesday, 1 PM in Florida. */
const noon = new Date('2026-11-25T18:00:00Z')

let agency: TestApp
let gateway: Awaited<ReturnType<typeof testSmsGateway>>
let agent: Person
let other: Person
let admin: Person
beforeEach(async () => {
  gateway = await testSmsGateway()
  agency = await startTestApp({ ...inboundSettings, sms: { ...inboundSettings.sms, url: gateway.url } })
  agency.setClock(() => noon)
  const claims = ['view.marketing', 'view.customer']
  agent = await agency.person({ roles: ['agent'], claims, npn: '19984127' })
  other = await agency.person({ roles: ['agent'], claims, npn: '20417733' })
  admin = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.marketing', 'admin.customer'] })
})
afterEach(async () => {
  await agency.close()
  await gateway.stop()
})

let numbers = 3_055_551_000
/** A contact of an agent with a unique number and address. */
async function makeContact(agentId: number | null, { status }: { status?: number } = {}) {
  const phone = String(numbers++)
  const email = `ida.${phone}@agency.test`
  const { rows } = await sql<{ id: number }>`
    with person as (insert into contacts (first_name, last_name, agent_id) values ('Ida', ${`Case${phone}`}, ${agentId}) returning id),
      number as (insert into contact_phones (contact_id, phone) select id, ${phone} from person),
      mail as (insert into contact_emails (contact_id, email) select id, ${email} from person)
    select id from person`.execute(agency.db)
  const contactId = rows[0]?.id ?? 0
  if (status)
    await sql`insert into customers (contact_id, status_id) values (${contactId}, ${status})`.execute(agency.db)
  return { contactId, phone, email }
}

const textTo = (person: Person, to: { contactId: number; phone: string }, body: string, submissionId = randomUUID()) =>
  person.call(marketing.write, { contactId: to.contactId, channel: 'sms', address: to.phone, body, submissionId })
const read = (person: Person, contactId: number) => person.call(marketing.one, { contactId })
const listed = async (person: Person, query: InputOf<typeof marketing.conversations> = {}) =>
  (await person.call(marketing.conversations, { pageSize: 100, ...query })).data

/** Posts an incoming text as the gateway does. */
async function comesIn(
  from: string,
  body: string,
  {
    sid = randomUUID(),
    headers,
    account,
    more = {},
  }: { sid?: string; headers?: Record<string, string>; account?: string; more?: Record<string, string> } = {},
) {
  const { config } = agency.services
  const sent = {
    MessageSid: sid,
    AccountSid: account ?? config.sms?.account ?? '',
    From: `+1${from}`,
    Body: body,
    Extra: 'ü &',
    ...more,
  }
  const [path, payload] = ['/api/Marketing/inbound/sms?from=twilio', new URLSearchParams(sent).toString()]
  const answer = await agency.app.inject({
    method: 'POST',
    url: path,
    payload,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(headers ?? signedByGateway(config, { path, body: payload })),
    },
  })
  return answer.statusCode
}

async function mailComesIn(
  mail: { from: string; subject?: string; text: string },
  { id = randomUUID() as string, at = noon, secret = inboundSettings.mailInboundSecret } = {},
) {
  const payload = JSON.stringify(mail)
  const answer = await agency.app.inject({
    method: 'POST',
    url: '/api/Marketing/inbound/email',
    payload,
    headers: { 'content-type': 'application/json', ...signedByMailService(secret, { body: payload }, id, at) },
  })
  return answer.statusCode
}

const deliver = async () => {
  const { rows } = await sql<{
    id: string
  }>`select id from outbox where kind = 'conversation' and sent_at is null`.execute(agency.db)
  for (const { id } of rows) await agency.services.deliverNow(id)
}

describe('sending messages', () => {
  test('NOTIF-01 a text is sent through the gateway once however often it is submitted, appears in the conversation, and shows its delivery state', async () => {
    const to = await makeContact(agent.agentId)
    expect(await read(agent, to.contactId)).toMatchObject({ messages: [], earlier: false })
    const submissionId = randomUUID()
    const written = await textTo(agent, to, 'Good morning,\nyour plan is active.', submissionId)
    expect(written).toMatchObject({
      direction: 'out',
      channel: 'sms',
      address: to.phone,
      state: 'queued',
      failure: null,
      body: 'Good morning,\nyour plan is active.',
      by: expect.stringMatching(/^Pat/),
    })
    expect(await textTo(agent, to, 'Good morning,\nyour plan is active.', submissionId)).toEqual(written)
    await deliver()
    const forms = gateway.taken.filter(({ form }) => form.To === `+1${to.phone}`).map(({ form }) => form.Body)
    expect(forms).toEqual(['Good morning,\nyour plan is active.\nCoverdesk. Reply STOP to end texts.'])
    expect((await read(agent, to.contactId)).messages).toEqual([{ ...written, state: 'sent' }])
    await textTo(agent, to, 'One more thing.')
    gateway.answerWith(400)
    await deliver()
    gateway.answerWith(201)
    const { messages } = await read(agent, to.contactId)
    expect(messages[1]).toMatchObject({ state: 'failed', failure: 'The gateway refused this number or this text' })
    expect(gateway.taken.at(-1)?.form.Body).toBe('One more thing.')
    // The outbox deletes old messages, the conversation keeps them.
    await sql`delete from outbox`.execute(agency.db)
    expect((await read(agent, to.contactId)).messages.map(({ state }) => state)).toEqual(['sent', 'failed'])
    const { rows } = await sql<{ facts: unknown }>`
      select facts from audit_events where entity = 'message' and entity_id = ${String(written.id)}`.execute(agency.db)
    expect(rows).toEqual([{ facts: { channel: 'sms' } }])
  })

  test('NOTIF-01 P-26 P-30 users can message and read about visible contacts only, and the list shows no others', async () => {
    const ownContact = await makeContact(agent.agentId)
    const unassigned = await makeContact(null)
    await textTo(agent, ownContact, 'Mine')
    await textTo(admin, unassigned, 'Nobody’s')
    for (const call of [
      () => textTo(other, ownContact, 'x'),
      () => read(other, ownContact.contactId),
      () => other.call(marketing.setRead, { contactId: ownContact.contactId, upTo: 1 }),
      () => read(agent, unassigned.contactId),
    ])
      expect((await refusal(call())).code).toBe('contact.not_found')
    const [own, theirs, all] = await Promise.all([agent, other, admin].map((person) => listed(person)))
    const ids = (rows: typeof own) => rows?.map(({ contactId }) => contactId) ?? []
    expect(ids(own)).toContain(ownContact.contactId)
    expect(ids(own)).not.toContain(unassigned.contactId)
    expect(theirs).toEqual([])
    expect(ids(all)).toEqual(expect.arrayContaining([ownContact.contactId, unassigned.contactId]))
    await sql`update contacts set agent_id = ${other.agentId} where id = ${ownContact.contactId}`.execute(agency.db)
    expect(ids(await listed(agent))).not.toContain(ownContact.contactId)
    expect(ids(await listed(other))).toEqual([ownContact.contactId])
    const without = await agency.person({ roles: ['agent'], claims: ['view.marketing'], npn: '21000001' })
    expect((await refusal(listed(without))).code).toBe('right.missing')
  })

  test('NOTIF-01 invalid input, another contact’s number, and a channel without a gateway are refused with the reason', async () => {
    const to = await makeContact(agent.agentId)
    const otherContact = await makeContact(null)
    const failureOf = (more: Partial<InputOf<typeof marketing.write>>) =>
      refusal(
        agent.call(marketing.write, {
          contactId: to.contactId,
          channel: 'sms',
          address: to.phone,
          body: 'x',
          submissionId: randomUUID(),
          ...more,
        }),
      )
    for (const more of [{ body: ' ' }, { body: 'x'.repeat(1_601) }, { address: otherContact.phone }, { body: 'x\0' }])
      expect((await failureOf(more)).code, JSON.stringify(more).slice(0, 60)).toBe('request.invalid')
    expect((await failureOf({ channel: 'email', address: to.email })).details).toMatchObject([
      { message: 'Subject is required' },
    ])
    const mail = await failureOf({ channel: 'email', address: to.email, subject: 'Hello' })
    expect(mail).toMatchObject({ code: 'message.refused', message: 'No gateway for emails is set up' })
  })
})

test('NOTIF-01 a first text that failed leaves the notice of how to stop to the next one', async () => {
  const to = await makeContact(agent.agentId)
  gateway.answerWith(400)
  await textTo(agent, to, 'Good morning.')
  await deliver()
  gateway.answerWith(201)
  await textTo(agent, to, 'Good morning again.')
  await deliver()
  expect(gateway.taken.at(-1)?.form.Body).toBe('Good morning again.\nCoverdesk. Reply STOP to end texts.')
})

test('NOTIF-01 an attempt that fails after the contact opted out leaves the message given up', async () => {
  const to = await makeContact(agent.agentId)
  await textTo(agent, to, 'Good morning.')
  gateway.answerWith(503)
  gateway.beforeAnswer(async () => void (await comesIn(to.phone, 'STOP')))
  await deliver()
  gateway.beforeAnswer(undefined)
  gateway.answerWith(201)
  expect((await read(agent, to.contactId)).messages[0]).toMatchObject({
    state: 'failed',
    failure: 'The contact opted out before it was sent',
  })
})

test('NOTIF-01 messages that wait are given up when the customer is not to be contacted any longer', async () => {
  const to = await makeContact(agent.agentId, { status: 3 })
  await textTo(agent, to, 'Good morning.')
  await admin.call(customers.setStatus, { id: to.contactId, statusId: 5, comment: 'Asked on the phone' })
  const sent = gateway.taken.length
  await deliver()
  expect(gateway.taken).toHaveLength(sent)
  expect((await read(agent, to.contactId)).messages[0]).toMatchObject({ state: 'failed' })
})

test('NOTIF-01 a conversation is found by its number as a phone shows it, with the country code', async () => {
  const to = await makeContact(agent.agentId)
  await textTo(agent, to, 'Good morning.')
  const found = await listed(agent, { search: `+1 ${to.phone.slice(0, 3)} ${to.phone.slice(3)}` })
  expect(found.map(({ contactId }) => contactId)).toEqual([to.contactId])
})

/** Merges two contacts with the status of the second; returns the id of the merge. */
async function mergeWithStatus(id: number, otherId: number): Promise<number> {
  const { version, otherVersion } = await admin.call(contactMerges.preview, { id, otherId })
  const choices = { status: 'merged' } as const
  return (await admin.call(contactMerges.merge, { id, otherId, version, otherVersion, choices })).id
}

test('NOTIF-01 messages that wait are given up when a merge shows that the contact is not to be contacted', async () => {
  const [to, left] = [await makeContact(agent.agentId), await makeContact(agent.agentId, { status: 5 })]
  await textTo(agent, to, 'Good morning.')
  await mergeWithStatus(to.contactId, left.contactId)
  const sent = gateway.taken.length
  await deliver()
  expect(gateway.taken).toHaveLength(sent)
  expect((await read(agent, to.contactId)).messages[0]).toMatchObject({ state: 'failed' })
})

test('NOTIF-01 messages that wait are given up when an undone merge gives the status Do Not Contact back', async () => {
  const [left, active] = [
    await makeContact(agent.agentId, { status: 5 }),
    await makeContact(agent.agentId, { status: 3 }),
  ]
  const mergeId = await mergeWithStatus(left.contactId, active.contactId)
  await textTo(agent, left, 'Good morning.')
  await admin.call(contactMerges.undo, { mergeId })
  const sent = gateway.taken.length
  await deliver()
  expect(gateway.taken).toHaveLength(sent)
  expect((await read(agent, left.contactId)).messages[0]).toMatchObject({ state: 'failed' })
})

test('NOTIF-01 a merge keeps the wish not to be contacted of either record, if no status is chosen', async () => {
  const [active, left] = [
    await makeContact(agent.agentId, { status: 3 }),
    await makeContact(agent.agentId, { status: 5 }),
  ]
  const pair = { id: active.contactId, otherId: left.contactId }
  const { version, otherVersion } = await admin.call(contactMerges.preview, pair)
  await admin.call(contactMerges.merge, { ...pair, version, otherVersion, choices: {} })
  expect(await admin.call(customers.one, { id: active.contactId })).toMatchObject({ status: 'Do Not Contact' })
})

test('NOTIF-01 a wish not to be contacted of a merged record ends with the next status of the record that stays', async () => {
  const [active, left] = [
    await makeContact(agent.agentId, { status: 3 }),
    await makeContact(agent.agentId, { status: 5 }),
  ]
  await sql`update contact_phones set phone = ${active.phone} where contact_id = ${left.contactId}`.execute(agency.db)
  await mergeWithStatus(active.contactId, left.contactId)
  await admin.call(customers.setStatus, { id: active.contactId, statusId: 3, comment: 'Asked to hear from us again' })
  await expect(textTo(agent, active, 'Good morning.')).resolves.toMatchObject({ state: 'queued' })
})

test('NOTIF-01 a wish not to be contacted counts for every record with the number or address', async () => {
  const one = await makeContact(agent.agentId, { status: 3 })
  const twin = await makeContact(agent.agentId)
  await sql`update contact_phones set phone = ${one.phone} where contact_id = ${twin.contactId}`.execute(agency.db)
  await textTo(agent, { ...twin, phone: one.phone }, 'Good morning.')
  await admin.call(customers.setStatus, { id: one.contactId, statusId: 5, comment: 'Asked on the phone' })
  await deliver()
  expect((await read(agent, twin.contactId)).messages[0]).toMatchObject({ state: 'failed' })
  const refused = await refusal(textTo(agent, { ...twin, phone: one.phone }, 'Are you there?'))
  expect(refused.message).toBe('The status of this customer is Do Not Contact')
  const ways = (await read(agent, twin.contactId)).ways.map(({ channel, whyNot }) => [channel, whyNot])
  expect(ways).toEqual([
    ['sms', 'The status of this customer is Do Not Contact'],
    ['email', expect.not.stringContaining('Do Not Contact')],
  ])
})

test('NOTIF-01 Do Not Call of a lead gives up texts that wait for its number and refuses others; emails are not blocked', async () => {
  const to = await makeContact(agent.agentId)
  await textTo(agent, to, 'Good morning.')
  const caller = await agency.person({ roles: ['agent'], claims: ['admin.Lead'], fullAccess: true })
  const { id } = await caller.call(leads.create, {
    ...blankLead,
    firstName: '',
    lastName: 'Case',
    phone: to.phone,
    agentId: 0,
  })
  await caller.call(leads.setDisposition, { id, statusId: 7 })
  const sent = gateway.taken.length
  await deliver()
  expect(gateway.taken).toHaveLength(sent)
  const { messages, ways } = await read(agent, to.contactId)
  expect(messages[0]).toMatchObject({ state: 'failed' })
  const whyNot = 'This number asked not to be called: a lead with it has the disposition Do Not Call'
  expect(ways).toMatchObject([
    { channel: 'sms', whyNot },
    { channel: 'email', whyNot: expect.not.stringContaining('Do Not Call') },
  ])
  expect((await refusal(textTo(agent, to, 'Are you there?'))).message).toBe(whyNot)
  await caller.call(leads.setDisposition, { id, statusId: '', reason: 'Asked for a quote' })
  expect((await textTo(agent, to, 'Your quote.')).state).toBe('queued')
})

describe('texting hours', () => {
  test('NOTIF-01 a text at night waits until the hours of Florida, and says so before and after it is written; an answer is sent at once', async () => {
    const to = await makeContact(agent.agentId)
    agency.setClock(() => new Date('2026-11-26T02:30:00Z'))
    const [way] = (await read(agent, to.contactId)).ways
    expect(way?.sentLater).toBe(
      'Texting rules of Florida: a text that you write now is sent on Nov 26, 9:00 AM EST. An answer to their text is sent at once.',
    )
    const sent = gateway.taken.length
    expect((await textTo(agent, to, 'Good evening.')).waitsUntil).not.toBeNull()
    await deliver()
    expect(gateway.taken).toHaveLength(sent)
    const { rows } = await sql<{ waits: number; worth: number }>`
      select extract(epoch from next_try_at - created_at)::int as waits, extract(epoch from expires_at - next_try_at)::int as worth
      from outbox where kind = 'conversation' order by created_at desc limit 1`.execute(agency.db)
    expect(rows).toEqual([{ waits: 11.5 * 3600, worth: 24 * 3600 }])
    expect(await comesIn(to.phone, 'Is it sent?')).toBe(204)
    expect((await read(agent, to.contactId)).ways[0]?.sentLater).toBeNull()
    expect((await textTo(agent, to, 'Now it is.')).waitsUntil).toBeNull()
    await deliver()
    expect(gateway.taken).toHaveLength(sent + 1)
  })

  test('NOTIF-01 the stricter of address and number counts, and a fourth text within a day waits in Florida', async () => {
    const to = await makeContact(agent.agentId)
    await sql`insert into contact_addresses (contact_id, address, state_id)
      select ${to.contactId}, '1 Main St', id from states where code = 'RI'`.execute(agency.db)
    agency.setClock(() => new Date('2026-11-25T23:30:00Z'))
    expect((await textTo(agent, to, 'After six in Rhode Island.')).waitsUntil).not.toBeNull()
    agency.setClock(() => noon)
    for (const body of ['Two.', 'Three.']) expect((await textTo(agent, to, body)).waitsUntil).toBeNull()
    expect((await textTo(agent, to, 'Four.')).waitsUntil).not.toBeNull()
  })

  test('NOTIF-01 a text whose first attempt failed is not tried again at night, and keeps its attempts', async () => {
    const to = await makeContact(agent.agentId)
    agency.setClock(() => noon)
    const { id } = await textTo(agent, to, 'Good afternoon.')
    gateway.answerWith(503)
    await deliver()
    gateway.answerWith(201)
    const outbox = sql`outbox where id = (select outbox_id from contact_messages where id = ${id})`
    const isDue = () =>
      sql`update outbox set next_try_at = now() where id in (select id from ${outbox})`.execute(agency.db)
    await isDue()
    agency.setClock(() => new Date('2026-11-26T02:30:00Z'))
    const taken = gateway.taken.length
    await deliver()
    expect(gateway.taken).toHaveLength(taken)
    const { rows } = await sql`
      select tries, round(extract(epoch from next_try_at - now()) / 3600, 1)::float8 as hours from ${outbox}`.execute(
      agency.db,
    )
    expect(rows).toEqual([{ tries: 1, hours: 11.5 }])
    agency.setClock(() => new Date('2026-11-26T14:00:00Z'))
    await isDue()
    await deliver()
    expect(gateway.taken).toHaveLength(taken + 1)
    expect((await read(agent, to.contactId)).messages[0]).toMatchObject({ state: 'sent', failure: null })
  })

  test('NOTIF-01 a text that waits is not sent to a number that the contact no longer has, nor after the contact was deleted', async () => {
    agency.setClock(() => new Date('2026-11-26T02:30:00Z'))
    const [moved, deleted] = [await makeContact(agent.agentId), await makeContact(agent.agentId)]
    for (const to of [moved, deleted]) await textTo(agent, to, 'Good morning.')
    await sql`update contact_phones set phone = '3055559999' where contact_id = ${moved.contactId}`.execute(agency.db)
    await sql`delete from contacts where id = ${deleted.contactId}`.execute(agency.db)
    agency.setClock(() => new Date('2026-11-26T14:00:00Z'))
    await sql`update outbox set next_try_at = now() where kind = 'conversation' and given_up_at is null`.execute(
      agency.db,
    )
    const taken = gateway.taken.length
    await deliver()
    const numbers = gateway.taken.slice(taken).map(({ form }) => form.To)
    for (const { phone } of [moved, deleted]) expect(numbers).not.toContain(`+1${phone}`)
    expect((await read(agent, moved.contactId)).messages[0]).toMatchObject({
      state: 'failed',
      failure: 'The contact no longer had this number or address when it was to be sent',
    })
  })

  test('NOTIF-01 a text that waited counts for the day on which it is sent', async () => {
    const to = await makeContact(agent.agentId)
    const write = async (body: string, at: Date) => {
      agency.setClock(() => at)
      const { id, waitsUntil } = await textTo(agent, to, body)
      await sql`update contact_messages set at = ${at} where id = ${id}`.execute(agency.db)
      return waitsUntil !== null
    }
    const nextDay = new Date(noon.getTime() + 24.5 * 3_600_000)
    const written = [
      await write('One.', noon),
      await write('Two.', noon),
      await write('Three.', noon),
      await write('Four.', noon),
      await write('Five.', nextDay),
      await write('Six.', nextDay),
      await write('Seven.', nextDay),
    ]
    // The fourth is sent a day after the first, half an hour before the fifth.
    expect(written).toEqual([false, false, false, true, false, false, true])
  })
})

describe('consent', () => {
  test('NOTIF-01 STOP with a picture, and a wish in a sentence, opt out as well', async () => {
    for (const [body, more] of [
      ['STOP', { NumMedia: '1' }],
      ['Please stop texting me', {}],
      ['No me escriba más', {}],
    ] as const) {
      const to = await makeContact(agent.agentId)
      await comesIn(to.phone, body, { more })
      expect((await read(agent, to.contactId)).ways[0], body).toMatchObject({ optedOut: 'contact' })
    }
  })

  test('NOTIF-01 a number that answered STOP gets no texts for any contact until START; staff cannot revert that', async () => {
    const to = await makeContact(agent.agentId)
    expect(await comesIn(to.phone, 'Stop.')).toBe(204)
    const sentence = 'This number answered STOP and no longer gets text messages, until it answers START'
    expect((await read(agent, to.contactId)).ways).toEqual([
      {
        channel: 'sms',
        address: to.phone,
        optedOut: 'contact',
        whyNot: sentence,
        sentLater: null,
        lastWord: expect.objectContaining({ optedOut: true, saidBy: 'contact', way: 'answer' }),
      },
      {
        channel: 'email',
        address: to.email,
        optedOut: null,
        lastWord: null,
        whyNot: 'No gateway for emails is set up',
        sentLater: null,
      },
    ])
    expect(await refusal(textTo(agent, to, 'x'))).toMatchObject({ code: 'message.refused', message: sentence })
    const takeBack = {
      contactId: to.contactId,
      channel: 'sms',
      address: to.phone,
      optedOut: false,
      reason: 'Asked',
    } as const
    expect((await refusal(agent.call(marketing.setOptOut, takeBack))).code).toBe('message.refused')
    const twin = await makeContact(agent.agentId)
    await sql`update contact_phones set phone = ${to.phone} where contact_id = ${twin.contactId}`.execute(agency.db)
    expect((await refusal(textTo(agent, { ...twin, phone: to.phone }, 'x'))).code).toBe('message.refused')
    expect(await comesIn(to.phone, 'start')).toBe(204)
    await expect(textTo(agent, to, 'Welcome back')).resolves.toMatchObject({ state: 'queued' })
    const { rows } = await sql<{ action: string }>`
      select action from audit_events where entity = 'opt-out' and entity_id = ${String(to.contactId)} order by id`.execute(
      agency.db,
    )
    expect(rows.map(({ action }) => action)).toEqual(['create', 'delete'])
  })

  test('NOTIF-01 a number that wrote not to be called is not called until START; STOP alone ends texts only', async () => {
    const to = await makeContact(agent.agentId)
    const caller = await agency.person({ roles: ['agent'], claims: ['TelephonyAgent', 'view.lead'], fullAccess: true })
    const whyNot = async () => (await caller.call(telephony.block, { phone: to.phone })).whyNot
    await comesIn(to.phone, 'STOP')
    expect(await whyNot()).toBe(null)
    await comesIn(to.phone, '¡Ya no me llamen por favor!')
    expect(await whyNot()).toBe(
      'This number asked not to be called, in a text message. It can be called after it answers START',
    )
    await comesIn(to.phone, 'START')
    expect(await whyNot()).toBe(null)
  })

  test('NOTIF-01 staff can revert an opt-out that staff recorded; customers with the status Do Not Contact get no messages', async () => {
    const to = await makeContact(agent.agentId)
    const noted = { contactId: to.contactId, channel: 'sms', address: to.phone } as const
    await agent.call(marketing.setOptOut, { ...noted, optedOut: true })
    expect((await refusal(textTo(agent, to, 'x'))).message).toBe('It is noted that this number wants no text messages')
    await agent.call(marketing.setOptOut, { ...noted, optedOut: false, reason: 'They asked for texts' })
    await expect(textTo(agent, to, 'x')).resolves.toMatchObject({ state: 'queued' })
    const left = await makeContact(agent.agentId, { status: 5 })
    expect((await refusal(textTo(agent, left, 'x'))).message).toBe('The status of this customer is Do Not Contact')
  })
})

describe('receiving messages', () => {
  const toldOf = async (person: Person) => (await person.call(notifications.list, {})).data

  test('NOTIF-01 NOTIF-07 an incoming text is added to its conversation once however often it is delivered, and notifies users who see the contact', async () => {
    const from = await makeContact(agent.agentId)
    const unseen = (await toldOf(other)).length
    const sid = randomUUID()
    expect(await Promise.all([1, 2, 3].map(() => comesIn(from.phone, 'Yes, please call me.', { sid })))).toEqual([
      204, 204, 204,
    ])
    expect(await comesIn(from.phone, 'Something else', { sid })).toBe(204)
    const { messages } = await read(agent, from.contactId)
    expect(messages).toMatchObject([{ direction: 'in', state: 'received', body: 'Yes, please call me.', by: null }])
    for (const person of [agent, admin])
      expect((await toldOf(person)).filter((notification) => notification.record_id === from.contactId)).toMatchObject([
        { kind: 'message', read: false, text: expect.stringMatching(/^Ida Case\d+ sent a text message$/) },
      ])
    expect(await toldOf(other)).toHaveLength(unseen)
    const [first] = await listed(agent)
    expect(first).toMatchObject({
      contactId: from.contactId,
      unread: true,
      direction: 'in',
      excerpt: 'Yes, please call me.',
    })
    expect((await listed(agent, { unread: true })).map(({ contactId }) => contactId)).toContain(from.contactId)
    await agent.call(marketing.setRead, { contactId: from.contactId, upTo: messages[0]?.id ?? 0 })
    expect((await listed(agent, { unread: true })).map(({ contactId }) => contactId)).not.toContain(from.contactId)
    expect((await toldOf(agent)).find((notification) => notification.record_id === from.contactId)?.read).toBe(true)
    expect((await toldOf(admin)).find((notification) => notification.record_id === from.contactId)?.read).toBe(false)
    expect((await listed(admin, { unread: true })).map(({ contactId }) => contactId)).toContain(from.contactId)
  })

  test('NOTIF-01 P-43 a webhook request that is unsigned, altered or for another account is refused and leaves nothing', async () => {
    const from = await makeContact(agent.agentId)
    const forged = { 'x-twilio-signature': 'Zm9yZ2Vk' }
    expect(await comesIn(from.phone, 'x', { headers: forged })).toBe(401)
    expect(await comesIn(from.phone, 'x', { headers: {} })).toBe(401)
    expect(await comesIn(from.phone, 'x', { account: 'AC9999' })).toBe(401)
    const right = signedByGateway(agency.services.config, {
      path: '/api/Marketing/inbound/sms?from=twilio',
      body: 'Body=x',
    })
    expect(await comesIn(from.phone, 'changed', { headers: right })).toBe(401)
    expect((await read(agent, from.contactId)).messages).toEqual([])
  })

  test('NOTIF-01 an email arrives by Standard Webhooks: signed, recent and once; an unknown sender becomes a contact that administrators see', async () => {
    const from = await makeContact(agent.agentId)
    const mail = { from: `Ida Case <${from.email.toUpperCase()}>`, subject: 'Re: Your plan', text: 'Thank you!\r\nIda' }
    const id = randomUUID()
    expect([await mailComesIn(mail, { id }), await mailComesIn(mail, { id })]).toEqual([204, 204])
    expect((await read(agent, from.contactId)).messages).toMatchObject([
      { channel: 'email', address: from.email, subject: 'Re: Your plan', body: 'Thank you!\nIda' },
    ])
    expect(await mailComesIn(mail, { at: new Date(noon.getTime() - 600_000) })).toBe(401)
    expect(await mailComesIn(mail, { secret: 'another secret' })).toBe(401)
    expect(await mailComesIn({ from: 'nobody', text: 'x' })).toBe(400)
    expect(await mailComesIn({ ...mail, subject: 'unsubscribe', text: 'Please.' })).toBe(204)
    expect((await read(agent, from.contactId)).ways[1]).toMatchObject({ optedOut: 'contact' })
    const sender = `new.${randomUUID()}@agency.test`
    expect([
      await mailComesIn({ from: sender, text: 'Hello' }),
      await mailComesIn({ from: sender, text: 'Again' }),
    ]).toEqual([204, 204])
    const found = await listed(admin, { search: sender.slice(0, 30) })
    expect(found).toMatchObject([{ name: sender.slice(0, 50), excerpt: 'Again' }])
  })
})

test('NOTIF-01 conversations are found by name, number and address, newest first, and longer ones are read in pages', async () => {
  const [one, two] = [await makeContact(agent.agentId), await makeContact(agent.agentId)]
  for (const to of [one, two]) await textTo(agent, to, 'Hello')
  await comesIn(one.phone, 'The newest')
  expect((await listed(agent)).slice(0, 2).map(({ contactId }) => contactId)).toEqual([one.contactId, two.contactId])
  for (const search of [`case${one.phone}`, one.phone, one.phone.slice(0, 9), one.email.toUpperCase()])
    expect(
      (await listed(agent, { search })).map(({ contactId }) => contactId),
      search,
    ).toContain(one.contactId)
  expect((await listed(agent, { search: 'unknown name' })).length).toBe(0)
  await sql`insert into contact_messages (contact_id, direction, channel, address, body, state)
    select ${one.contactId}, 'in', 'sms', ${one.phone}, n::text, 'received' from generate_series(1, 60) n`.execute(
    agency.db,
  )
  const last = await read(agent, one.contactId)
  expect(last.messages.map(({ body }) => body)).toEqual(Array.from({ length: 50 }, (_, at) => String(at + 11)))
  expect(last.earlier).toBe(true)
  const before = await agent.call(marketing.one, { contactId: one.contactId, before: last.messages[0]?.id ?? 0 })
  expect(before).toMatchObject({ earlier: false, messages: { length: 12 } })
})

test('NOTIF-01 messages move with a merge of contacts, and back with its undo', async () => {
  const [kept, merged] = [await makeContact(agent.agentId), await makeContact(agent.agentId)]
  await textTo(agent, kept, 'To the one')
  await comesIn(merged.phone, 'From the other')
  const rows = async () =>
    (await listed(agent)).filter(({ contactId }) => [kept.contactId, merged.contactId].includes(contactId))
  const pair = { id: kept.contactId, otherId: merged.contactId }
  const { version, otherVersion } = await admin.call(contactMerges.preview, pair)
  const { id } = await admin.call(contactMerges.merge, { ...pair, version, otherVersion })
  expect(await rows()).toMatchObject([{ contactId: kept.contactId, excerpt: 'From the other', unread: true }])
  expect((await read(agent, kept.contactId)).messages).toHaveLength(2)
  await admin.call(contactMerges.undo, { mergeId: id })
  expect((await rows()).map(({ contactId, excerpt }) => [contactId, excerpt]).sort()).toEqual(
    [
      [kept.contactId, 'To the one'],
      [merged.contactId, 'From the other'],
    ].sort(),
  )
})

test('the list of conversations and one conversation are read by index', async () => {
  await sql`
    with people as (insert into contacts (first_name, last_name, agent_id)
      select 'Many', n::text, ${agent.agentId} from generate_series(1, 20000) n returning id)
    insert into contact_messages (contact_id, direction, channel, address, body, state)
    select id, 'in', 'sms', '3055550000', 'x', 'received' from people, generate_series(1, 3)`.execute(agency.db)
  await sql`analyze contacts, contact_messages, conversations`.execute(agency.db)
  const plan = async (query: string) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(query)}`.execute(agency.db)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const newest = 'order by v.last_at desc, v.contact_id desc limit 30'
  expect(await plan(`select v.contact_id from conversations v where not v.merged ${newest}`)).toContain(
    'conversations_last',
  )
  expect(
    await plan(`select v.contact_id from conversations v where not v.merged and v.agent_id = 1 ${newest}`),
  ).toContain('conversations_agent_last')
  expect(await plan('select * from contact_messages m where m.contact_id = 7 order by m.id desc limit 51')).toContain(
    'contact_messages_contact',
  )
})
