import { authorizationRules, authorizations } from '@coverdesk/domain/authorizations/authorization-contract.ts'
import { ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { messages } from '@coverdesk/domain/messages/message-contract.ts'
import { sandbox } from '@coverdesk/domain/sandbox/sandbox-contract.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { unconsented } from '../consents/consent-samples.ts'
import type { Exchange } from '../platform/integrations/exchange.ts'
import { actor } from '../route-examples/actor.ts'
import type { Actor } from '../route-examples/example.ts'
import { edeOf, signedEdeOf } from '../route-examples/sales/ede-examples.ts'
import { country } from '../sandbox/test-catalogue.ts'
import { completeAnswers } from '../testing/complete-answers.ts'
import { askForAuthorizations } from '../testing/signing/ask-for-authorizations.ts'
import { signClientConsent } from '../testing/signing/sign-client-consent.ts'
import { callAs, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let me: Actor
let administrator: Actor
let exchange: Exchange
beforeAll(async () => {
  agency = await startTestApp({ demo: true }, undefined, { prepared: country })
  exchange = agency.services.exchange
  me = await actor(agency, { roles: ['agent'], claims: ['view.Application'] })
  administrator = await actor(agency, { roles: ['administrator'] })
  await askForAuthorizations(agency.db)
})
afterEach(() => {
  agency.services.exchange = exchange
  agency.setClock(() => new Date())
})
afterAll(() => agency.close())

let made = 0
/** A consented application in Florida of the agent, with its client's email. */
async function consented(wish: { email?: string | null; phone?: string | null; agentId?: number | null } = {}) {
  const { email = `ida${++made}@mail.test`, phone = null, agentId = me.agentId } = wish
  const id = await unconsented(agency, { agentId, email, phone })
  await signClientConsent(agency.db, id)
  return { of: 'marketplace' as const, id, email: email ?? '' }
}
const named = ({ of, id }: { of: 'marketplace' | 'wizard'; id: string }) => ({ of, id })
const send = (application: { of: 'marketplace'; id: string }, channel: 'email' | 'sms' = 'email') =>
  me.call(authorizations.send, { ...named(application), channel, language: 'en' })
const confirm = (application: { of: 'marketplace'; id: string }, code?: string) =>
  me.call(authorizations.confirm, { ...named(application), ...(code ? { code } : {}) })
const one = (application: { of: 'marketplace'; id: string }) => me.call(authorizations.one, named(application))

/** The newest code and link that the exchange sent to a recipient, from the demo outbox. */
async function received(recipient: string): Promise<{ code: string; link: string; text: string }> {
  const { data } = await administrator.call(messages.list, { recipient, kind: 'exchange-authorization' })
  const { code, link, text } = await administrator.call(messages.one, { id: data[0]?.id ?? '' })
  return { code: code ?? '', link: new URL(link ?? '').searchParams.get('id') ?? '', text: text ?? '' }
}

describe('the code', () => {
  test('A-104 the client reads out the code, and the authorization is stored with year, agent, method and last day', async () => {
    const application = await consented()
    expect(await one(application)).toMatchObject({ state: 'none', sentTo: null })
    const sent = await send(application)
    expect(sent).toMatchObject({ state: 'sent', sentTo: `i•••@mail.test`, planYear: 2027 })
    expect(Date.parse(sent.expires ?? '') - Date.now()).toBeGreaterThan(14 * 60_000)
    const { code, text } = await received(application.email)
    expect(text).toContain('asks to submit your 2027 application')
    expect(await confirm(application, `${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({
      state: 'valid',
      method: 'code',
      validUntil: '2027-12-31',
    })
    expect(await confirm(application, code)).toMatchObject({ state: 'valid' })
    const { rows } = await sql`
      select r.plan_year, r.agent_id, r.applicant, r.contact, a.method, a.recorded_by, a.address
      from exchange_authorizations a join authorization_requests r on r.id = a.request_id
      where r.contact = ${application.email}`.execute(agency.db)
    expect(rows).toEqual([
      {
        plan_year: 2027,
        agent_id: me.agentId,
        applicant: 'Ida Case',
        contact: application.email,
        method: 'code',
        recorded_by: me.userId,
        address: '127.0.0.1',
      },
    ])
    for (const change of [
      sql`update exchange_authorizations set method = 'link'`,
      sql`delete from exchange_authorizations`,
      sql`truncate exchange_authorizations`,
    ])
      await expect(change.execute(agency.db)).rejects.toThrow(/is kept as it was given|permission denied/)
  })

  test('A-104 the client authorizes by the link, which the agent asks the exchange about', async () => {
    const application = await consented()
    await send(application)
    const { link } = await received(application.email)
    expect(await confirm(application)).toMatchObject({ state: 'sent' })
    const page = await callAs(agency.app, null, sandbox.authorization, { id: link })
    expect(page).toMatchObject({ planYear: 2027, language: 'en', authorized: false })
    await callAs(agency.app, null, sandbox.authorize, { id: link })
    await callAs(agency.app, null, sandbox.authorize, { id: link })
    expect(await confirm(application)).toMatchObject({ state: 'valid', method: 'link' })
    expect(await refusal(callAs(agency.app, null, sandbox.authorize, { id: 'x' }))).toMatchObject({
      code: 'authorization.link_over',
    })
  })

  test('A-104 a wrong code is refused at its field, and the fifth ends the code', async () => {
    const application = await consented()
    await send(application)
    const { code } = await received(application.email)
    const wrong = code === '000000' ? '111111' : '000000'
    for (let time = 1; time <= 5; time++)
      expect(await refusal(confirm(application, wrong))).toMatchObject({
        code: 'authorization.wrong_code',
        details: [{ path: 'code', message: 'This is not the code. Ask the client to read it again.' }],
      })
    expect((await refusal(confirm(application, code))).code).toBe('authorization.expired')
    expect((await one(application)).state).not.toBe('valid')
  })

  test('A-104 a code ends after 15 minutes, also its link; that the client used the link in time can be asked later', async () => {
    const application = await consented()
    expect((await refusal(confirm(application, '123456'))).code).toBe('authorization.not_sent')
    await send(application)
    const { code, link } = await received(application.email)
    await sql`
      update sandbox_exchange_authorizations set expires_at = now() where contact = ${application.email}`.execute(
      agency.db,
    )
    expect((await refusal(confirm(application, code))).code).toBe('authorization.expired')
    expect((await refusal(callAs(agency.app, null, sandbox.authorize, { id: link }))).code).toBe(
      'authorization.link_over',
    )
    await sql`update authorization_requests set expires_at = now() where contact = ${application.email}`.execute(
      agency.db,
    )
    expect(await one(application)).toMatchObject({ state: 'none', mayAsk: true })
    expect((await refusal(confirm(application))).code).toBe('authorization.expired')
    await sql`
      update sandbox_exchange_authorizations set method = 'link', authorized_at = now() - interval '1 minute'
      where contact = ${application.email}`.execute(agency.db)
    expect(await confirm(application)).toMatchObject({ state: 'valid', method: 'link' })
  })

  test('A-104 the exchange sends a client three codes in 24 hours, whichever agency asks, and the fourth is refused with its reason', async () => {
    const application = await consented()
    for (const _ of [1, 2, 3]) await send(application)
    expect(await refusal(send(application))).toMatchObject({
      code: 'authorization.refused',
      message: 'The exchange sent no code: 3 codes were sent in 24 hours, try again tomorrow.',
    })
    await sql`
      update sandbox_exchange_authorizations set sent_at = now() - interval '25 hours'
      where contact = ${application.email}`.execute(agency.db)
    expect((await send(application)).state).toBe('sent')
  })

  test('A-104 a code is sent only to the client’s own contact data, for an agent with an NPN', async () => {
    expect((await refusal(send(await consented({ email: null })))).code).toBe('consent.no_recipient')
    const { rows } = await sql<{
      login: string
    }>`select login_email as login from agents where id = ${me.agentId}`.execute(agency.db)
    expect((await refusal(send(await consented({ email: rows[0]?.login ?? '' })))).message).toMatch(
      /an agent's or the agency's contact data/,
    )
    const byText = await consented({ phone: '3055550188' })
    expect(await send(byText, 'sms')).toMatchObject({ sentTo: '(•••) •••-0188' })
    const office = await actor(agency, { roles: ['administrator'], claims: ['admin.Application'], fullAccess: true })
    await sql`update agents set npn = null where id = ${office.agentId}`.execute(agency.db)
    const unnumbered = { ...named(byText), channel: 'email', language: 'en' } as const
    expect((await refusal(office.call(authorizations.send, unnumbered))).code).toBe('authorization.no_npn')
  })

  test('P-84 an exchange that gives half an answer, or one about another request, stores nothing', async () => {
    const application = await consented()
    for (const answer of [
      '{"requestId":',
      JSON.stringify({ requestId: 'x', outcome: 'sent', sentTo: 'a', expires: '' }),
    ]) {
      agency.services.exchange = { ...exchange, requestAuthorization: async () => answer }
      expect((await refusal(send(application))).code).toBe('exchange.unexpected_response')
    }
    expect((await one(application)).state).toBe('none')
    agency.services.exchange = exchange
    await send(application)
    agency.services.exchange = { ...exchange, authorization: async () => '{"outcome":"authorized"}' }
    expect((await refusal(confirm(application, '123456'))).code).toBe('exchange.unexpected_response')
    expect((await one(application)).state).toBe('sent')
  })
})

describe('the wizard', () => {
  test('A-104 an agent submits only when the client has authorized the agent; a client alone needs none', async () => {
    const id = await signedEdeOf(agency, me)
    await sql`
      update authorization_requests set agent_id = (select max(id) from agents where id <> ${me.agentId})
      where application_id = (select application_id from ede_applications where uuid = ${id}::uuid)`.execute(agency.db)
    await sql`update ede_applications set client_id = null where uuid = ${id}::uuid`.execute(agency.db)
    const wizard = { of: 'wizard', id } as const
    expect(await refusal(me.call(ede.submit, { id, version: 1 }))).toMatchObject({ code: 'authorization.required' })
    expect(await me.call(authorizations.one, wizard)).toMatchObject({ state: 'other-agent' })
    await me.call(authorizations.send, { ...wizard, channel: 'email', language: 'es' })
    const { rows } = await sql<{ email: string }>`
      select answers #>> '{about,email}' as email from ede_applications where uuid = ${id}::uuid`.execute(agency.db)
    const { code, text } = await received(rows[0]?.email ?? '')
    expect(text).toContain('lea este código a su agente')
    await me.call(authorizations.confirm, { ...wizard, code })
    const { applicationId } = await me.call(ede.submit, { id, version: 1 })
    expect(await one({ of: 'marketplace', id: applicationId ?? '' })).toMatchObject({ state: 'valid' })
    const again = { ...wizard, channel: 'email', language: 'es' } as const
    expect((await refusal(me.call(authorizations.send, again))).code).toBe('ede.submitted')

    const consumer = await actor(agency, { roles: ['consumer'] })
    const own = await signedEdeOf(agency, consumer)
    await sql`update authorization_requests set applicant = 'Another Person' where agent_id = ${consumer.agentId}`.execute(
      agency.db,
    )
    expect((await consumer.call(ede.submit, { id: own, version: 1 })).state).toBe('submitted')
  })
})

describe('contact data', () => {
  test('A-104 of an agent or the agency is refused at its field, in the wizard and in Update', async () => {
    const message = "This is an agent's or the agency's contact data. Enter the client's own."
    const { rows } = await sql<{
      login: string
    }>`select login_email as login from agents where id = ${me.agentId}`.execute(agency.db)
    const agents = (rows[0]?.login ?? '').toUpperCase()
    const { id, number } = await edeOf(agency, me)
    await sql`update ede_applications set client_id = null where application_id = ${number}`.execute(agency.db)
    const about = { ...completeAnswers.about, email: agents }
    const step = { id, version: 1, step: 'about', finish: true, answers: { ...completeAnswers, about } } as const
    expect((await refusal(me.call(ede.save, step))).details).toEqual([{ path: 'email', message }])

    const application = await consented()
    const before = await me.call(marketplace.one, { appId: application.id })
    const office = agency.services.brands.own.email
    expect(office).not.toBe('')
    const update = {
      appId: application.id,
      version: before.version,
      userFirstName: 'Ida',
      userLastName: 'Case',
      userPhone: '',
      userAddress: '',
      userAddressCity: '',
      userAddressCounty: '',
      userAddressStateCode: 'FL',
      userAddressZipCode: '33165',
      planName: '',
      carrierId: '',
      agentId: me.agentId,
      agentSaleId: '',
    } as const
    for (const userEmail of [agents, office])
      expect((await refusal(me.call(marketplace.update, { ...update, userEmail }))).details).toEqual([
        { path: 'userEmail', message },
      ])
    expect((await me.call(marketplace.update, { ...update, userEmail: 'ida.own@mail.test' })).userEmail).toBe(
      'ida.own@mail.test',
    )
  })
})

describe('where it is asked for', () => {
  const stateIn = async (state: string) =>
    (await administrator.call(authorizationRules.list, {})).find((row) => row.state === state)

  test('A-104 an administrator changes it by state, with a reason, and the gate follows at once; earlier changes are kept', async () => {
    const application = await consented()
    expect(await stateIn('FL')).toMatchObject({ isFederal: true, from: '2026-01-01', until: null })
    expect(await stateIn('NY')).toMatchObject({ isFederal: false, exchange: 'NY State of Health' })
    const change = { states: ['FL', 'NY'], asked: false, from: '', until: '', reason: 'CMS postponed it' }
    await administrator.call(authorizationRules.change, change)
    expect(await stateIn('FL')).toMatchObject({
      from: null,
      reason: 'CMS postponed it',
      changedBy: administrator.userName,
    })
    expect((await one(application)).state).toBe('not-asked')
    expect((await refusal(send(application))).code).toBe('authorization.not_asked')
    await administrator.call(authorizationRules.change, {
      ...change,
      asked: true,
      from: '2026-11-01',
      until: '2027-06-30',
      states: ['FL'],
    })
    expect((await one(application)).state).toBe('none')
    agency.setClock(() => new Date('2027-07-01T12:00:00Z'))
    const later = await actor(agency, { roles: ['agent'], claims: ['admin.Application'], fullAccess: true })
    expect((await later.call(authorizations.one, named(application))).state).toBe('not-asked')
    const { rows } = await sql<{ changes: number }>`
      select count(*)::int as changes from authorization_rules where state = 'FL'`.execute(agency.db)
    expect(rows[0]?.changes).toBe(3)
  })

  test('A-104 a change without a reason, a first day or a known state is refused at its field', async () => {
    const change = { states: ['FL'], asked: true, from: '2027-01-01', until: '', reason: 'Announced' }
    const details = async (members: object) =>
      (await refusal(administrator.call(authorizationRules.change, { ...change, ...members }))).details
    expect(await details({ reason: ' ' })).toEqual([{ path: 'reason', message: 'Reason is required' }])
    expect(await details({ from: '' })).toEqual([{ path: 'from', message: 'First day is required' }])
    expect(await details({ until: '2026-12-31' })).toEqual([
      { path: 'until', message: 'Must not be before the first day' },
    ])
    expect(await details({ states: ['XX'] })).toEqual([{ path: 'states', message: 'XX has no exchange that we know' }])
  })
})
