import { applications } from '@coverdesk/domain/applications/application-contract.ts'
import { consent } from '@coverdesk/domain/applications/consent-contract.ts'
import { consentVersion } from '@coverdesk/domain/applications/consent-text.ts'
import { messages } from '@coverdesk/domain/messages/message-contract.ts'
import type { InputOf, Route } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withConnection } from '../platform/db/connection.ts'
import { callAs, type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let agent: Person
let administrator: Person
beforeEach(async () => {
  agency = await startTestApp({ demo: true })
  agent = await agency.person({ roles: ['agent'], claims: ['view.Application', 'admin.Application'], npn: '19984127' })
  administrator = await agency.person({ roles: ['administrator'] })
})
afterEach(() => agency.close())

const asAnonymous = <R extends Route>(route: R, input: InputOf<R>) => callAs(agency.app, null, route, input)
let made = 0

/** An application with a consent request: its id, and the id of the applicant's link. */
async function requestConsent(more: { language?: 'en' | 'es'; channel?: 'email' | 'sms' } = {}) {
  const email = `ana${++made}@agency.test`
  const { id, number } = await agent.call(applications.create, {
    firstName: 'Ana',
    lastName: 'Vega',
    email,
    phone: `305555${String(1000 + made)}`,
  })
  const sent = await agent.call(applications.sendConsent, { id, ...more })
  return { id, number, sent, link: await linkTo(sent.sentTo) }
}

/** The newest link sent to a recipient, from the demo outbox. */
async function linkTo(recipient: string): Promise<string> {
  const { data } = await administrator.call(messages.list, { recipient, kind: 'consent-request' })
  const { link } = await administrator.call(messages.one, { id: data[0]?.id ?? '' })
  return new URL(link ?? '').searchParams.get('id') ?? ''
}

const signature = async (link: string, language: 'en' | 'es' = 'en') => ({
  id: link,
  language,
  agreed: true as const,
  signedName: 'Ana Vega',
  sha256: (await asAnonymous(consent.page, { id: link })).texts[language].sha256,
})

test('APP-21 APP-23 A-104 the applicant gets a link to /sign/ in the chosen language, and only the hash of its id is stored', async () => {
  const { sent, link } = await requestConsent({ language: 'es' })
  const { data } = await administrator.call(messages.list, { recipient: sent.sentTo })
  const { text, subject } = await administrator.call(messages.one, { id: data[0]?.id ?? '' })
  expect(text).toContain(`http://localhost/sign/?id=${link}`)
  expect(subject).toBe('Coverdesk le pide su consentimiento')
  expect(link).toMatch(/^[\w-]{43}$/)
  const { rows } = await sql<{ row: string }>`select r::text as row from consent_requests r`.execute(agency.db)
  expect(rows.some(({ row }) => row.includes(link))).toBe(false)
  const bySms = await requestConsent({ channel: 'sms' })
  expect(bySms.sent.sentTo).toMatch(/^305555\d{4}$/)
  const days = (Date.parse(sent.expires) - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(7)
})

test('APP-22 without a gateway no consent is requested, and the response says why', async () => {
  const plain = await startTestApp()
  try {
    const person = await plain.person({ claims: ['view.Application'] })
    const { id } = await person.call(applications.create, {
      firstName: 'Ana',
      lastName: 'Vega',
      email: 'ana@agency.test',
      phone: '3055550142',
    })
    expect((await refusal(person.call(applications.sendConsent, { id }))).code).toBe('consent.no_way')
    const { consents } = await person.call(applications.history, { id })
    expect(consents).toEqual([])
  } finally {
    await plain.close()
  }
})

test('a consent names the phone and email of the agency, so without them none is requested', async () => {
  agency.services.brands.setIdentity({ name: 'Sunrise Coverage', phone: '', email: '' })
  const { id } = await agent.call(applications.create, {
    firstName: 'Ana',
    lastName: 'Vega',
    email: 'ana@agency.test',
    phone: '3055550142',
  })
  expect((await refusal(agent.call(applications.sendConsent, { id }))).code).toBe('consent.no_agency')
  expect((await agent.call(applications.history, { id })).consents).toEqual([])
  agency.services.brands.setIdentity({
    name: 'Sunrise Coverage',
    phone: '+13055550142',
    email: 'office@sunrise.example',
  })
  const link = await linkTo((await agent.call(applications.sendConsent, { id })).sentTo)
  const { texts } = await asAnonymous(consent.page, { id: link })
  expect(JSON.stringify(texts)).toContain('Sunrise Coverage')
  expect(JSON.stringify(texts)).toContain('(305) 555-0142')
})

test('CONSUMER-11 P-67 the page has everything that the rule requires, and a signature is stored exactly and once', async () => {
  const { id, number, link } = await requestConsent()
  const page = await asAnonymous(consent.page, { id: link })
  expect(page).toMatchObject({
    agency: 'Coverdesk',
    applicant: 'Ana Vega',
    agentNpn: '19984127',
    signedDate: null,
    reference: String(number),
  })
  const english = JSON.stringify(page.texts.en)
  for (const named of ['Ana Vega', 'Coverdesk', 'Pat Example', '19984127', '12 months', 'revoke', '(800) 555-0100'])
    expect(english).toContain(named)
  expect(JSON.stringify(page.texts.es)).toContain('revocar')
  const good = await signature(link, 'es')
  expect((await refusal(asAnonymous(consent.sign, { ...good, signedName: ' ' }))).code).toBe('request.invalid')
  expect((await refusal(asAnonymous(consent.sign, { ...good, sha256: 'a'.repeat(64) }))).code).toBe('consent.changed')
  const twice = await Promise.allSettled([asAnonymous(consent.sign, good), asAnonymous(consent.sign, good)])
  expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await refusal(asAnonymous(consent.sign, good))).code).toBe('consent.signed')
  const { rows } = await sql<Record<string, unknown>>`
    select signed_name as name, host(address::inet) as address, language, text_version as version, text_signed as text,
      encode(text_sha256, 'hex') as hash, user_agent as agent,
      ends_on = ((signed_at at time zone 'America/New_York') + interval '12 months')::date as "holdsAYear"
    from consents where application_id = ${number}`.execute(agency.db)
  expect(rows).toEqual([
    {
      name: 'Ana Vega',
      address: '127.0.0.1',
      language: 'es',
      version: consentVersion(null),
      hash: good.sha256,
      text: expect.stringContaining('Yo, Ana Vega, doy mi permiso a Coverdesk'),
      holdsAYear: true,
      agent: expect.any(String),
    },
  ])
  const again = await asAnonymous(consent.page, { id: link })
  expect(Math.abs(Date.now() - Date.parse(again.signedDate ?? ''))).toBeLessThan(60_000)
  const { consents } = await agent.call(applications.history, { id })
  expect(consents).toMatchObject([
    {
      signedName: 'Ana Vega',
      signedDate: again.signedDate,
      evidence: { sha256: good.sha256, language: 'es', address: '127.0.0.1', text: expect.stringContaining('Yo, Ana') },
    },
  ])
  expect(await agent.call(applications.one, { id })).toMatchObject({ consentSignedDate: again.signedDate })
})

