import { allRoutes } from '@coverdesk/domain/all-routes.ts'
import { consent } from '@coverdesk/domain/applications/consent-contract.ts'
import { clientConsents } from '@coverdesk/domain/consents/client-consent-contract.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { messages } from '@coverdesk/domain/messages/message-contract.ts'
import { plans } from '@coverdesk/domain/plans/plan-contract.ts'
import type { ConsentRule } from '@coverdesk/domain/platform/consent-rule.ts'
import type { InputOf, Route } from '@coverdesk/domain/platform/route.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withDeclaredExchange } from '../platform/http/with-declared-exchange.ts'
import { actor } from '../route-examples/actor.ts'
import { exampleOf, nameOf } from '../route-examples/all-examples.ts'
import type { Actor } from '../route-examples/example.ts'
import { country } from '../sandbox/test-catalogue.ts'
import { askForAuthorizations } from '../testing/signing/ask-for-authorizations.ts'
import { signClientConsent } from '../testing/signing/sign-client-consent.ts'
import { callAs, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'
import { signByLink, unconsented } from './consent-samples.ts'

let agency: TestApp
let me: Actor
let other: Actor
let administrator: Actor
beforeAll(async () => {
  agency = await startTestApp({ demo: true }, undefined, { prepared: country })
  me = await actor(agency, { roles: ['agent'], claims: ['view.Application'] })
  other = await actor(agency, { roles: ['agent'], claims: ['view.Application'] })
  administrator = await actor(agency, { roles: ['administrator'] })
  await askForAuthorizations(agency.db)
})
afterAll(() => agency.close())

/** Routes about a client's application at an exchange, by their contracts. */
const aboutClients = allRoutes.filter(
  ({ path, input }) =>
    /^\/api\/(MarketplaceApp|Plans|EdeApplication|ApplicationReview|ExchangeAuthorization|Application|Consent|HandOff\/(marketplace|ede)|SandboxExchange)(\/|$)/.test(
      path,
    ) ||
    ('shape' in input && typeof input.shape === 'object' && input.shape !== null && 'appId' in input.shape),
)
const needingConsent = allRoutes.flatMap((route) => {
  const rule = route.clientConsent
  return rule && 'scopes' in rule ? [{ route, rule, name: nameOf(route) }] : []
})

/** Exchange id of the marketplace application that an input names. */
const appIdIn = ({ appId, id }: Record<string, unknown>) => String(appId ?? id)

/** Rewrites the signed consents of the application that an input names. */
async function alterConsent({ of }: ConsentRule, input: Record<string, unknown>, change: RawBuilder<unknown>) {
  const ofApplication =
    of !== 'wizard'
      ? sql`marketplace_application_id = (
          select id from marketplace_applications where exchange_assigned_id = ${appIdIn(input)})`
      : sql`application_id = (select application_id from ede_applications where uuid = ${String(input.id)}::uuid)`
  const { numAffectedRows } = await sql`update consent_requests set ${change} where ${ofApplication}`.execute(agency.db)
  expect(Number(numAffectedRows)).toBeGreaterThan(0)
}

/** The client's name, as the application has it. */
async function nameIn({ of }: ConsentRule, input: Record<string, unknown>): Promise<string> {
  const { rows } = await (of !== 'wizard'
    ? sql<{ name: string }>`
        select concat_ws(' ', user_first_name, user_last_name) as name from marketplace_applications
        where exchange_assigned_id = ${appIdIn(input)}`
    : sql<{ name: string }>`
        select concat_ws(' ', answers #>> '{household,people,0,firstName}', answers #>> '{household,people,0,lastName}') as name
        from ede_applications where uuid = ${String(input.id)}::uuid`
  ).execute(agency.db)
  return rows[0]?.name ?? ''
}

async function revokeAll({ of }: ConsentRule, input: Record<string, unknown>) {
  if (of !== 'wizard')
    return await me.call(clientConsents.revoke, { appId: appIdIn(input), note: 'Called: stop helping' })
  await sql`
    insert into consent_revocations (consent_id, way, address, user_agent)
    select g.id, 'link', '192.0.2.7', 'test' from consents g
    join ede_applications e on e.application_id = g.application_id
    where e.uuid = ${String(input.id)}::uuid`.execute(agency.db)
}

let made = 0
/** An application of the agent whose client was not asked for consent. */
async function applicationOf(wish: { email?: string | null; phone?: string | null; agentId?: number | null } = {}) {
  const { email = `ida${++made}@mail.test`, phone = null, agentId = me.agentId } = wish
  return { appId: await unconsented(agency, { agentId, email, phone }), email: email ?? '' }
}

const asClient = <R extends Route>(route: R, input: InputOf<R>) => callAs(agency.app, null, route, input)
const stateOf = async (appId: string) => (await me.call(clientConsents.one, { appId })).state

/** The newest link sent to a recipient, from the demo outbox. */
async function linkTo(recipient: string): Promise<string> {
  const { data } = await administrator.call(messages.list, { recipient, kind: 'consent-request' })
  const { link } = await administrator.call(messages.one, { id: data[0]?.id ?? '' })
  return new URL(link ?? '').searchParams.get('id') ?? ''
}

const sign = (link: string) => signByLink(agency, link)

async function requestAndSign(application: { appId: string; email: string }): Promise<string> {
  await me.call(clientConsents.request, { appId: application.appId, channel: 'email', language: 'en' })
  const link = await linkTo(application.email)
  await sign(link)
  return link
}

describe('the gate', () => {
  test('A-104 every route about a client’s application declares the consent that it needs, or says why it needs none', () => {
    expect(aboutClients.length).toBeGreaterThan(30)
    expect(aboutClients.filter(({ clientConsent }) => clientConsent === undefined).map(nameOf)).toEqual([])
    const reasons = aboutClients.flatMap(({ clientConsent: rule }) =>
      rule && 'notNeeded' in rule ? [rule.notNeeded] : [],
    )
    for (const reason of reasons) expect(reason).toMatch(/^it .{10,}/)
    expect(
      needingConsent
        .map(({ name, rule: { scopes, review, authorization } }) =>
          [`${name}: ${scopes.join(' and ')}`, review && 'review', authorization && 'authorization']
            .filter(Boolean)
            .join(', '),
        )
        .sort(),
    ).toEqual([
      'GET /api/Plans/{planId}: apply',
      'GET /api/Plans: apply',
      'POST /api/EdeApplication/{id}/submit: apply and search, review, authorization',
      'POST /api/ExchangeAuthorization/{of}/{id}/code: apply',
      'POST /api/ExchangeAuthorization/{of}/{id}: apply',
      'POST /api/HealthSherpa/sessions/{id}: apply',
      'POST /api/MarketplaceApp/{appId}/enrollment/review/device: apply',
      'POST /api/MarketplaceApp/{appId}/enrollment/review: apply',
      'POST /api/MarketplaceApp/{appId}/enrollment: apply, review, authorization',
      'POST /api/MarketplaceApp/{appId}/refetch: search',
    ])
  })

  test.each(needingConsent)(
    'A-104 $name passes with consent, and is refused for another person, agent or purpose, and at once after a revocation',
    async ({ route, rule }) => {
      const { own, shows } = exampleOf(route)
      const make = async (): Promise<Record<string, unknown>> =>
        Object.assign({}, await (shows ?? own)({ agency, me, other }))
      const refused = async (input: Record<string, unknown>) => await refusal(me.call(route, input))
      const input = await make()
      const changes: [string, RawBuilder<unknown>, RawBuilder<unknown>][] = [
        ['other-person', sql`applicant = 'Another Person'`, sql`applicant = ${await nameIn(rule, input)}`],
        ['other-agent', sql`agent_id = ${other.agentId}, only_agent = true`, sql`only_agent = false`],
        ['out-of-scope', sql`scopes = '{maintain}'`, sql`scopes = default`],
      ]
      for (const [state, change, undo] of changes) {
        await alterConsent(rule, input, change)
        expect(await refused(input)).toMatchObject({ code: 'consent.required', status: 409, details: { state } })
        await alterConsent(rule, input, undo)
      }
      await me.call(route, input)
      const another = await make()
      await revokeAll(rule, another)
      expect(await refused(another)).toMatchObject({
        code: 'consent.required',
        status: 409,
        message: 'The client revoked the consent. Request it again before you continue.',
        details: { state: 'revoked' },
      })
    },
  )

  test.each(needingConsent.filter(({ rule }) => rule.of !== 'wizard'))(
    'A-104 $name is refused for a client who was never asked',
    async ({ route, rule }) => {
      const { own, shows } = exampleOf(route)
      const { appId } = await applicationOf()
      const named = rule.of === 'named' ? { id: appId } : { appId }
      const input = Object.assign({}, await (shows ?? own)({ agency, me, other }), named)
      expect(await refusal(me.call(route, input))).toMatchObject({
        code: 'consent.required',
        details: { state: 'none' },
      })
    },
  )

  test.each(needingConsent.filter(({ rule }) => rule.authorization))(
    'A-104 $name is refused until the client authorizes this agent, where the exchange asks for it',
    async ({ route, rule }) => {
      const { own, shows } = exampleOf(route)
      const input: Record<string, unknown> = Object.assign({}, await (shows ?? own)({ agency, me, other }))
      const ofApplication =
        rule.of !== 'wizard'
          ? sql`marketplace_application_id = (
              select id from marketplace_applications where exchange_assigned_id = ${appIdIn(input)})`
          : sql`application_id = (select application_id from ede_applications where uuid = ${String(input.id)}::uuid)`
      // The example's agent is also its client, who needs none.
      if (rule.of === 'wizard')
        await sql`update ede_applications set client_id = null where ${ofApplication}`.execute(agency.db)
      const set = (change: RawBuilder<unknown>) =>
        sql`update authorization_requests set ${change} where ${ofApplication}`.execute(agency.db)
      const changes: [string, RawBuilder<unknown>, RawBuilder<unknown>][] = [
        ['none', sql`applicant = 'Another Person'`, sql`applicant = ${await nameIn(rule, input)}`],
        ['other-agent', sql`agent_id = ${other.agentId}`, sql`agent_id = ${me.agentId}`],
        ['none', sql`plan_year = plan_year - 10`, sql`plan_year = plan_year + 10`],
      ]
      for (const [state, change, undo] of changes) {
        await set(change)
        expect(await refusal(me.call(route, input))).toMatchObject({
          code: 'authorization.required',
          status: 409,
          details: { state },
        })
        await set(undo)
      }
      await me.call(route, input)
    },
  )

  test('A-104 a handler reaches the exchange only as far as its route declares', () => {
    const { services } = agency
    const silent = withDeclaredExchange(services, messages.list)
    expect(() => silent.exchange).toThrow(/without declaring the client's consent/)
    expect(silent.db).toBe(services.db)
    const anonymous = withDeclaredExchange(services, plans.quote).exchange
    expect(anonymous.plans).toBe(services.exchange.plans)
    for (const call of [
      anonymous.application,
      anonymous.apply,
      anonymous.requestAuthorization,
      anonymous.authorization,
      anonymous.enroll,
    ])
      expect(() => Reflect.apply(call, null, [])).toThrow(/POST \/api\/Plans\/quote asks the exchange about a person/)
    expect(withDeclaredExchange(services, marketplace.refetch).exchange).toBe(services.exchange)
  })

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
    // What is sent next starts with the language of the last.
    expect(await me.call(clientConsents.one, { appId })).toMatchObject({ language: 'es' })
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

  test('A-104 only the client can sign: another name is refused with a sentence, another spelling is not', async () => {
    const { appId, email } = await applicationOf()
    await me.call(clientConsents.request, { appId, channel: 'email', language: 'en' })
    const link = await linkTo(email)
    for (const signedName of ['Eve Agent', 'Ida', 'Uwe Case'])
      expect(await refusal(signByLink(agency, link, { signedName }))).toMatchObject({
        code: 'signature.other_name',
        status: 400,
        message: 'This must be signed by Ida Case. Enter that name.',
      })
    expect(await stateOf(appId)).toBe('requested')
    await signByLink(agency, link, { signedName: 'ÍDA  maría  CASE' })
    expect(await stateOf(appId)).toBe('valid')
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
      await expect(change.execute(agency.db)).rejects.toThrow(/is stored as it was made|permission denied/)
  })

  test('A-104 a consent is requested only at the client’s own contact data', async () => {
    const ask = (appId: string, channel: 'email' | 'sms' = 'email') =>
      me.call(clientConsents.request, { appId, channel, language: 'en' })
    const nowhere = await applicationOf({ email: null })
    expect((await refusal(ask(nowhere.appId))).code).toBe('consent.no_recipient')
    const { rows } = await sql<{ login: string }>`
      select login_email as login from agents where id = ${other.agentId}`.execute(agency.db)
    const agents = await applicationOf({ email: (rows[0]?.login ?? '').toUpperCase() })
    expect((await refusal(ask(agents.appId))).message).toMatch(/an agent's or the agency's contact data/)
    // Any number of an agent's, also one that is not the main one, and what staff sign in with.
    await sql`
      insert into contact_phones (contact_id, phone) select contact_id, '3055550177' from agents where id = ${other.agentId}`.execute(
      agency.db,
    )
    const hidden = await applicationOf({ phone: '3055550177' })
    expect((await refusal(ask(hidden.appId, 'sms'))).code).toBe('consent.no_recipient')
    const clerk = await agency.person({ roles: ['securityadmin'] })
    await sql`update users set email = 'clerk@office.test' where id = ${clerk.userId}`.execute(agency.db)
    const clerks = await applicationOf({ email: 'Clerk@office.test' })
    expect((await refusal(ask(clerks.appId))).code).toBe('consent.no_recipient')
    const foreign = await applicationOf({ agentId: null })
    expect((await refusal(ask(foreign.appId))).code).toBe('application.not_found')
    const byText = await applicationOf({ phone: '3055550188' })
    expect(await ask(byText.appId, 'sms')).toMatchObject({ state: 'requested', sentTo: '3055550188' })
  })
})
