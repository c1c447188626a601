import { clientConsents } from '@coverdesk/domain/consents/client-consent-contract.ts'
import type { EdeAnswersInput } from '@coverdesk/domain/ede/ede-answers.ts'
import { applicationReviews, type EdeApplication, ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Exchange } from '../../platform/integrations/exchange.ts'
import { actor } from '../../route-examples/actor.ts'
import type { Actor } from '../../route-examples/example.ts'
import { edeOf, signEde, signedEdeOf } from '../../route-examples/sales/ede-examples.ts'
import { country } from '../../sandbox/test-catalogue.ts'
import { completeAnswers } from '../../testing/complete-answers.ts'
import { signClientConsent } from '../../testing/signing/sign-client-consent.ts'
import { callAs, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { refusal } from '../../uploads/policies/upload-samples.ts'

let agency: TestApp
let me: Actor
let exchange: Exchange
beforeAll(async () => {
  agency = await startTestApp({ demo: true }, undefined, { prepared: country })
  me = await actor(agency, { roles: ['agent'], claims: ['view.Application'] })
  exchange = agency.services.exchange
})
beforeEach(() => on('2026-11-29'))
afterEach(() => {
  agency.services.exchange = exchange
})
afterAll(() => agency.close())

const on = (day: string) => agency.setClock(() => new Date(`${day}T17:00:00Z`))
const signedOn = (id: string) => signEde(agency, id, '2026-11-29T16:00:00Z')

async function submitted(who: Actor = me): Promise<EdeApplication & { appId: string }> {
  const id = await signedEdeOf(agency, who, '2026-11-29T16:00:00Z')
  const application = await who.call(ede.submit, { id, version: 1 })
  return { ...application, appId: application.applicationId ?? '' }
}

/** Leo is gone, and Ida earns more. */
const withoutLeo: EdeAnswersInput = {
  ...completeAnswers,
  household: { people: completeAnswers.household.people.filter(({ id }) => id !== '2') },
  taxes: { files: 'yes', claimed: 'no' },
  income: {
    people: [
      { id: '1', has: 'yes', sources: [{ kind: 'job', amount: '45000', period: 'year' }] },
      { id: '3', has: 'no' },
    ],
  },
  coverage: { people: completeAnswers.coverage.people.filter(({ id }) => id !== '2') },
}

const save = (who: Actor, { id, version }: EdeApplication, answers: EdeAnswersInput) =>
  who.call(ede.save, { id, version, step: 'coverage', finish: true, answers })

const applicantsOf = async (appId: string) =>
  (await me.call(marketplace.one, { appId })).object.insuranceApplication.applicants

test('a change is reviewed and signed like the application, and changes the same one at the exchange', async () => {
  const { id, appId } = await submitted()
  const before = await applicantsOf(appId)
  const begun = await me.call(ede.change, { id })
  expect(begun).toMatchObject({ state: 'draft', isChange: true, applicationId: appId, planYear: 2027, step: 'about' })
  expect(begun.review.state).toBe('outdated')
  const saved = await save(me, begun, withoutLeo)
  expect((await refusal(me.call(ede.submit, { id, version: saved.version }))).code).toBe('review.required')
  expect(await applicantsOf(appId)).toEqual(before)
  await signedOn(id)
  const changed = await me.call(ede.submit, { id, version: saved.version })
  expect(changed).toMatchObject({ state: 'submitted', isChange: false, applicationId: appId })
  const applicants = await applicantsOf(appId)
  expect(applicants.map(({ personId }) => personId)).toEqual(['1', '3'])
  const creditOf = (of: typeof applicants) => of.find(({ personId }) => personId === '1')?.eligibility?.aptc?.amount
  expect(creditOf(applicants)).not.toBe(creditOf(before))
})

test('the client reads in the review that it is a change, and of which application', async () => {
  const consumer = await actor(agency, { roles: ['consumer'] })
  const { id, appId } = await submitted(consumer)
  await save(consumer, await consumer.call(ede.change, { id }), withoutLeo)
  const { link } = await consumer.call(ede.openOwn, { id, what: 'review', language: 'en' })
  const { texts } = await callAs(agency.app, null, applicationReviews.page, { id: link })
  expect(texts.en.title).toBe('Change of the application for 2027 coverage')
  expect(texts.en.parts[0]).toEqual({
    heading: 'What is changed',
    points: [
      `Application ${appId} at the Marketplace. The answers below replace all of its answers, and the help with the premium may change.`,
    ],
  })
})

test('a policy stays with those who are still in the household, and ends when no one is', async () => {
  const { id, appId } = await submitted()
  const policyOf = (name: string, ...members: string[]) => ({
    id_exchange: name,
    plan: { id: 'P', name: 'Silver', issuer: 'Oscar' },
    status: 'Effectuated',
    dateEffective: '2026-11-01',
    dateExpiration: '2026-12-31',
    members: members.map((personId) => ({ personId })),
  })
  const policies = [policyOf('family', '1', '2', '3'), policyOf('alone', '2')]
  await sql`
    update sandbox_exchange_applications set document = document || ${JSON.stringify({ policies })}::jsonb
    where exchange_assigned_id = ${appId}`.execute(agency.db)
  const { version } = await save(me, await me.call(ede.change, { id }), withoutLeo)
  await signedOn(id)
  await me.call(ede.submit, { id, version })
  expect((await me.call(marketplace.one, { appId })).policies).toMatchObject([
    { id_exchange: 'family', status: 'Effectuated', members: [{ personId: '1' }, { personId: '3' }] },
    { id_exchange: 'alone', status: 'Terminated', dateExpiration: '2026-11-30', members: [] },
  ])
})

test('a discarded change leaves the answers that the exchange has, and a change can be begun again', async () => {
  const { id, appId, answers } = await submitted()
  await save(me, await me.call(ede.change, { id }), withoutLeo)
  const discarded = await me.call(ede.discardChange, { id })
  expect(discarded).toMatchObject({ state: 'submitted', isChange: false, applicationId: appId })
  expect(discarded.answers).toEqual(answers)
  expect(await me.call(ede.discardChange, { id })).toMatchObject({ state: 'submitted' })
  expect(await me.call(ede.change, { id })).toMatchObject({ state: 'draft', isChange: true })
})

test('one change is open at a time: beginning it again returns it with what was typed', async () => {
  const { id } = await submitted()
  const { version } = await save(me, await me.call(ede.change, { id }), withoutLeo)
  const again = await me.call(ede.change, { id })
  expect(again.version).toBe(version)
  expect(again.answers.household.people).toHaveLength(2)
})

test('what is not submitted is not changed, nor what was of a year that has ended', async () => {
  const draft = await edeOf(agency, me)
  expect((await refusal(me.call(ede.change, { id: draft.id }))).code).toBe('ede.not_submitted')
  const { id } = await submitted()
  on('2028-01-02')
  expect((await refusal(me.call(ede.change, { id }))).code).toBe('ede.coverage_over')
})

test('a refused change stays open with its answers, and the exchange is asked for the application that it changes', async () => {
  const { id, appId } = await submitted()
  const { version, answers } = await save(me, await me.call(ede.change, { id }), withoutLeo)
  await signedOn(id)
  const asked: (string | null)[] = []
  const refuse: Exchange['apply'] = async ({ submissionId, changes }) => {
    asked.push(changes)
    return JSON.stringify({ submissionId, outcome: 'refused', reason: 'The income is not plausible' })
  }
  agency.services.exchange = { ...exchange, apply: refuse }
  expect((await refusal(me.call(ede.submit, { id, version }))).code).toBe('ede.refused')
  expect(asked).toEqual([appId])
  expect(await me.call(ede.one, { id })).toMatchObject({ state: 'draft', isChange: true, answers })
})

test('a client changes the own application of this year, and can start the one of the next besides it', async () => {
  on('2026-10-20')
  const consumer = await actor(agency, { roles: ['consumer'] })
  const { id } = await edeOf(agency, consumer)
  await sql`update ede_applications set plan_year = 2026 where uuid = ${id}::uuid`.execute(agency.db)
  await signEde(agency, id, '2026-10-20T16:00:00Z')
  await consumer.call(ede.submit, { id, version: 1 })
  on('2026-11-29')
  expect(await consumer.call(ede.change, { id })).toMatchObject({ isChange: true, planYear: 2026 })
  expect(await consumer.call(ede.own, {})).toMatchObject({ startsYear: 2027 })
  // The client sees what the exchange has also during the change.
  const appId = (await consumer.call(ede.one, { id })).applicationId ?? ''
  expect((await consumer.call(marketplace.one, { appId })).exchangeAssignedId).toBe(appId)
  const next = await consumer.call(ede.startOwn, {})
  expect(next.id).not.toBe(id)
  expect(await consumer.call(ede.one, { id })).toMatchObject({ planYear: 2026, movedFrom: null })
})

test('a change of this year during the next year’s open enrollment opens an enrollment period only after a life event', async () => {
  on('2026-08-20')
  const id = (await edeOf(agency, me)).id
  await sql`update ede_applications set plan_year = 2026 where uuid = ${id}::uuid`.execute(agency.db)
  await signEde(agency, id, '2026-08-20T16:00:00Z')
  const { applicationId } = await me.call(ede.submit, { id, version: 1 })
  on('2026-11-29')
  const periodAfter = async (about: EdeAnswersInput['about']) => {
    const begun = await me.call(ede.change, { id })
    const { version } = await save(me, begun, { ...withoutLeo, about: { ...completeAnswers.about, ...about } })
    await signedOn(id)
    await me.call(ede.submit, { id, version })
    const [applicant] = await applicantsOf(applicationId ?? '')
    return applicant?.eligibilitySpecial?.dateRange
  }
  expect(await periodAfter({})).toEqual({ start: '2026-08-20', end: '2026-10-19' })
  const married = { specialYear: '2026', event: 'marriage', eventDate: '2026-11-20' } as const
  expect(await periodAfter(married)).toEqual({ start: '2026-11-29', end: '2026-11-30' })
})

test('a birth of the year before gives coverage of this year from January 1, as the client reads and the exchange says', async () => {
  const { id, appId } = await submitted()
  on('2027-01-10')
  const about = { ...completeAnswers.about, specialYear: '2027', event: 'birth', eventDate: '2026-12-20' } as const
  const { version } = await save(me, await me.call(ede.change, { id }), { ...completeAnswers, about })
  const { link } = await me.call(ede.openHere, { id, what: 'review', language: 'en' })
  const { texts } = await callAs(agency.app, null, applicationReviews.page, { id: link })
  expect(texts.en.parts.flatMap(({ points }) => points)).toContain('Coverage begins on 01/01/2027 at the earliest')
  await signEde(agency, id, '2027-01-10T16:00:00Z')
  await me.call(ede.submit, { id, version })
  const [applicant] = await applicantsOf(appId)
  expect(applicant?.eligibilitySpecial).toMatchObject({ indicator: true, earliestQHPDate: '2027-01-01' })
  // A later change without an event is not counted by that one.
  const later = await save(me, await me.call(ede.change, { id }), completeAnswers)
  await signEde(agency, id, '2027-01-10T16:30:00Z')
  await me.call(ede.submit, { id, version: later.version })
  const { rows } = await sql<{ event: unknown }>`
    select document -> 'lifeEvent' as event from sandbox_exchange_applications
    where exchange_assigned_id = ${appId}`.execute(agency.db)
  expect(rows).toEqual([{ event: null }])
})

test('A-104 a consent that the client revokes at the marketplace application ends the change in the wizard, and a new one allows it', async () => {
  const { id, appId } = await submitted()
  const { version } = await save(me, await me.call(ede.change, { id }), withoutLeo)
  await signedOn(id)
  await signClientConsent(agency.db, appId)
  await me.call(clientConsents.revoke, { appId, note: 'Called: stop helping' })
  const { code, details } = await refusal(me.call(ede.submit, { id, version }))
  expect({ code, details }).toMatchObject({ code: 'consent.required', details: { state: 'revoked' } })
  await signClientConsent(agency.db, appId)
  expect(await me.call(ede.one, { id })).toMatchObject({ consent: { state: 'valid' }, review: { state: 'outdated' } })
})