test('A-104 a consent that the client revoked, or that ended, is shown as such and counts as signed nowhere', async () => {
  const old = await requestConsent()
  await sql`
    insert into consents (request_id, application_id, signed_at, signed_name, address, user_agent, language, text_version,
      text_signed, text_sha256, ends_on)
    select r.id, r.application_id, '2024-03-05', 'Ana Vega', '127.0.0.1', 'x', 'en', '1', 'x', sha256('x'), '2025-03-05'
    from consent_requests r where r.application_id = ${old.number}`.execute(agency.db)
  expect(await agent.call(applications.one, { id: old.id })).toMatchObject({
    consentSignedDate: null,
    consentRevokedDate: null,
    consentEndedOn: '2025-03-05',
  })
  const { id, link } = await requestConsent()
  await asAnonymous(consent.sign, await signature(link, 'en'))
  expect((await agent.call(applications.one, { id })).consentSignedDate).not.toBe(null)
  await asAnonymous(consent.revoke, { id: link })
  const { consents } = await agent.call(applications.history, { id })
  const revokedDate = consents[0]?.revokedDate ?? ''
  expect(revokedDate > (consents[0]?.signedDate ?? '')).toBe(true)
  expect(await agent.call(applications.one, { id })).toMatchObject({
    consentSignedDate: null,
    consentRevokedDate: revokedDate,
    consentEndedOn: null,
  })
})

test('A-104 P-67 unknown, expired and replaced links and those of void applications return the same not-found error', async () => {
  const [expired, replaced, ended] = [await requestConsent(), await requestConsent(), await requestConsent()]
  await sql`update consent_requests set expires_at = now() where application_id = ${expired.number}`.execute(agency.db)
  await agent.call(applications.sendConsent, { id: replaced.id })
  await agent.call(applications.setStatus, { ids: [ended.id], statusTypeCode: 'VOID' })
  const answers = []
  for (const id of ['nothing', expired.link, replaced.link, ended.link]) {
    const answer = await agency.app.inject({ method: 'POST', url: '/api/Consent', payload: { id } })
    const { requestId: _, ...body } = answer.json()
    answers.push({ status: answer.statusCode, body })
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toEqual({
    status: 404,
    body: { code: 'consent.not_found', message: 'Page not found / Are you lost?' },
  })
  const late = { language: 'en', agreed: true, signedName: 'Ana Vega', sha256: 'a'.repeat(64) } as const
  expect((await refusal(asAnonymous(consent.sign, { ...late, id: expired.link }))).code).toBe('consent.not_found')
})

test('A-104 a consent cannot be changed or deleted for ten years, in particular not by the application’s database role', async () => {
  const { number, link } = await requestConsent()
  await asAnonymous(consent.sign, await signature(link))
  const mine = sql`application_id = ${number}`
  await expect(sql`update consents set signed_name = 'Eve' where ${mine}`.execute(agency.db)).rejects.toThrow(
    'permission denied',
  )
  await expect(sql`truncate consents`.execute(agency.db)).rejects.toThrow('permission denied')
  await expect(sql`delete from consents where ${mine}`.execute(agency.db)).rejects.toThrow('kept as it was signed')
  await withConnection(agency.ownerUrl, 'test', async (owner) => {
    const statements = [
      'update consents set signed_name = $$Eve$$',
      'delete from consents',
      'truncate consents cascade',
    ]
    for (const statement of statements) await expect(owner.query(statement)).rejects.toThrow('kept as it was signed')
  })
})

test('P-04 P-81 the public page is throttled by address', async () => {
  const from = (remoteAddress: string) =>
    agency.app.inject({ method: 'POST', url: '/api/Consent', payload: { id: 'x' }, remoteAddress })
  const answers = await Promise.all(Array.from({ length: 61 }, () => from('203.0.113.9')))
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
  expect((await from('203.0.113.10')).statusCode).toBe(404)
})
