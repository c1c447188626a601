import { allRoutes } from '@coverdesk/domain/all-routes.ts'
import { consent } from '@coverdesk/domain/applications/consent-contract.ts'
import { clientConsents } from '@coverdesk/domain/consents/client-consent-contract.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { messages } from '@coverdesk/domain/messages/message-contract.ts'
import type { InputOf, Route } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actor } from '../route-examples/actor.ts'
import { exampleOf, nameOf } from '../route-examples/all-examples.ts'
import type { Actor } from '../route-examples/example.ts'
import { country } from '../sandbox/test-catalogue.ts'
import { signClientConsent } from '../testing/sign-client-consent.ts'
import { callAs, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let me: Actor
let other: Actor
let administrator: Actor
beforeAll(async () => {
  agency = await startTestApp({ demo: true }, undefined, { prepared: country })
  me = await actor(agency, { roles: ['agent'], claims: ['view.Application'] })
  other = await actor(agency, { roles: ['agent'], claims: ['view.Application'] })
  administrator = await actor(agency, { roles: ['administrator'] })
})
afterAll(() => agency.close())

const hasAppId = ({ input }: Route) =>
  'shape' in input && typeof input.shape === 'object' && input.shape !== null && 'appId' in input.shape
const needingConsent = allRoutes.filter(({ clientConsent }) => clientConsent === 'required')

let made = 0
/** An application of the agent whose client was not asked for consent. */
async function applicationOf(wish: { email?: string | null; phone?: string | null; agentId?: number | null } = {}) {
  const appId = `83${String(++made).padStart(8, '0')}`
  const { email = `ida${made}@mail.test`, phone = null, agentId = me.agentId } = wish
  await agency.db
    .insertInto('marketplace_applications')
    .values({
      exchange_assigned_id: appId,
      snapshot_at: new Date(),
      agent_id: agentId,
      user_first_name: 'Ida',
      user_last_name: 'Case',
      user_email: email,
      user_phone: phone,
      user_zip_code: '33165',
    })
    .execute()
  return { appId, email: email ?? '' }
}

const asClient = <R extends Route>(route: R, input: InputOf<R>) => callAs(agency.app, null, route, input)
const stateOf = async (appId: string) => (await me.call(clientConsents.one, { appId })).state

/** The newest link sent to a recipient, from the demo outbox. */
async function linkTo(recipient: string): Promise<string> {
  const { data } = await administrator.call(messages.list, { recipient, kind: 'consent-request' })
  const { link } = await administrator.call(messages.one, { id: data[0]?.id ?? '' })
  return new URL(link ?? '').searchParams.get('id') ?? ''
}

async function sign(link: string): Promise<void> {
  const { texts } = await asClient(consent.page, { id: link })
  await asClient(consent.sign, {
    id: link,
    language: 'en',
    agreed: true,
    signedName: 'Ida Case',
    sha256: texts.en.sha256,
  })
}

async function requestAndSign(application: { appId: string; email: string }): Promise<string> {
  await me.call(clientConsents.request, { appId: application.appId, channel: 'email', language: 'en' })
  const link = await linkTo(application.email)
  await sign(link)
  return link
}

describe('the gate', () => {
  test('A-104 every route that names a marketplace application needs consent, or says why not', () => {
    const silent = allRoutes.filter((route) => hasAppId(route) && route.clientConsent === undefined)
    expect(silent.map(nameOf)).toEqual([])
    const nameless = needingConsent.filter((route) => !hasAppId(route))
    expect(nameless.map(nameOf)).toEqual([])
    expect(needingConsent.map(nameOf).sort()).toEqual([
      'GET /api/Plans',
      'GET /api/Plans/{planId}',
      'POST /api/MarketplaceApp/{appId}/enrollment',
      'POST /api/MarketplaceApp/{appId}/refetch',
    ])
  })

  test.each(needingConsent.map((route) => [nameOf(route), route] as const))(
    'A-104 %s passes with consent, and is refused without it and at once after it was revoked',
    async (_name, route) => {
      const { own, shows } = exampleOf(route)
      const scene = { agency, me, other }
      const make = async (): Promise<Record<string, unknown> & { appId: string }> => {
        const input = Object.assign({ appId: '' }, await (shows ?? own)(scene))
        return input
      }
      const input = await make()
      await me.call(route, input)
      await me.call(clientConsents.revoke, { appId: input.appId, note: 'Called: stop helping' })
      expect(await refusal(me.call(route, input))).toMatchObject({
        code: 'consent.required',
        status: 409,
        message: 'The client revoked the consent. Request it again before you continue.',
        details: { state: 'revoked' },
      })
      const { appId } = await applicationOf()
      expect(await refusal(me.call(route, { ...input, appId }))).toMatchObject({
        code: 'consent.required',
        details: { state: 'none' },
      })
    },
  )

  test('A-104 P-26 an application of another agent is missing, not without consent', async () => {
    const { appId } = await applicationOf({ agentId: other.agentId })
    expect((await refusal(me.call(marketplace.refetch, { appId }))).code).toBe('application.not_found')
  })

  test('A-104 clients need no consent for their own application', async () => {
    const { appId } = await applicationOf()
    const customer = await agency.person({ roles: ['customer'] })
    expect((await refusal(customer.call(marketplace.refetch, { appId }))).code).toBe('application.not_found')
    await agency.db.updateTable('users').set({ application_id: appId }).where('id', '=', customer.userId).execute()
    expect((await customer.call(marketplace.refetch, { appId })).exchangeAssignedId).toBe(appId)
    expect((await refusal(me.call(marketplace.refetch, { appId }))).code).toBe('consent.required')
  })

  test('A-104 a consent that has ended does not count', async () => {
    const { appId } = await applicationOf()
    await signClientConsent(agency.db, appId)
    expect(await stateOf(appId)).toBe('valid')
    agency.setClock(() => new Date(Date.now() + 366 * 86_400_000))
    try {
      const later = await actor(agency, { roles: ['agent'], claims: ['admin.Application'], fullAccess: true })
      expect(await refusal(later.call(marketplace.refetch, { appId }))).toMatchObject({ details: { state: 'ended' } })
    } finally {
      agency.setClock(() => new Date())
    }
  })

  test('A-104 consent given on the internal application counts for the exchange application that it became, for the same person only', async () => {
    const [same, namesake] = [await applicationOf(), await applicationOf()]
    for (const [{ appId }, lastName] of [
      [same, 'CASE'],
      [namesake, 'Other'],
    ] as const)
      await sql`
        with internal as (
          insert into internal_applications (first_name, last_name, email, phone, marketplace_id)
          values ('Ida', ${lastName}, 'ida@mail.test', '3055550142', ${appId}) returning id
        ), requested as (
          insert into consent_requests (application_id, token_hash, channel, sent_to, language, agency, agency_phone,
            agency_email, applicant, expires_at)
          select id, sha256(convert_to(${appId}, 'UTF8')), 'email', 'ida@mail.test', 'en', 'Coverdesk', '8005550100',
            'office@coverdesk.example', 'Ida Case', now() + interval '7 days' from internal
          returning id, application_id
        )
        insert into consents (request_id, application_id, signed_name, address, user_agent, language, text_version,
          text_signed, text_sha256, ends_on)
        select id, application_id, 'Ida Case', '192.0.2.7', 'test', 'en', 'test', 'I agree.', sha256('I agree.'),
          current_date + 30 from requested`.execute(agency.db)
    expect(await stateOf(same.appId)).toBe('valid')
    expect(await stateOf(namesake.appId)).toBe('none')
  })
})

describe('requesting and revoking', () => {
  test('A-104 P-67 the client signs by the link and revokes by the same link, and may sign again', async () => {
    const application = await applicationOf()
    const { appId } = application
    await me.call(clientConsents.request, { appId, channel: 'email', language: 'es' })
    expect(await stateOf(appId)).toBe('requested')
    expect(await refusal(me.call(marketplace.refetch, { appId }))).toMatchObject({ details: { state: 'requested' } })
    const link = await linkTo(application.email)
    expect(await asClient(consent.page, { id: link })).toMatchObject({ reference: appId, applicant: 'Ida Case' })
    expect((await refusal(asClient(consent.revoke, { id: link }))).code).toBe('consent.not_found')
    await sign(link)
    await me.call(marketplace.refetch, { appId })
    const { revokedDate } = await asClient(consent.revoke, { id: link })
    expect(await asClient(consent.revoke, { id: link })).toEqual({ revokedDate })
    expect(await asClient(consent.page, { id: link })).toMatchObject({ revokedDate })
    expect((await refusal(me.call(marketplace.refetch, { appId }))).code).toBe('consent.required')
    await requestAndSign(application)
    expect(await me.call(clientConsents.one, { appId })).toMatchObject({ state: 'valid', signedName: 'Ida Case' })
    await me.call(marketplace.refetch, { appId })
  })

  test('A-104 a client who revokes several times at once, while an agent notes it, revokes once', async () => {
    const application = await applicationOf()
    const link = await requestAndSign(application)
    const { appId } = application
    const calls = await Promise.allSettled([
      asClient(consent.revoke, { id: link }),
      me.call(clientConsents.revoke, { appId, note: 'Called on Tuesday' }),
      asClient(consent.revoke, { id: link }),
    ])
    const dates = calls.flatMap((made) => (made.status === 'fulfilled' ? [made.value.revokedDate] : []))
    const { revokedDate } = await me.call(clientConsents.one, { appId })
    expect(dates.length).toBeGreaterThanOrEqual(2)
    expect(new Set(dates)).toEqual(new Set([revokedDate]))
    for (const made of calls)
      if (made.status === 'rejected') expect(made.reason).toMatchObject({ code: 'consent.none_valid' })
  })

  test('A-104 a revocation noted by an agent stores what was said and by whom, and cannot be changed', async () => {
    const application = await applicationOf()
    const { appId } = application
    expect((await refusal(me.call(clientConsents.revoke, { appId, note: 'x' }))).code).toBe('consent.none_valid')
    await requestAndSign(application)
    expect(await me.call(clientConsents.revoke, { appId, note: 'Called on Monday' })).toMatchObject({
      state: 'revoked',
      revokedNote: 'Called on Monday',
    })
    const { rows } = await sql<{ by: number; way: string }>`
      select noted_by as by, way from consent_revocations where note = 'Called on Monday'`.execute(agency.db)
    expect(rows).toEqual([{ by: me.userId, way: 'noted' }])
    for (const change of [
      sql`update consent_revocations set note = 'Never called'`,
      sql`delete from consent_revocations`,
      sql`truncate consent_revocations`,
    ])
      await expect(change.execute(agency.db)).rejects.toThrow(/revocation is stored|permission denied/)
  })

  test('A-104 a consent is requested only at the client’s own contact data', async () => {
    const ask = (appId: string, channel: 'email' | 'sms' = 'email') =>
      me.call(clientConsents.request, { appId, channel, language: 'en' })
    const nowhere = await applicationOf({ email: null })
    expect((await refusal(ask(nowhere.appId))).code).toBe('consent.no_recipient')
    const { rows } = await sql<{ login: string }>`
      select login_email as login from agents where id = ${other.agentId}`.execute(agency.db)
    const agents = await applicationOf({ email: (rows[0]?.login ?? '').toUpperCase() })
    expect((await refusal(ask(agents.appId))).message).toMatch(/agent's contact data/)
    const foreign = await applicationOf({ agentId: null })
    expect((await refusal(ask(foreign.appId))).code).toBe('application.not_found')
    const byText = await applicationOf({ phone: '3055550188' })
    expect(await ask(byText.appId, 'sms')).toMatchObject({ state: 'requested', sentTo: '3055550188' })
  })
})
