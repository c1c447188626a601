import { applications } from '@coverdesk/domain/applications/application-contract.ts'
import { ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Exchange } from '../../platform/integrations/exchange.ts'
import { actor } from '../../route-examples/actor.ts'
import type { Actor } from '../../route-examples/example.ts'
import { signedEdeOf } from '../../route-examples/sales/ede-examples.ts'
import { country } from '../../sandbox/test-catalogue.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { refusal } from '../../uploads/policies/upload-samples.ts'

let agency: TestApp
let me: Actor
let office: Actor
let exchange: Exchange
const reason = 'The exchange refuses the request: its address changed'
beforeAll(async () => {
  agency = await startTestApp({ demo: true }, undefined, { prepared: country })
  me = await actor(agency, { roles: ['agent'], claims: ['view.Application'] })
  office = await actor(agency, { roles: ['administrator'], claims: ['admin.Application'] })
  exchange = agency.services.exchange
})
afterEach(() => {
  agency.services.exchange = exchange
})
afterAll(() => agency.close())

/** An application that was submitted some times to an exchange that rejects the request. */
async function rejected(times: number) {
  const id = await signedEdeOf(agency, me)
  agency.services.exchange = { ...exchange, apply: () => Promise.reject(new Error('http 422')) }
  for (let attempt = 0; attempt < times; attempt++)
    expect((await refusal(me.call(ede.submit, { id, version: 1 }))).code).toBe('ede.unconfirmed')
  agency.services.exchange = exchange
  return await me.call(ede.one, { id })
}
const deleteApplication = (id: string) => office.call(applications.setStatus, { ids: [id], statusTypeCode: 'VOID' })

test('an administrator ends a submission after three attempts, and the agent sees why and can change the answers', async () => {
  const { id, number, internalId, answers, version, canEnd } = await rejected(3)
  expect(canEnd).toBe(true)
  expect(await office.call(ede.end, { id, reason })).toMatchObject({ state: 'draft', canEnd: false })
  const { statuses } = await me.call(applications.history, { id: internalId })
  expect(statuses.at(-1)?.comment).toBe(`Submission ended: ${reason}`)
  const { rows } = await sql<{ facts: object }>`
    select facts from audit_events where facts ->> 'what' = 'ede-ended' and entity_id = ${String(number)}`.execute(
    agency.db,
  )
  expect(rows).toEqual([{ facts: { what: 'ede-ended', reason, tries: 3, submissionId: expect.any(String) } }])
  expect((await me.call(ede.save, { id, version, step: 'about', answers })).state).toBe('draft')
})

test('a submission is not ended before three attempts, without an attempt, or by an agent', async () => {
  const { id, canEnd } = await rejected(2)
  expect(canEnd).toBe(false)
  expect((await refusal(office.call(ede.end, { id, reason }))).code).toBe('sending.not_ended')
  expect((await refusal(me.call(ede.end, { id, reason }))).code).toBe('right.missing')
  const draft = await signedEdeOf(agency, me)
  expect((await refusal(office.call(ede.end, { id: draft, reason }))).code).toBe('sending.none')
})

test('an application is not deleted while its submission waits for its answer, and can be once that is ended', async () => {
  const { id, internalId } = await rejected(3)
  const { code, message } = await refusal(deleteApplication(internalId))
  expect(code).toBe('application.status_refused')
  expect(message).toContain('Submit it again in the Application Wizard, or end the submission there')
  await office.call(ede.end, { id, reason })
  await deleteApplication(internalId)
  expect((await me.call(ede.one, { id })).isVoid).toBe(true)
})

test('an answer that comes after the end links what the exchange accepted, and a deletion since stays', async () => {
  const { id, internalId } = await rejected(2)
  let accept = (): void => undefined
  agency.services.exchange = {
    ...exchange,
    apply: ({ submissionId }) =>
      new Promise((answer) => {
        accept = () => answer(JSON.stringify({ submissionId, outcome: 'accepted', exchangeAssignedId: '5300000733' }))
      }),
  }
  const last = me.call(ede.submit, { id, version: 1 })
  await expect.poll(async () => (await me.call(ede.one, { id })).canEnd, { timeout: 10_000 }).toBe(true)
  await office.call(ede.end, { id, reason })
  await deleteApplication(internalId)
  accept()
  expect(await last).toMatchObject({ state: 'submitted', applicationId: '5300000733', isVoid: true })
  expect((await me.call(applications.one, { id: internalId })).status).toBe('Void')
})

test('an application that was deleted while it waited can be ended without another attempt', async () => {
  const { id } = await rejected(1)
  await sql`
    update internal_applications i set status_id = 4 from ede_applications e
    where e.application_id = i.id and e.uuid = ${id}::uuid`.execute(agency.db)
  expect((await office.call(ede.end, { id, reason })).state).toBe('draft')
})

test('a submission that waits when the client revokes can be ended at once: it cannot be sent again', async () => {
  const { id, number } = await rejected(1)
  await sql`
    insert into consent_revocations (consent_id, way, address, user_agent)
    select id, 'link', '192.0.2.7', 'test' from consents where application_id = ${number}`.execute(agency.db)
  expect((await refusal(me.call(ede.submit, { id, version: 1 }))).code).toBe('consent.required')
  expect((await me.call(ede.one, { id })).canEnd).toBe(true)
  expect((await office.call(ede.end, { id, reason })).state).toBe('draft')
})
