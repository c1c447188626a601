import { createHash } from 'node:crypto'
import { applications } from '@coverdesk/domain/applications/application-contract.ts'
import { consent } from '@coverdesk/domain/applications/consent-contract.ts'
import { consentForms } from '@coverdesk/domain/applications/consent-forms.ts'
import { clientConsents } from '@coverdesk/domain/consents/client-consent-contract.ts'
import { ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { messages } from '@coverdesk/domain/messages/message-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actor } from '../../route-examples/actor.ts'
import type { Actor } from '../../route-examples/example.ts'
import { filesOfZip } from '../../testing/files-of-zip.ts'
import { signClientConsent } from '../../testing/signing/sign-client-consent.ts'
import { signEnrollmentReview } from '../../testing/signing/sign-enrollment-review.ts'
import { callAs, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { signByLink, unconsented } from '../consent-samples.ts'

let agency: TestApp
let me: Actor
let other: Actor
beforeAll(async () => {
  agency = await startTestApp({ demo: true })
  me = await actor(agency, { roles: ['agent'], claims: ['view.Application'] })
  other = await actor(agency, { roles: ['agent'], claims: ['view.Application'] })
})
afterAll(() => agency.close())

const applicationOf = () => unconsented(agency, { agentId: me.agentId })

const evidence = async (who: Actor, appIds: readonly string[]) =>
  await agency.app.inject({
    url: `/api/ConsentEvidence?appIds=${appIds.join()}`,
    headers: { authorization: `Bearer ${who.token}` },
  })
/** The newest link to a consent that was sent to a recipient, from the demo outbox. */
async function linkTo(recipient: string): Promise<string> {
  const clerk = await actor(agency, { roles: ['administrator'] })
  const { data } = await clerk.call(messages.list, { recipient, kind: 'consent-request' })
  const { link } = await clerk.call(messages.one, { id: data[0]?.id ?? '' })
  return new URL(link ?? '').searchParams.get('id') ?? ''
}
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

test('A-104 the evidence of a client names text, hash, address, time, language and persons of each step, the authorization at the exchange too, as PDF and JSON', async () => {
  const appId = await applicationOf()
  const { link } = await me.call(clientConsents.openHere, { appId, language: 'es' })
  const page = await callAs(agency.app, null, consent.page, { id: link })
  await signByLink(agency, link, { language: 'es' })
  await me.call(clientConsents.revoke, { appId, note: 'Called', saidOn: '2026-01-02' })
  await signEnrollmentReview(agency.db, { appId, groups: [] })
  const answer = await evidence(me, [appId])
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toMatch(new RegExp(`filename="consent-evidence-${appId}\\.zip"`))
  const files = filesOfZip(answer.rawPayload)
  expect([...files.keys()]).toEqual([`${appId}/evidence.json`, `${appId}/evidence.pdf`, 'manifest.json'])
  const { texts, client } = JSON.parse(files.get(`${appId}/evidence.json`)?.toString() ?? '')
  expect(client).toBe('Ida Case')
  const [authorization] = texts.slice(2)
  expect(texts.slice(0, 2)).toMatchObject([
    {
      kind: 'consent',
      channel: 'device',
      requestedBy: me.userName,
      terms: { scopes: ['search', 'apply', 'maintain'], onlyAgent: false, months: 12 },
      signature: {
        signedName: 'Ida Case',
        address: '127.0.0.1',
        language: 'es',
        sha256: page.texts.es.sha256,
        hashMatches: true,
        text: expect.stringMatching(/^Consentimiento para ayudarle/),
      },
      revocation: { way: 'noted', notedBy: me.userName, saidOn: '2026-01-02', note: 'Called' },
    },
    { kind: 'enrollment review', signature: { signedName: 'Ida Case', hashMatches: true }, revocation: null },
  ])
  expect(authorization).toMatchObject({
    kind: 'exchange authorization',
    sentTo: 'ida@mail.test',
    channel: 'email',
    signature: null,
    authorization: {
      planYear: 2025,
      shownAs: 'i•••@mail.test',
      given: { method: 'code', validUntil: '2026-12-31', address: '192.0.2.7', recordedBy: expect.any(String) },
    },
  })
  const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '')
  expect(manifest.files).toHaveLength(2)
  for (const { path, sha256: hash } of manifest.files) expect(sha256(files.get(path) ?? Buffer.alloc(0))).toBe(hash)
  expect(files.get(`${appId}/evidence.pdf`)?.subarray(0, 5).toString()).toBe('%PDF-')
})

test('A-104 evidence is made of an application that was never submitted, with the consent that its client signed', async () => {
  const { id, number } = await me.call(applications.create, {
    firstName: 'Ida',
    lastName: 'Draft',
    email: 'ida.draft@mail.test',
    phone: '3055550142',
  })
  await me.call(applications.sendConsent, { id, language: 'es' })
  await signByLink(agency, await linkTo('ida.draft@mail.test'), { language: 'es', signedName: 'Ida Draft' })
  const ask = (who: Actor) =>
    agency.app.inject({
      url: `/api/ConsentEvidence?applicationIds=${id}`,
      headers: { authorization: `Bearer ${who.token}` },
    })
  const answer = await ask(me)
  expect(answer.statusCode).toBe(200)
  const files = filesOfZip(answer.rawPayload)
  expect([...files.keys()]).toEqual([
    `internal-${number}/evidence.json`,
    `internal-${number}/evidence.pdf`,
    'manifest.json',
  ])
  expect(JSON.parse(files.get(`internal-${number}/evidence.json`)?.toString() ?? '')).toMatchObject({
    client: 'Ida Draft',
    reference: `Internal application ${number}`,
    texts: [
      {
        kind: 'consent',
        sentTo: 'ida.draft@mail.test',
        signature: { signedName: 'Ida Draft', language: 'es', hashMatches: true },
      },
    ],
  })
  expect((await ask(other)).statusCode).toBe(404)
})

test('A-104 a form that is added for plan years from 2028 is what a client of 2028 reads and signs, and what the evidence has', async () => {
  const [current] = consentForms
  if (!current) throw new Error('No form')
  const en = { ...current.texts.en, title: 'HHS form for {applicant}', agreement: 'I agree with HHS.' }
  consentForms.push({ version: 'hhs-2028', fromPlanYear: 2028, source: 'test', texts: { ...current.texts, en } })
  try {
    const signedIn = async (year: number) => {
      const email = `ida.${year}@mail.test`
      const started = await me.call(ede.start, {
        firstName: 'Ida',
        lastName: 'Case',
        email,
        phone: '3055550142',
      })
      await sql`update ede_applications set plan_year = ${year} where id = (
        select e.id from ede_applications e join internal_applications i on i.id = e.application_id
        where i.uuid = ${started.internalId})`.execute(agency.db)
      await me.call(applications.sendConsent, { id: started.internalId })
      const link = await linkTo(email)
      const { title } = (await callAs(agency.app, null, consent.page, { id: link })).texts.en
      await signByLink(agency, link)
      const answer = await agency.app.inject({
        url: `/api/ConsentEvidence?applicationIds=${started.internalId}`,
        headers: { authorization: `Bearer ${me.token}` },
      })
      const files = filesOfZip(answer.rawPayload)
      const { texts } = JSON.parse(files.get(`internal-${started.number}/evidence.json`)?.toString() ?? '')
      return { title, ...texts[0].signature }
    }
    expect(await signedIn(2027)).toMatchObject({
      title: 'Consent to help with your Marketplace application',
      textVersion: current.version,
    })
    const later = await signedIn(2028)
    expect(later).toMatchObject({ title: 'HHS form for Ida Case', textVersion: 'hhs-2028', hashMatches: true })
    expect(later.text).toMatch(/^HHS form for Ida Case\n.*I agree with HHS\.$/s)
  } finally {
    consentForms.pop()
  }
})

test('A-104 P-26 evidence is handed out for visible applications only, all or none, and for at most 100', async () => {
  const appId = await applicationOf()
  expect((await evidence(other, [appId])).statusCode).toBe(404)
  expect((await evidence(me, [appId, 'nowhere'])).statusCode).toBe(404)
  expect(
    (
      await evidence(
        me,
        Array.from({ length: 101 }, (_, place) => String(place)),
      )
    ).statusCode,
  ).toBe(400)
})

test('A-104 the evidence of 100 clients is made in at most 60 seconds', async () => {
  const appIds: string[] = []
  for (let place = 0; place < 100; place++) {
    const appId = await applicationOf()
    await signClientConsent(agency.db, appId)
    await signEnrollmentReview(agency.db, { appId, groups: [] })
    appIds.push(appId)
  }
  const start = performance.now()
  const answer = await evidence(me, appIds)
  const seconds = (performance.now() - start) / 1000
  process.stdout.write(`Evidence of 100 clients: ${seconds.toFixed(1)} s, ${answer.rawPayload.length} bytes\n`)
  expect(filesOfZip(answer.rawPayload).size).toBe(201)
  expect(seconds).toBeLessThan(60)
}, 120_000)
