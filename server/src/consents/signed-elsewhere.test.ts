import { consent } from '@coverdesk/domain/applications/consent-contract.ts'
import { clientConsents } from '@coverdesk/domain/consents/client-consent-contract.ts'
import { ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { marketing } from '@coverdesk/domain/marketing/marketing-contract.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { messages } from '@coverdesk/domain/messages/message-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actor } from '../route-examples/actor.ts'
import type { Actor } from '../route-examples/example.ts'
import { signedEdeOf } from '../route-examples/sales/ede-examples.ts'
import { country } from '../sandbox/test-catalogue.ts'
import { callAs, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'
import { signByLink, unconsented } from './consent-samples.ts'

let agency: TestApp
let me: Actor
let administrator: Actor
beforeAll(async () => {
  agency = await startTestApp({ demo: true }, undefined, { prepared: country })
  me = await actor(agency, { roles: ['agent'], claims: ['view.Application'] })
  administrator = await actor(agency, {
    roles: ['administrator', 'agent'],
    claims: ['admin.Application', 'admin.marketing', 'admin.customer'],
  })
})
afterAll(() => agency.close())

let made = 0
/** An application of the agent without consent, with a number of its own. */
async function applicationOf() {
  const phone = `30555${String(60_000 + ++made)}`
  return { appId: await unconsented(agency, { agentId: me.agentId, phone }), phone }
}
const sign = (link: string, language: 'en' | 'es') => signByLink(agency, link, { language })

const tokenOf = ({ token }: Actor) => ({ authorization: `Bearer ${token}` })

/** Adds a file as the consent, as the browser's form does. */
async function upload(appId: string, content: Buffer, fields: Record<string, string> = {}) {
  const values = { signedName: 'Ida Case', signedOn: '2026-01-05', ...fields }
  const parts = Object.entries(values).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `${parts.join('')}--x\r\nContent-Disposition: form-data; name="file"; filename="signed page.pdf"\r\nContent-Type: text/html\r\n\r\n`
  return await agency.app.inject({
    method: 'POST',
    url: `/api/MarketplaceApp/${appId}/consent/upload`,
    headers: { ...tokenOf(me), 'content-type': 'multipart/form-data; boundary=x' },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--x--\r\n')]),
  })
}

describe('a consent that is signed elsewhere', () => {
  test('A-104 the client signs on the agent’s device, for what and whom the agent asked', async () => {
    const { appId } = await applicationOf()
    const { link } = await me.call(clientConsents.openHere, {
      appId,
      language: 'es' as const,
      scopes: ['search' as const],
      covers: 'agent' as const,
      months: 3,
    })
    expect(await me.call(clientConsents.one, { appId })).toMatchObject({
      state: 'requested',
      channel: 'device',
      isRevocable: false,
    })
    const { texts } = await callAs(agency.app, null, consent.page, { id: link })
    expect(JSON.stringify(texts.es.parts)).toMatch(/y a ningún otro agente,.+buscar una solicitud.+durante 3 meses/)
    expect(texts.en.parts[1]?.points).toEqual(['search for an existing Marketplace application of mine.'])
    await sign(link, 'es')
    await me.call(marketplace.refetch, { appId })
    expect(await refusal(administrator.call(marketplace.refetch, { appId }))).toMatchObject({
      code: 'consent.required',
      details: { state: 'other-agent' },
    })
    const assign = (agentId: number | null) =>
      sql`update marketplace_applications set agent_id = ${agentId}, sale_agent_id = ${me.agentId}
        where exchange_assigned_id = ${appId}`.execute(agency.db)
    await assign(administrator.agentId)
    expect(await refusal(me.call(marketplace.refetch, { appId }))).toMatchObject({ details: { state: 'other-agent' } })
    await assign(me.agentId)
    await me.call(marketplace.refetch, { appId })
    const asked = () => administrator.call(clientConsents.one, { appId })
    expect(await asked()).toMatchObject({ state: 'other-agent', isRevocable: true })
    await administrator.call(clientConsents.revoke, { appId, note: 'Called the office' })
    expect(await asked()).toMatchObject({ state: 'revoked', isRevocable: false })
    expect(await refusal(me.call(marketplace.refetch, { appId }))).toMatchObject({ details: { state: 'revoked' } })
  })

  test('A-104 P-61 a signed page is stored encrypted, counts from its day, and comes back as the same file', async () => {
    const { appId } = await applicationOf()
    const content = Buffer.from('%PDF-1.7\nsigned by Ida Case')
    const answer = await upload(appId, content, { signedOn: '2026-02-03' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      state: 'valid',
      channel: 'upload',
      fileName: 'signed page.pdf',
      endsOn: '2027-02-03',
      signedDate: expect.stringMatching(/^2026-02-03/),
    })
    await me.call(marketplace.refetch, { appId })
    const { rows } = await sql<{ sealed: Buffer; text: string }>`
      select f.content_sealed as sealed, g.text_signed as text from signed_files f join consents g on g.id = f.consent_id
      order by f.created_at desc limit 1`.execute(agency.db)
    expect(rows[0]?.sealed.includes('signed by')).toBe(false)
    expect(rows[0]?.text).toContain('I, Ida Case, give my permission to')
    const file = await agency.app.inject({ url: `/api/MarketplaceApp/${appId}/consent/file`, headers: tokenOf(me) })
    expect(file.rawPayload).toEqual(content)
    expect(file.headers['content-type']).toBe('application/pdf')
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="signed page\.pdf"/)
    for (const change of [
      sql`update signed_files set name = 'x'`,
      sql`delete from signed_files`,
      sql`truncate signed_files`,
    ])
      await expect(change.execute(agency.db)).rejects.toThrow(/is stored as it was made|permission denied/)
  })

  test('P-77 a signed file that cannot be read breaks off the evidence that is under way, and nothing else', async () => {
    const { appId } = await applicationOf()
    expect((await upload(appId, Buffer.from('%PDF-1'))).statusCode).toBe(200)
    await sql`
      update signed_files set content_sealed = '\\x00' where consent_id = (
        select g.id from consents g join marketplace_applications m on m.id = g.marketplace_application_id
        where m.exchange_assigned_id = ${appId})`.execute(agency.db)
    const asked = agency.app.inject({ url: `/api/ConsentEvidence?appIds=${appId}`, headers: tokenOf(me) })
    await expect(asked).rejects.toThrow('response destroyed before completion')
    expect(await me.call(clientConsents.one, { appId })).toMatchObject({ state: 'valid' })
  })

  test('A-104 a page signed on the day of a revocation or before it does not bring the consent back', async () => {
    const { appId } = await applicationOf()
    expect((await upload(appId, Buffer.from('%PDF-1'), { signedOn: '2026-02-03' })).statusCode).toBe(200)
    await me.call(clientConsents.revoke, { appId, note: 'Called and asked' })
    const today = todayIn(new Date())
    for (const signedOn of [today, '2026-03-01']) {
      const again = await upload(appId, Buffer.from('%PDF-2'), { signedOn })
      expect(again.json().details).toEqual([
        {
          path: 'signedOn',
          message: `The client revoked the consent on ${showDate(today)}. Request it again by link, or on this device`,
        },
      ])
    }
    expect((await me.call(clientConsents.one, { appId })).state).toBe('revoked')
  })

  test('A-104 nor does it after a revocation of what the client signed in the wizard', async () => {
    const id = await signedEdeOf(agency, me)
    const appId = (await me.call(ede.submit, { id, version: 1 })).applicationId ?? ''
    await sql`
      insert into consent_revocations (consent_id, way, address, user_agent)
      select g.id, 'link', '192.0.2.7', 'test' from consents g join ede_applications e on e.application_id = g.application_id
      where e.uuid = ${id}::uuid`.execute(agency.db)
    const today = todayIn(new Date())
    for (const signedOn of [today, '2026-03-01'])
      expect((await upload(appId, Buffer.from('%PDF-1'), { signedOn })).json().details).toEqual([
        {
          path: 'signedOn',
          message: `The client revoked the consent on ${showDate(today)}. Request it again by link, or on this device`,
        },
      ])
    expect((await me.call(clientConsents.one, { appId })).state).toBe('revoked')
  })

  test('A-104 a signed file of another kind, without a file, or of a day to come is refused with a sentence', async () => {
    const { appId } = await applicationOf()
    const refused = async (content: string, fields = {}) =>
      (await upload(appId, Buffer.from(content), fields)).json().details[0]
    expect(await refused('<html>')).toEqual({ path: 'file', message: 'Attach a PDF, JPEG or PNG file, or a recording' })
    expect(await refused('%PDF-', { signedOn: '2099-01-01' })).toMatchObject({ path: 'signedOn' })
    expect(await refused('%PDF-', { signedName: 'I' })).toMatchObject({ path: 'signedName' })
    expect(await refused('%PDF-', { signedName: 'Uwe Case' })).toEqual({
      path: 'signedName',
      message: 'This must be signed by Ida Case. Enter that name.',
      values: { applicant: 'Ida Case' },
    })
    expect(await me.call(clientConsents.one, { appId })).toMatchObject({ state: 'none', fileName: null })
    expect((await refusal(me.call(clientConsents.file, { appId }))).code).toBe('record.not_found')
  })
})

