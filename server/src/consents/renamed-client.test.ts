import { randomUUID } from 'node:crypto'
import { applications } from '@coverdesk/domain/applications/application-contract.ts'
import { consent } from '@coverdesk/domain/applications/consent-contract.ts'
import { clientConsents } from '@coverdesk/domain/consents/client-consent-contract.ts'
import { ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { enrollments } from '@coverdesk/domain/enrollment/enrollment-contract.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { messages } from '@coverdesk/domain/messages/message-contract.ts'
import { plans } from '@coverdesk/domain/plans/plan-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendDue } from '../enrollment/enrollment-sender.ts'
import type { Exchange } from '../platform/integrations/exchange.ts'
import { actor } from '../route-examples/actor.ts'
import type { Actor } from '../route-examples/example.ts'
import { signedEdeOf } from '../route-examples/sales/ede-examples.ts'
import { country } from '../sandbox/test-catalogue.ts'
import { filesOfZip } from '../testing/files-of-zip.ts'
import { signEnrollmentReview } from '../testing/signing/sign-enrollment-review.ts'
import { callAs, startTestApp, type TestApp } from '../testing/test-app.ts'
import { signByLink } from './consent-samples.ts'

const silver = '10731FL0280005'
const attestations = { income_tax: true, married: true, dependent: true, household: true } as const

let agency: TestApp
let me: Actor
let administrator: Actor
beforeAll(async () => {
  agency = await startTestApp({ demo: true }, undefined, { prepared: country })
  agency.setClock(() => new Date('2026-11-22T15:00:00Z'))
  me = await actor(agency, { roles: ['agent'], claims: ['view.Application'] })
  administrator = await actor(agency, { roles: ['administrator'] })
})
afterAll(() => agency.close())

/** An application that was submitted in the wizard, with the consent link that its client signed there. */
async function submitted() {
  const id = await signedEdeOf(agency, me)
  const { internalId, answers } = await me.call(ede.one, { id })
  await me.call(applications.sendConsent, { id: internalId })
  const { data } = await administrator.call(messages.list, { recipient: answers.about.email, kind: 'consent-request' })
  const message = await administrator.call(messages.one, { id: data[0]?.id ?? '' })
  const link = new URL(message.link ?? '').searchParams.get('id') ?? ''
  await signByLink(agency, link)
  const { applicationId } = await me.call(ede.submit, { id, version: 1 })
  return { appId: applicationId ?? '', link }
}

/** Replaces functions of the exchange during `work`. */
async function whileExchange(changed: Partial<Exchange>, work: () => Promise<unknown>): Promise<void> {
  const { exchange } = agency.services
  agency.services.exchange = { ...exchange, ...changed }
  await work().finally(() => {
    agency.services.exchange = exchange
  })
}

/** The client marries, and the exchange has the new name at the next Refetch. */
async function rename(appId: string): Promise<void> {
  const { rows } = await sql<{ raw: string }>`
    select raw from marketplace_applications where exchange_assigned_id = ${appId}`.execute(agency.db)
  const raw = (rows[0]?.raw ?? '').replaceAll('"Case"', '"Married"')
  await whileExchange({ application: async () => raw }, () => me.call(marketplace.refetch, { appId }))
  expect((await me.call(marketplace.one, { appId })).userLastName).toBe('Married')
}

test('A-104 what a client signed in the wizard stays in the evidence after a new name, and the consent asks for the new name', async () => {
  const { appId } = await submitted()
  await rename(appId)
  const answer = await agency.app.inject({
    url: `/api/ConsentEvidence?appIds=${appId}`,
    headers: { authorization: `Bearer ${me.token}` },
  })
  const { texts } = JSON.parse(filesOfZip(answer.rawPayload).get(`${appId}/evidence.json`)?.toString() ?? '')
  const kinds = texts.map(({ kind }: { kind: string }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['consent', 'application review', 'exchange authorization']))
  expect((await me.call(clientConsents.one, { appId })).state).toBe('other-person')
})

test('A-104 P-84 an enrollment that waits is not sent after the client renamed and revoked what was signed in the wizard', async () => {
  const { appId, link } = await submitted()
  const { object } = await me.call(marketplace.one, { appId })
  const applicants = object.insuranceApplication.applicants.map(({ personId }) => personId ?? '')
  const plan = await me.call(plans.one, { planId: silver, appId, applicants: applicants.join() })
  const groups = [
    {
      applicants,
      plan: { id: silver, name: plan.name, premium: plan.premium ?? '' },
      aptc_selected: '0.00',
    },
  ]
  await signEnrollmentReview(agency.db, { appId, groups })
  const down = async () => {
    throw new Error('socket hang up')
  }
  const input = { appId, submissionId: randomUUID(), groups, attestations }
  await whileExchange({ enroll: down }, async () =>
    expect(await me.call(enrollments.send, input)).toMatchObject({ state: 'sending' }),
  )
  await rename(appId)
  await callAs(agency.app, null, consent.revoke, { id: link })
  await sql`update enrollment_sendings set next_try_at = now() where state = 'sending'`.execute(agency.db)
  await sendDue(agency.db, agency.services.exchange, () => undefined)
  expect(await me.call(enrollments.list, { appId })).toMatchObject([
    { state: 'refused', reason: expect.stringContaining('The client revoked the consent') },
  ])
  expect((await me.call(clientConsents.one, { appId })).state).toBe('revoked')
})
