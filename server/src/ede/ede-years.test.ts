import { applications } from '@coverdesk/domain/applications/application-contract.ts'
import { applicationReviews, ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { offeredYear } from '@coverdesk/domain/enrollment-windows/enrollment-window.ts'
import { shippedWindows } from '@coverdesk/domain/enrollment-windows/shipped-windows.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { healthSherpa } from '@coverdesk/domain/healthsherpa/health-sherpa-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actor } from '../route-examples/actor.ts'
import type { Actor } from '../route-examples/example.ts'
import { edeOf, signedEdeOf } from '../route-examples/sales/ede-examples.ts'
import { country } from '../sandbox/test-catalogue.ts'
import { completeAnswers } from '../testing/complete-answers.ts'
import { callAs, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let me: Actor
let office: Actor
const offered = offeredYear(shippedWindows, 'FL', todayIn(new Date()))
beforeAll(async () => {
  agency = await startTestApp({ demo: true }, undefined, { prepared: country })
  me = await actor(agency, { roles: ['agent'], claims: ['view.Application'] })
  office = await actor(agency, { roles: ['administrator'], claims: ['admin.Application'] })
})
afterAll(() => agency.close())

const consumerOf = () => actor(agency, { roles: ['consumer'] })
/** Makes an application one that was begun while the year before was offered. */
const beginYearBefore = (id: string) =>
  sql`update ede_applications set plan_year = ${offered - 1} where uuid = ${id}::uuid`.execute(agency.db)
const deleteApplication = (id: string) => office.call(applications.setStatus, { ids: [id], statusTypeCode: 'VOID' })

test('a client whose draft the office deleted can start another one', async () => {
  const consumer = await consumerOf()
  const first = await consumer.call(ede.startOwn, {})
  await deleteApplication(first.internalId)
  expect(await consumer.call(ede.own, {})).toMatchObject({ application: null, number: null, startsYear: offered })
  expect((await consumer.call(ede.one, { id: first.id })).isVoid).toBe(true)
  const second = await consumer.call(ede.startOwn, {})
  expect(second.id).not.toBe(first.id)
  expect((await consumer.call(ede.own, {})).application?.id).toBe(second.id)
})

test('a deleted internal application is not started again in the wizard', async () => {
  const client = { firstName: 'Ida', lastName: 'Case', email: 'ida@mail.test', phone: '3055550142' }
  const { internalId } = await me.call(ede.start, client)
  await deleteApplication(internalId)
  expect((await refusal(me.call(ede.start, { ...client, applicationId: internalId }))).code).toBe('application.void')
})

test('a draft of a year that is no longer offered moves to the next one with a save, and is reviewed again', async () => {
  const id = await signedEdeOf(agency, me)
  await beginYearBefore(id)
  const before = await me.call(ede.one, { id })
  expect(before).toMatchObject({ planYear: offered - 1, movedFrom: null, review: { state: 'valid' } })
  const { answers, version } = before
  const saved = await me.call(ede.save, { id, version, step: 'review', answers })
  expect(saved).toMatchObject({
    planYear: offered,
    movedFrom: offered - 1,
    version: version + 1,
    review: { state: 'outdated' },
  })
  const again = await me.call(ede.save, { id, version: saved.version, step: 'review', answers })
  expect(again.version).toBe(saved.version)
})

test('an application is not submitted for a year that is no longer offered', async () => {
  const id = await signedEdeOf(agency, me)
  await beginYearBefore(id)
  const failure = await refusal(me.call(ede.submit, { id, version: 1 }))
  expect(failure).toMatchObject({
    code: 'ede.year_ended',
    message: `Applications here are for ${offered} now. Open this one again: it is then for ${offered}, and the client reviews it again. For coverage in ${offered - 1} after a life event, choose special enrollment there.`,
  })
  expect((await me.call(ede.one, { id })).state).toBe('draft')
})

test('a submission that waits for its answer keeps its year and can be asked for again', async () => {
  const id = await signedEdeOf(agency, me)
  await beginYearBefore(id)
  await sql`update ede_applications set submission_id = gen_random_uuid() where uuid = ${id}::uuid`.execute(agency.db)
  // The sandbox takes the year before only while it is this year.
  const { exchange } = agency.services
  const accept: typeof exchange.apply = async ({ submissionId }) =>
    JSON.stringify({ submissionId, outcome: 'accepted', exchangeAssignedId: '5300000418' })
  agency.services.exchange = { ...exchange, apply: accept }
  expect(await me.call(ede.submit, { id, version: 1 })).toMatchObject({ state: 'submitted', planYear: offered - 1 })
  agency.services.exchange = exchange
})

test('a client who opens the review of the year before reads and signs that of the next one', async () => {
  const consumer = await consumerOf()
  const { id } = await edeOf(agency, consumer)
  await beginYearBefore(id)
  const { link } = await consumer.call(ede.openOwn, { id, what: 'review', language: 'en' })
  const { texts } = await callAs(agency.app, null, applicationReviews.page, { id: link })
  expect(texts.en.title).toBe(`Application for ${offered} coverage`)
})

test('a link to the review of a year that is no longer offered is closed', async () => {
  const consumer = await consumerOf()
  const { id } = await edeOf(agency, consumer)
  const { link } = await consumer.call(ede.openOwn, { id, what: 'review', language: 'en' })
  await beginYearBefore(id)
  const page = callAs(agency.app, null, applicationReviews.page, { id: link })
  expect((await refusal(page)).code).toBe('review.not_found')
})

test('a client who continues the draft of the year before gets it for the next one', async () => {
  const consumer = await consumerOf()
  const { id } = await consumer.call(ede.startOwn, {})
  await beginYearBefore(id)
  expect(await consumer.call(ede.startOwn, {})).toMatchObject({ id, planYear: offered, movedFrom: offered - 1 })
})

test('a client who applied for the year before can start an application for the next one, once', async () => {
  const consumer = await consumerOf()
  const id = await signedEdeOf(agency, consumer)
  await consumer.call(ede.submit, { id, version: 1 })
  expect(await consumer.call(ede.own, {})).toMatchObject({ application: { id }, startsYear: null })
  await beginYearBefore(id)
  expect(await consumer.call(ede.own, {})).toMatchObject({ application: { id }, startsYear: offered })
  const next = await consumer.call(ede.startOwn, {})
  expect(next).toMatchObject({ planYear: offered, state: 'draft' })
  expect(await consumer.call(ede.own, {})).toMatchObject({ application: { id: next.id }, startsYear: null })
})

test('a client who starts again, from a page that was loaded before the submission, gets the application of that year', async () => {
  const consumer = await consumerOf()
  const id = await signedEdeOf(agency, consumer)
  await consumer.call(ede.submit, { id, version: 1 })
  expect(await consumer.call(ede.startOwn, {})).toMatchObject({ id, state: 'submitted' })
})

test('an enrollment at HealthSherpa is not started for a year that is no longer offered', async () => {
  const id = await signedEdeOf(agency, me)
  await beginYearBefore(id)
  agency.services.enrollmentSessions = { start: () => Promise.resolve('https://healthsherpa.com/') }
  expect((await refusal(me.call(healthSherpa.start, { id }))).code).toBe('ede.year_ended')
  agency.services.enrollmentSessions = null
})

test('answers that were typed while the year ended are kept by the save that moves the application', async () => {
  const { id } = await edeOf(agency, me)
  await beginYearBefore(id)
  const answers = { ...completeAnswers, taxes: { ...completeAnswers.taxes, claimed: 'yes' as const } }
  const saved = await me.call(ede.save, { id, version: 1, step: 'taxes', answers })
  expect(saved).toMatchObject({ planYear: offered, answers: { taxes: { claimed: 'yes' } } })
})