/** A contact with these numbers. */
async function contactWith(phones: readonly string[], lastName = 'Case'): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into contacts (first_name, last_name) values ('Ida', ${lastName}) returning id`.execute(agency.db)
  const id = rows[0]?.id ?? 0
  for (const phone of phones)
    await sql`insert into contact_phones (contact_id, phone) values (${id}, ${phone})`.execute(agency.db)
  return id
}

/** The text STOP from a number of a contact, by default of one with another name. */
async function stop(address: string, ofContact?: number): Promise<void> {
  const contactId = ofContact ?? (await contactWith([address], 'Sender'))
  await administrator.call(marketing.simulate, { contactId, channel: 'sms', address, body: 'STOP' })
}

describe('revoking', () => {
  test('A-104 STOP to the text that asked revokes the consent at once and is confirmed by one text, in the client’s language', async () => {
    const { appId, phone } = await applicationOf()
    await me.call(clientConsents.request, { appId, channel: 'sms', language: 'es' })
    const { data } = await administrator.call(messages.list, { recipient: phone, kind: 'consent-request' })
    const { link } = await administrator.call(messages.one, { id: data[0]?.id ?? '' })
    await sign(new URL(link ?? '').searchParams.get('id') ?? '', 'es')
    await me.call(marketplace.refetch, { appId })
    const { rows } = await sql<{ id: number }>`
      insert into contacts (first_name, last_name) values ('Ida', 'Case') returning id`.execute(agency.db)
    const contactId = rows[0]?.id ?? 0
    await sql`insert into contact_phones (contact_id, phone) values (${contactId}, ${phone})`.execute(agency.db)
    const answer = { contactId, channel: 'sms' as const, address: phone }
    await administrator.call(marketing.simulate, { ...answer, body: 'Please stop calling on Sundays' })
    expect((await me.call(clientConsents.one, { appId })).state).toBe('valid')
    await administrator.call(marketing.simulate, { ...answer, body: 'STOP' })
    await administrator.call(marketing.simulate, { ...answer, body: 'Stop!' })
    expect(await me.call(clientConsents.one, { appId })).toMatchObject({
      state: 'revoked',
      revokedWay: 'text',
      revokedNote: 'STOP',
    })
    expect((await refusal(me.call(marketplace.refetch, { appId }))).code).toBe('consent.required')
    const confirmed = await administrator.call(messages.list, { recipient: phone, kind: 'consent-revoked' })
    expect(confirmed.data).toHaveLength(1)
    const { text } = await administrator.call(messages.one, { id: confirmed.data[0]?.id ?? '' })
    expect(text).toMatch(/su consentimiento está revocado/)
  })

  test('A-104 STOP from the number in the client’s application revokes what the client signed in another way', async () => {
    const { appId, phone } = await applicationOf()
    await sign((await me.call(clientConsents.openHere, { appId })).link, 'en')
    await stop(phone)
    expect(await me.call(clientConsents.one, { appId })).toMatchObject({
      state: 'revoked',
      revokedWay: 'text',
      revokedNote: 'STOP',
    })
    expect((await refusal(me.call(marketplace.refetch, { appId }))).code).toBe('consent.required')
    const confirmed = await administrator.call(messages.list, { recipient: phone, kind: 'consent-revoked' })
    expect(confirmed.data).toHaveLength(1)
  })

  test('A-104 STOP from another number of the client’s contact revokes too, from a namesake’s number it does not', async () => {
    const { appId, phone } = await applicationOf()
    await sign((await me.call(clientConsents.openHere, { appId })).link, 'en')
    const [second, namesakes] = ['3055569901', '3055569902']
    await stop(namesakes, await contactWith([namesakes]))
    expect((await me.call(clientConsents.one, { appId })).state).toBe('valid')
    await stop(second, await contactWith([phone, second]))
    expect((await me.call(clientConsents.one, { appId })).state).toBe('revoked')
  })

  test('A-104 STOP from the number in the wizard’s application revokes what was signed there', async () => {
    const id = await signedEdeOf(agency, me)
    const appId = (await me.call(ede.submit, { id, version: 1 })).applicationId ?? ''
    const phone = '3055569903'
    await sql`
      update internal_applications set phone = ${phone} where marketplace_id = ${appId}`.execute(agency.db)
    await stop(phone)
    expect((await me.call(clientConsents.one, { appId })).state).toBe('revoked')
  })

  test('A-104 STOP revokes for each of a family who has the number in their own application, and notifies their agents', async () => {
    const other = await actor(agency, { roles: ['agent'], claims: ['view.Application'] })
    const [mine, alone] = [await applicationOf(), await applicationOf()]
    const theirs = await unconsented(agency, { agentId: other.agentId, phone: mine.phone })
    for (const appId of [mine.appId, alone.appId])
      await sign((await me.call(clientConsents.openHere, { appId })).link, 'en')
    await sign((await other.call(clientConsents.openHere, { appId: theirs })).link, 'en')
    await stop(mine.phone)
    expect((await me.call(clientConsents.one, { appId: mine.appId })).state).toBe('revoked')
    expect((await other.call(clientConsents.one, { appId: theirs })).state).toBe('revoked')
    expect((await me.call(clientConsents.one, { appId: alone.appId })).state).toBe('valid')
    const { rows } = await sql<{ userId: number; facts: object }>`
      select user_id as "userId", facts from notifications
      where user_id in (${administrator.userId}, ${me.userId}, ${other.userId}) and kind = 'message'
      order by id desc limit 3`.execute(agency.db)
    expect(rows).toHaveLength(3)
    expect(rows).toEqual(
      expect.arrayContaining([
        { userId: administrator.userId, facts: { channel: 'sms', revoked: 2 } },
        { userId: me.userId, facts: { channel: 'sms', revoked: 1 } },
        { userId: other.userId, facts: { channel: 'sms', revoked: 1 } },
      ]),
    )
  })

  test('A-104 STOP from an agent’s number leaves consents of clients who have it in their application', async () => {
    const { appId, phone } = await applicationOf()
    await sign((await me.call(clientConsents.openHere, { appId })).link, 'en')
    const agents = await actor(agency, { roles: ['agent'], claims: ['view.Application'] })
    await sql`
      insert into contact_phones (contact_id, phone) select contact_id, ${phone} from agents where id = ${agents.agentId}`.execute(
      agency.db,
    )
    await stop(phone)
    expect((await me.call(clientConsents.one, { appId })).state).toBe('valid')
  })

  test('A-104 what the client said by telephone is noted with its day, which cannot be in the future', async () => {
    const { appId } = await applicationOf()
    await sign((await me.call(clientConsents.openHere, { appId })).link, 'en')
    const late = await refusal(me.call(clientConsents.revoke, { appId, note: 'Called', saidOn: '2099-01-01' }))
    expect(late.details).toEqual([{ path: 'saidOn', message: 'Must not be in the future' }])
    const noted = { appId, note: 'Called: "Please do not work on it"', saidOn: '2026-01-02' }
    expect(await me.call(clientConsents.revoke, noted)).toMatchObject({
      state: 'revoked',
      revokedWay: 'noted',
      saidOn: '2026-01-02',
      revokedNote: noted.note,
    })
  })
})
