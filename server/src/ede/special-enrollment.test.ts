import { randomUUID } from 'node:crypto'
import { applications } from '@coverdesk/domain/applications/application-contract.ts'
import type { EdeAnswersInput } from '@coverdesk/domain/ede/ede-answers.ts'
import { applicationReviews, ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { enrollments } from '@coverdesk/domain/enrollment/enrollment-contract.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { plans } from '@coverdesk/domain/plans/plan-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { actor } from '../route-examples/actor.ts'
import type { Actor } from '../route-examples/example.ts'
import { edeOf, signEde } from '../route-examples/sales/ede-examples.ts'
import { country } from '../sandbox/test-catalogue.ts'
import { completeAnswers } from '../testing/complete-answers.ts'
import { signClientConsent } from '../testing/signing/sign-client-consent.ts'
import { signEnrollmentReview } from '../testing/signing/sign-enrollment-review.ts'
import { callAs, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let me: Actor
beforeAll(async () => {
  agency = await startTestApp({ demo: true }, undefined, { prepared: country })
  me = await actor(agency, { roles: ['agent'], claims: ['view.Application'] })
})
afterAll(() => agency.close())
const on = (day: string) => agency.setClock(() => new Date(`${day}T17:00:00Z`))
beforeEach(() => on('2026-11-29'))

type Event = { event: 'loss-of-coverage' | 'birth' | ''; eventDate: string }
const lost: Event = { event: 'loss-of-coverage', eventDate: '2026-11-20' }
const special = (event: Event): EdeAnswersInput => ({
  ...completeAnswers,
  about: { ...completeAnswers.about, specialYear: '2026', ...event },
})
const saveAs = (who: Actor, id: string, version: number, answers: EdeAnswersInput) =>
  who.call(ede.save, { id, version, step: 'about', finish: true, answers })

/** A signed application of this agent, or of a client, for the special enrollment of 2026. */
async function specialEde(who: Actor, owner: { agentId: number | null; userId: number } = who) {
  const { id } = await edeOf(agency, owner)
  const saved = await saveAs(who, id, 1, special(lost))
  await signEde(agency, id, '2026-11-29T16:00:00Z')
  return saved
}

test('a household that lost its coverage applies, sees plans and enrolls for this year, from the first of the next month', async () => {
  const saved = await specialEde(me)
  expect(saved).toMatchObject({
    planYear: 2026,
    offeredYear: 2027,
    movedFrom: null,
    special: { begins: '2026-12-01', until: '2026-11-30' },
  })
  const { id, version } = saved
  const { applicationId } = await me.call(ede.submit, { id, version })
  const appId = applicationId ?? ''
  const { terms, data } = await me.call(plans.list, { appId, pageSize: 1, 'filter.metal_level': 'Silver' })
  expect(terms).toMatchObject({ year: 2026, special: { begins: '2026-12-01', until: '2026-11-30' } })
  const planId = data[0]?.id ?? ''
  const plan = await me.call(plans.one, { planId, appId, applicants: '1,2,3' })
  const group = { applicants: ['1', '2', '3'], plan: { id: planId, name: plan.name, premium: plan.premium ?? '' } }
  const attestations = { income_tax: true, married: true, dependent: true, household: true } as const
  const input = { appId, submissionId: randomUUID(), groups: [{ ...group, aptc_selected: '0' }], attestations }
  await signClientConsent(agency.db, appId)
  await signEnrollmentReview(agency.db, input, me.agentId ?? undefined, '2026-11-29T16:00:00Z')
  await me.call(enrollments.send, input)
  const { rows: policies } = await sql<{ begins: string }>`
    select document #>> '{policies,0,dateEffective}' as begins from sandbox_exchange_applications
    where exchange_assigned_id = ${appId}`.execute(agency.db)
  expect(policies).toEqual([{ begins: '2026-12-01' }])
})

test('the client chooses between the two years, and reads the event in the review', async () => {
  const client = await actor(agency, { roles: ['consumer'] })
  const { id } = await edeOf(agency, client)
  const chosen = await saveAs(client, id, 1, special(lost))
  expect(chosen.planYear).toBe(2026)
  const { link } = await client.call(ede.openOwn, { id, what: 'review', language: 'es' })
  const { texts } = await callAs(agency.app, null, applicationReviews.page, { id: link })
  expect(texts.es.title).toBe('Solicitud de cobertura para 2026')
  expect(texts.es.parts[0]).toEqual({
    heading: 'Inscripción especial',
    points: ['Pérdida de cobertura médica, 11/20/2026', 'La cobertura comienza como muy pronto el 12/01/2026'],
  })
  const back = await saveAs(client, id, chosen.version, completeAnswers)
  expect(back).toMatchObject({ planYear: 2027, movedFrom: null, special: null })
})

test.each([
  ['without an event', { event: '', eventDate: '' }, 'Choose what happened.'],
  [
    'after more than 60 days',
    { event: 'birth', eventDate: '2026-09-29' },
    'This was more than 60 days ago, so special enrollment for it is over. Choose coverage for next year instead.',
  ],
  [
    'for a loss in December',
    { event: 'loss-of-coverage', eventDate: '2026-12-15' },
    'Coverage after this event begins next year. Choose coverage for next year instead.',
  ],
] as const)('this year is refused %s with a sentence', async (_name, event, sentence) => {
  const { id } = await edeOf(agency, me)
  const failure = await refusal(saveAs(me, id, 1, special(event)))
  expect(failure).toMatchObject({ code: 'request.invalid', message: sentence })
})

test('a signed application whose coverage would begin in the next year by now is not submitted', async () => {
  const { id, version } = await specialEde(me)
  on('2026-12-01')
  expect(await refusal(me.call(ede.submit, { id, version }))).toMatchObject({
    code: 'ede.special_enrollment',
    message: 'Coverage after this event begins next year. Choose coverage for next year instead.',
  })
})

test('P-84 a submission whose answer was lost is asked for again as it was sent, also when the event is over by then', async () => {
  const { id, version } = await specialEde(me)
  const { exchange } = agency.services
  const sent: object[] = []
  agency.services.exchange = {
    ...exchange,
    apply: async (application, signal) => {
      sent.push(application)
      await exchange.apply(application, signal)
      return '{"submissionId":'
    },
  }
  expect((await refusal(me.call(ede.submit, { id, version }))).code).toBe('ede.unconfirmed')
  on('2026-12-01')
  expect((await refusal(me.call(ede.submit, { id, version }))).code).toBe('ede.unconfirmed')
  agency.services.exchange = exchange
  on('2027-01-05')
  expect(await me.call(ede.submit, { id, version })).toMatchObject({ state: 'submitted', planYear: 2026 })
  expect(sent[1]).toEqual(sent[0])
})

test('an application of special enrollment moves to the next year with the calendar', async () => {
  const { id, version, answers } = await specialEde(me)
  on('2027-01-02')
  const moved = await me.call(ede.save, { id, version, step: 'about', answers })
  expect(moved).toMatchObject({ planYear: 2027, movedFrom: 2026, special: null })
})

test('a client who applied for the next year can apply for the special enrollment of this one, and for each once', async () => {
  const client = await actor(agency, { roles: ['consumer'] })
  const { id } = await edeOf(agency, client)
  await signEde(agency, id, '2026-11-29T16:00:00Z')
  expect(await client.call(ede.own, {})).toMatchObject({ startsYear: null, specialYear: null })
  await client.call(ede.submit, { id, version: 1 })
  expect(await client.call(ede.own, {})).toMatchObject({ startsYear: null, specialYear: 2026 })
  const second = await client.call(ede.startOwn, { special: true })
  expect(second).toMatchObject({ planYear: 2026, answers: { about: { specialYear: '2026' } } })
  await sql`update ede_applications set submitted_at = now() where uuid = ${second.id}::uuid`.execute(agency.db)
  expect(await client.call(ede.own, {})).toMatchObject({ startsYear: null, specialYear: null })
})

test('a client with an application of this year and one of the next sees, opens and enrolls in both, until the office deletes one', async () => {
  const client = await actor(agency, { roles: ['consumer'] })
  const submitNext = async (id: string) => {
    await signEde(agency, id, '2026-11-29T16:00:00Z')
    const { applicationId } = await client.call(ede.submit, { id, version: 1 })
    return applicationId ?? ''
  }
  const next = await submitNext((await edeOf(agency, client)).id)
  const second = await client.call(ede.startOwn, { special: true })
  expect(await client.call(ede.list, {})).toMatchObject([
    { id: second.id, planYear: 2026, state: 'draft' },
    { planYear: 2027, state: 'submitted', applicationId: next },
  ])
  // The newest one becomes that of the user; the one before stays the client's own.
  await sql`update users set application_id = '0' where application_id = ${next}`.execute(agency.db)
  expect(await client.call(marketplace.one, { appId: next })).toMatchObject({ exchangeAssignedId: next })
  expect(await client.call(enrollments.list, { appId: next })).toEqual([])
  const { data } = await client.call(plans.list, { appId: next, pageSize: 1, 'filter.metal_level': 'Silver' })
  const planId = data[0]?.id ?? ''
  const applicants = ['1', '2', '3']
  const plan = await client.call(plans.one, { planId, appId: next, applicants: applicants.join() })
  const group = { applicants, plan: { id: planId, name: plan.name, premium: plan.premium ?? '' }, aptc_selected: '0' }
  const attestations = { income_tax: true, married: true, dependent: true, household: true } as const
  const enrollment = { appId: next, submissionId: randomUUID(), groups: [group], attestations }
  expect(await client.call(enrollments.send, enrollment)).toMatchObject({ state: 'accepted', planYear: 2027 })
  const stranger = await actor(agency, { roles: ['consumer'] })
  expect((await refusal(stranger.call(marketplace.one, { appId: next }))).code).toBe('application.not_found')
  const office = await actor(agency, { roles: ['administrator'], claims: ['admin.Application'] })
  await office.call(applications.setStatus, { ids: [second.internalId], statusTypeCode: 'VOID' })
  expect(await client.call(ede.list, {})).toHaveLength(1)
})

test('a visitor sees the plans of this year after a life event, which the application takes over', async () => {
  const [county] = await callAs(agency.app, null, plans.counties, { zipCode: '33165' })
  expect(county).toMatchObject({ offeredYear: 2027, today: '2026-11-29' })
  const household = {
    zipCode: '33165',
    countyFips: '12086',
    income: '30000',
    year: '2026',
    ...lost,
    people: [{ age: 40, relation: 'self' as const, covered: true }],
  }
  const { terms, offered } = await callAs(agency.app, null, plans.quote, { ...household, pageSize: 1 })
  expect(terms).toMatchObject({ year: 2026, special: { begins: '2026-12-01', until: '2026-11-30' } })
  expect(offered).toBeGreaterThan(0)
  const late = callAs(agency.app, null, plans.quote, { ...household, eventDate: '2026-09-01' })
  expect((await refusal(late)).message).toMatch('This was more than 60 days ago')
  const client = await actor(agency, { roles: ['consumer'] })
  const started = await client.call(ede.startOwn, { draft: { household, plan: null } })
  expect(started).toMatchObject({
    planYear: 2026,
    answers: { about: { specialYear: '2026', ...lost } },
  })
})
