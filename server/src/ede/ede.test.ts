import { access } from '@coverdesk/domain/access/access-contract.ts'
import { applications } from '@coverdesk/domain/applications/application-contract.ts'
import { consent } from '@coverdesk/domain/applications/consent-contract.ts'
import { clientConsents } from '@coverdesk/domain/consents/client-consent-contract.ts'
import { contacts } from '@coverdesk/domain/contacts/contact-contract.ts'
import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { EdeAnswers, type TypedIncome } from '@coverdesk/domain/ede/ede-answers.ts'
import { applicationReviews, type EdeApplication, ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { messages } from '@coverdesk/domain/messages/message-contract.ts'
import type { InputOf, Route } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Exchange } from '../platform/integrations/exchange.ts'
import { actor } from '../route-examples/actor.ts'
import type { Actor } from '../route-examples/example.ts'
import { edeOf, signedEdeOf } from '../route-examples/sales/ede-examples.ts'
import { country } from '../sandbox/test-catalogue.ts'
import { completeAnswers } from '../testing/complete-answers.ts'
import { callAs, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let me: Actor
let other: Actor
let administrator: Actor
let exchange: Exchange
beforeAll(async () => {
  agency = await startTestApp({ demo: true }, undefined, { prepared: country })
  me = await actor(agency, { roles: ['agent'], claims: ['view.Application'] })
  other = await actor(agency, { roles: ['agent'], claims: ['view.Application'] })
  administrator = await actor(agency, { roles: ['administrator'] })
  exchange = agency.services.exchange
})
afterEach(() => {
  agency.services.exchange = exchange
})
afterAll(() => agency.close())

const asClient = <R extends Route>(route: R, input: InputOf<R>) => callAs(agency.app, null, route, input)
let made = 0
const client = () => ({
  firstName: 'Ida',
  lastName: 'Case',
  email: `ida${++made}@mail.test`,
  phone: '(305) 555-0142',
  dob: '1984-04-17',
})

/** The newest link of a kind that was sent to a recipient, from the demo outbox. */
async function linkTo(recipient: string, kind: 'consent-request' | 'review-request'): Promise<string> {
  const { data } = await administrator.call(messages.list, { recipient, kind })
  const { link } = await administrator.call(messages.one, { id: data[0]?.id ?? '' })
  return new URL(link ?? '').searchParams.get('id') ?? ''
}

async function signConsent(link: string, signedName = 'Ida Case'): Promise<void> {
  const { texts } = await asClient(consent.page, { id: link })
  const signature = { language: 'en', agreed: true, signedName, sha256: texts.en.sha256 } as const
  await asClient(consent.sign, { id: link, ...signature })
}
async function signReview(link: string): Promise<void> {
  const { texts } = await asClient(applicationReviews.page, { id: link })
  const attested = texts.es.attestations.map(() => true as const)
  await asClient(applicationReviews.sign, {
    id: link,
    language: 'es',
    attested,
    signedName: 'Ida Case',
    sha256: texts.es.sha256,
  })
}

/** The answers of `completeAnswers` with the contact data of the application. */
const filled = ({ answers: { about } }: EdeApplication): EdeAnswers => ({
  ...completeAnswers,
  about: { ...completeAnswers.about, email: about.email },
})

async function startedAndFilled() {
  const started = await me.call(ede.start, client())
  return await me.call(ede.save, {
    id: started.id,
    version: started.version,
    step: 'coverage',
    finish: true,
    answers: filled(started),
  })
}

async function agreedAndReviewed() {
  const { id, internalId, answers } = await startedAndFilled()
  await me.call(applications.sendConsent, { id: internalId })
  await signConsent(await linkTo(answers.about.email, 'consent-request'))
  await me.call(ede.requestReview, { id, channel: 'email', language: 'en' })
  await signReview(await linkTo(answers.about.email, 'review-request'))
  return await me.call(ede.one, { id })
}

const stateOf = async (id: string) => (await me.call(ede.one, { id })).state
const applying = (apply: Exchange['apply']) => {
  agency.services.exchange = { ...exchange, apply }
}

describe('an application of a client', () => {
  test('A-022 APP-15 goes from the answers by consent and review to the portal, and no id is typed', async () => {
    const ready = await agreedAndReviewed()
    expect(ready).toMatchObject({ consent: { state: 'valid' }, review: { state: 'valid', signedName: 'Ida Case' } })
    const { applicationId, state } = await me.call(ede.submit, { id: ready.id, version: ready.version })
    expect(state).toBe('submitted')
    const appId = applicationId ?? ''
    const record = await me.call(marketplace.one, { appId })
    expect(record).toMatchObject({ userFirstName: 'Ida', userLastName: 'Case', userAddressCounty: 'Miami-Dade' })
    expect(record.object.persons.map(({ firstName }) => firstName)).toEqual(['Ida', 'Leo', 'Mia'])
    expect(record.object.insuranceApplication.applicants).toHaveLength(3)
    expect(await me.call(applications.one, { id: ready.internalId })).toMatchObject({
      status: 'Submitted',
      applicationId: appId,
      annualIncome: '70000.00',
      state: 'FL',
    })
    expect((await me.call(clientConsents.one, { appId })).state).toBe('valid')
    expect((await me.call(marketplace.refetch, { appId })).exchangeAssignedId).toBe(appId)
  })

  test('P-26 belongs to its agent; another agent does not find it', async () => {
    const { id } = await me.call(ede.start, client())
    expect((await me.call(ede.list, {})).map((row) => row.id)).toContain(id)
    expect((await other.call(ede.list, {})).map((row) => row.id)).not.toContain(id)
    expect((await refusal(other.call(ede.one, { id }))).code).toBe('application.not_found')
  })

  test('is found by name, phone, email, number and the id of the exchange, and not by another agent', async () => {
    const typed = { ...client(), lastName: 'Quimby Ortega', phone: '(786) 555-0177' }
    const started = await me.call(ede.start, typed)
    const searches = ['Ortega', 'quimby ort', 'Ortega, Ida', '786-555-0177', typed.email, String(started.number)]
    for (const search of searches) {
      expect(
        (await me.call(ede.list, { search })).map(({ id }) => id),
        search,
      ).toContain(started.id)
      expect(
        (await other.call(ede.list, { search })).map(({ id }) => id),
        search,
      ).not.toContain(started.id)
    }
    expect(await me.call(ede.list, { search: 'Unknown Ofthisname' })).toEqual([])
    const { id, version } = await agreedAndReviewed()
    const { applicationId } = await me.call(ede.submit, { id, version })
    const named = { applicationId: applicationId ?? '' }
    expect((await me.call(ede.list, named)).map((row) => row.id)).toEqual([id])
    expect(await other.call(ede.list, named)).toEqual([])
  })

  test('an internal application has one; starting it again returns the same', async () => {
    const first = await me.call(ede.start, client())
    const again = await me.call(ede.start, { ...client(), applicationId: first.internalId })
    expect(again.id).toBe(first.id)
    expect(again.answers.household.people[0]).toMatchObject({ firstName: 'Ida', dob: '1984-04-17' })
  })

  test('a customer without an address gets the one that is typed at the start, with city and state, and keeps it at the next start', async () => {
    const seller = await actor(agency, { roles: ['agent'], claims: ['view.Application', 'view.customer'] })
    const { email, phone, dob, ...names } = client()
    const { id } = await seller.call(customers.create, { ...names, sex: 'F', email, phone, dob })
    const start = (address: string) => seller.call(ede.start, { ...client(), contactId: id, address, zipCode: '33165' })
    await start(' 12 Ocean Drive  Apt 4')
    await start('99 Elsewhere St')
    const { contacts: person } = await seller.call(contacts.details, { id })
    expect(person.addresses).toMatchObject([
      { address: '12 Ocean Drive Apt 4', cityName: 'Miami', stateCode: 'FL', zipCode: '33165' },
    ])
    const history = await seller.call(customers.history, { id })
    expect(history.flatMap(({ changes }) => changes).filter(({ field }) => field === 'Addresses')).toMatchObject([
      { new: '12 Ocean Drive Apt 4, Miami, FL 33165, US' },
    ])
  })

  test('the yearly income of the internal application is the income of the applicant', async () => {
    const { dob: _dob, ...fields } = client()
    const { id } = await me.call(applications.create, { ...fields, annualIncome: '41,500' })
    const { answers } = await me.call(ede.start, { ...fields, applicationId: id })
    const [self] = answers.household.people
    expect(answers.income.people).toEqual([
      { id: self?.id, has: 'yes', sources: [{ kind: '', amount: '41500.00', period: 'year' }] },
    ])
  })
})

test('APP-15 an application in the wizard is submitted there; an id is not typed for it', async () => {
  const { internalId } = await me.call(ede.start, client())
  const typed = { ids: [internalId], statusTypeCode: 'SUB' as const, applicationId: '5300000001' }
  const { message } = await refusal(me.call(applications.setStatus, typed))
  expect(message).toContain('Submit it in the Application Wizard')
  expect((await me.call(applications.one, { id: internalId })).applicationId).toBeNull()
})

describe('saving', () => {
  test('keeps what is incomplete, and names what is missing only when the step is finished', async () => {
    const { id, version, answers } = await me.call(ede.start, client())
    const half = { ...answers, about: { ...answers.about, zipCode: '331', address: '1 Palm Ave' } }
    const saved = await me.call(ede.save, { id, version, step: 'about', answers: half })
    expect(saved.answers.about).toMatchObject({ zipCode: '331', address: '1 Palm Ave' })
    const refused = await refusal(
      me.call(ede.save, { id, version: saved.version, step: 'about', finish: true, answers: half }),
    )
    expect(refused).toMatchObject({
      code: 'request.invalid',
      details: [{ path: 'zipCode', message: 'Enter the five digits of the ZIP code.' }],
    })
    const wrong = { ...half, about: { ...half.about, zipCode: '33165', countyFips: '12011' } }
    const county = await refusal(
      me.call(ede.save, { id, version: saved.version, step: 'about', finish: true, answers: wrong }),
    )
    expect(county.details).toEqual([{ path: 'countyFips', message: 'Choose the county.' }])
  })

  test('P-74 an older version is refused and changes nothing', async () => {
    const { id, version, answers } = await startedAndFilled()
    const older = me.call(ede.save, { id, version: version - 1, step: 'about', answers: EdeAnswers.parse({}) })
    expect(await refusal(older)).toMatchObject({ code: 'record.changed', details: { version } })
    expect((await me.call(ede.one, { id })).answers).toEqual(answers)
  })

  test('P-61 a Social Security number is sealed, never sent back, and belongs to one person', async () => {
    const { id, version, answers } = await startedAndFilled()
    const [ida, leo, mia] = answers.household.people
    if (!ida || !leo || !mia) throw new Error('three people')
    const withNumbers = (second: string) => ({
      ...answers,
      household: { people: [{ ...ida, ssn: '123-45-6789' }, { ...leo, ssn: second }, mia], entering: null },
    })
    const save = (second: string) =>
      me.call(ede.save, { id, version, step: 'household', finish: true, answers: withNumbers(second) })
    expect((await refusal(save('123-45-6789'))).details).toEqual([
      { path: 'people.1.ssn', message: 'Another person has this number.' },
    ])
    const saved = await save('234-56-7890')
    expect(saved.numbers).toEqual({ 1: '6789', 2: '7890' })
    expect(JSON.stringify(saved)).not.toMatch(/123-?45-?6789/)
    const { rows } = await sql<{ stored: string }>`
      select answers::text || coalesce(string_agg(encode(p.ssn_sealed, 'escape'), ''), '') as stored
      from ede_applications e left join ede_people p on p.ede_application_id = e.id
      where e.uuid = ${id}::uuid group by e.id`.execute(agency.db)
    expect(rows[0]?.stored).not.toMatch(/123-?45-?6789/)
    const without = {
      ...answers,
      household: { people: [ida, { ...leo, applies: 'no' as const }, mia], entering: null },
    }
    const later = await me.call(ede.save, { id, version: saved.version, step: 'household', answers: without })
    expect(later.numbers).toEqual({ 1: '6789' })
  })
})

test('P-61 editing a saved person leaves the stored number until the person is saved', async () => {
  const { id, version, answers } = await startedAndFilled()
  const [ida, ...others] = answers.household.people
  if (!ida) throw new Error('a person')
  const save = async (version: number, household: EdeAnswers['household']) =>
    await me.call(ede.save, { id, version, step: 'household', answers: { ...answers, household } })
  const saved = await save(version, { people: [{ ...ida, ssn: '123-45-6789' }, ...others], entering: null })
  const { people } = saved.answers.household
  const edited = await save(saved.version, { people, entering: { ...ida, applies: 'no', ssn: '234-56-7890' } })
  expect(edited.numbers).toEqual({ 1: '6789' })
  const canceled = await save(edited.version, { people, entering: null })
  expect(canceled.numbers).toEqual({ 1: '6789' })
})

test('income and coverage of a removed person are gone, so that the next one does not get them', async () => {
  const { id, version, answers } = await startedAndFilled()
  const household = { people: answers.household.people.slice(0, 2), entering: null }
  const saved = await me.call(ede.save, { id, version, step: 'household', answers: { ...answers, household } })
  const { income, coverage } = saved.answers
  expect([income, coverage].map(({ people }) => people.map((one) => one.id))).toEqual([
    ['1', '2'],
    ['1', '2'],
  ])
})

describe('the review of the client', () => {
  test('shows every answer, and a later change voids it', async () => {
    const ready = await agreedAndReviewed()
    const answers = { ...ready.answers, taxes: { ...ready.answers.taxes, claimed: 'yes' as const } }
    const { id } = ready
    const same = await me.call(ede.save, { id, version: ready.version, step: 'about', answers: ready.answers })
    expect(same.review.state).toBe('valid')
    const changed = await me.call(ede.save, { id, version: same.version, step: 'taxes', answers })
    expect(changed.review.state).toBe('outdated')
    expect((await refusal(me.call(ede.submit, { id, version: changed.version }))).code).toBe('review.required')
    expect(await stateOf(id)).toBe('draft')
  })

  test('names the agent of the submission; another agent needs another review', async () => {
    const id = await signedEdeOf(agency, me)
    expect((await me.call(ede.one, { id })).review.state).toBe('valid')
    await sql`
      update internal_applications i set assigned_agent_id = ${other.agentId}
      from ede_applications e where e.application_id = i.id and e.uuid = ${id}::uuid`.execute(agency.db)
    expect((await me.call(ede.one, { id })).review.state).toBe('outdated')
    expect((await refusal(me.call(ede.submit, { id, version: 1 }))).code).toBe('review.required')
  })

  test('ends when the agent of the submission gets another name or number than it showed', async () => {
    const id = await signedEdeOf(agency, me)
    await sql`update agents set npn = '41984199' where id = ${me.agentId}`.execute(agency.db)
    expect((await me.call(ede.one, { id })).review.state).toBe('outdated')
    expect((await refusal(me.call(ede.submit, { id, version: 1 }))).code).toBe('review.required')
  })

  test('A-104 ends with a revocation, and a later consent does not bring it back', async () => {
    const ready = await agreedAndReviewed()
    const { id, internalId, version, answers } = ready
    const { email } = answers.about
    await asClient(consent.revoke, { id: await linkTo(email, 'consent-request') })
    await me.call(applications.sendConsent, { id: internalId })
    await signConsent(await linkTo(email, 'consent-request'))
    expect(await me.call(ede.one, { id })).toMatchObject({ consent: { state: 'valid' }, review: { state: 'outdated' } })
    expect((await refusal(me.call(ede.submit, { id, version }))).code).toBe('review.required')
    await me.call(ede.requestReview, { id, channel: 'email', language: 'en' })
    await signReview(await linkTo(email, 'review-request'))
    expect((await me.call(ede.submit, { id, version })).state).toBe('submitted')
  })

  test('A-104 ends 30 days after its signature', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()
    const old = await signedEdeOf(agency, me, daysAgo(31))
    expect((await me.call(ede.one, { id: old })).review.state).toBe('outdated')
    expect((await refusal(me.call(ede.submit, { id: old, version: 1 }))).code).toBe('review.required')
    const young = await signedEdeOf(agency, me, daysAgo(29))
    expect((await me.call(ede.submit, { id: young, version: 1 })).state).toBe('submitted')
  })

  test('P-84 does not age while a submission waits for its answer', async () => {
    const id = await signedEdeOf(agency, me, new Date(Date.now() - 31 * 24 * 60 * 60 * 1000).toISOString())
    await sql`update ede_applications set submission_id = gen_random_uuid() where uuid = ${id}::uuid`.execute(agency.db)
    expect((await me.call(ede.submit, { id, version: 1 })).state).toBe('submitted')
  })

  test('is signed by the applicant only', async () => {
    const { id, answers } = await startedAndFilled()
    await me.call(ede.requestReview, { id, channel: 'email', language: 'en' })
    const link = await linkTo(answers.about.email, 'review-request')
    const { texts } = await asClient(applicationReviews.page, { id: link })
    const attested = texts.en.attestations.map(() => true as const)
    const sign = (signedName: string) =>
      asClient(applicationReviews.sign, { id: link, language: 'en', attested, signedName, sha256: texts.en.sha256 })
    expect(await refusal(sign('Leo Case'))).toMatchObject({
      code: 'signature.other_name',
      message: 'This must be signed by Ida Case. Enter that name.',
    })
    await sign('ida  CASE')
    expect((await me.call(ede.one, { id })).review.state).toBe('valid')
  })

  test('one is open after several requests at once, and so is one consent', async () => {
    const consumer = await actor(agency, { roles: ['consumer'] })
    const { id } = await edeOf(agency, { agentId: me.agentId, userId: consumer.userId })
    const { internalId } = await me.call(ede.one, { id })
    const open = (what: 'consent' | 'review') => consumer.call(ede.openOwn, { id, what, language: 'en' })
    for (let round = 0; round < 5; round++) {
      const calls = [me.call(applications.sendConsent, { id: internalId }), open('consent'), open('consent')]
      const reviews = [me.call(ede.requestReview, { id, channel: 'email', language: 'en' }), open('review')]
      await Promise.all([...calls, ...reviews])
    }
    const { rows } = await sql<{ consents: number; reviews: number }>`
      select (select count(*)::int from consent_requests r
          where r.application_id = e.application_id and r.replaced_at is null) as consents,
        (select count(*)::int from review_requests r where r.ede_application_id = e.id and r.replaced_at is null) as reviews
      from ede_applications e where e.uuid = ${id}::uuid`.execute(agency.db)
    expect(rows).toEqual([{ consents: 1, reviews: 1 }])
  })

  test('A-104 is opened on the agent’s device with the consent, where the client signs both and no message is sent', async () => {
    const { id, answers } = await startedAndFilled()
    const open = async (what: 'consent' | 'review') => (await me.call(ede.openHere, { id, what, language: 'es' })).link
    const consentLink = await open('consent')
    const reviewLink = await open('review')
    expect(await me.call(ede.one, { id })).toMatchObject({
      consent: { state: 'requested', channel: 'device' },
      review: { state: 'requested', channel: 'device' },
      lastSent: { channel: 'email', language: 'es' },
    })
    await signConsent(consentLink)
    await signReview(reviewLink)
    const { version, ...signed } = await me.call(ede.one, { id })
    expect(signed).toMatchObject({ consent: { state: 'valid' }, review: { state: 'valid', channel: 'device' } })
    expect((await administrator.call(messages.list, { recipient: answers.about.email })).data).toEqual([])
    expect((await me.call(ede.submit, { id, version })).state).toBe('submitted')
  })

  test('is sent in the language of the consent before it, unless another is chosen', async () => {
    const { id, internalId } = await startedAndFilled()
    const last = async () => (await me.call(ede.one, { id })).lastSent
    expect(await last()).toBeNull()
    await me.call(applications.sendConsent, { id: internalId, channel: 'email', language: 'es' })
    expect(await last()).toEqual({ channel: 'email', language: 'es' })
    await me.call(ede.requestReview, { id, channel: 'email', language: 'en' })
    expect(await last()).toEqual({ channel: 'email', language: 'en' })
  })

  test('the first link is in the language in which the customer gets mail', async () => {
    const seller = await actor(agency, { roles: ['agent'], claims: ['view.Application', 'view.customer'] })
    const { email, phone, dob, ...names } = client()
    await seller.call(customers.create, { ...names, sex: 'F', email, phone, dob, tglanguageMailId: 2 })
    const start = async (of: Partial<InputOf<typeof ede.start>>) =>
      (await seller.call(ede.start, { ...names, email, phone, dob, ...of })).clientLanguage
    expect(await start({})).toBe('es')
    expect(await start({ firstName: 'Leo' })).toBe('en')
  })

  test('leaves the income of a child who need not file out of the total, and says so', async () => {
    const { id, version, answers } = await startedAndFilled()
    const mia = answers.household.people.find(({ firstName }) => firstName === 'Mia')?.id ?? ''
    const ofMia: TypedIncome = { id: mia, has: 'yes', sources: [{ kind: 'job', amount: '6500', period: 'year' }] }
    const income = { people: [...answers.income.people.filter((person) => person.id !== mia), ofMia] }
    await me.call(ede.save, { id, version, step: 'income', answers: { ...answers, income } })
    await me.call(ede.requestReview, { id, channel: 'email', language: 'en' })
    const { texts } = await asClient(applicationReviews.page, {
      id: await linkTo(answers.about.email, 'review-request'),
    })
    const points = texts.en.parts.flatMap((part) => part.points)
    expect(points).toContain('Mia Case: Job, $6,500.00 a year')
    expect(points).toContain('Household income for the year: $70,000.00')
    expect(points.join('\n')).toContain('Mia Case: not counted')
  })

  test('needs each statement and the text that was shown; a signed one stays as it is', async () => {
    const { id, answers } = await startedAndFilled()
    await me.call(ede.requestReview, { id, channel: 'email', language: 'es' })
    const link = await linkTo(answers.about.email, 'review-request')
    const { texts, language } = await asClient(applicationReviews.page, { id: link })
    expect(language).toBe('es')
    expect(texts.en.parts.flatMap(({ points }) => points).join('\n')).toContain('Mia Case, Child, 12/11/2014, Female')
    const { sha256 } = texts.en
    const sign = (attested: true[], hash = sha256) =>
      asClient(applicationReviews.sign, { id: link, language: 'en', sha256: hash, attested, signedName: 'Ida Case' })
    expect((await refusal(sign([true, true, true]))).code).toBe('review.changed')
    expect((await refusal(sign([true, true, true, true], texts.es.sha256))).code).toBe('review.changed')
    await sign([true, true, true, true])
    expect((await refusal(sign([true, true, true, true]))).code).toBe('review.signed')
    await expect(sql`update application_reviews set signed_name = 'Eve'`.execute(agency.db)).rejects.toThrow()
  })

  test('is not asked for at the contact data of an agent, who could sign it', async () => {
    const { id, version, answers } = await startedAndFilled()
    const own = { ...answers, about: { ...answers.about, email: me.userName } }
    await me.call(ede.save, { id, version, step: 'about', answers: own })
    const asked = me.call(ede.requestReview, { id, channel: 'email', language: 'en' })
    expect((await refusal(asked)).code).toBe('consent.no_recipient')
  })
})

describe('the submission', () => {
  test('A-104 is refused when the client revokes after the gate let it through', async () => {
    const id = await signedEdeOf(agency, me)
    const before = sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()`
    const submitting = await agency.db.transaction().execute(async (holder) => {
      await sql`select from ede_applications where uuid = ${id}::uuid for update`.execute(holder)
      const call = refusal(me.call(ede.submit, { id, version: 1 }))
      // The gate has passed: the handler waits for the application.
      await expect.poll(async () => (await before.execute(agency.db)).rows[0]?.waiting, { timeout: 10_000 }).toBe(1)
      await sql`
        insert into consent_revocations (consent_id, way, address, user_agent)
        select g.id, 'link', '192.0.2.7', 'test' from consents g join ede_applications e using (application_id)
        where e.uuid = ${id}::uuid`.execute(agency.db)
      return { call }
    })
    expect(await submitting.call).toMatchObject({ code: 'consent.required', details: { state: 'revoked' } })
    expect(await stateOf(id)).toBe('draft')
  })

  test('A-104 without the consent of the client it is refused', async () => {
    const { id } = await edeOf(agency, { agentId: me.agentId, userId: other.userId })
    expect((await refusal(me.call(ede.submit, { id, version: 1 }))).code).toBe('consent.required')
  })

  test('A-104 a consent for another applicant does not count, and the client can sign again', async () => {
    const consumer = await actor(agency, { roles: ['consumer'] })
    const id = await signedEdeOf(agency, consumer)
    const [ida, ...others] = completeAnswers.household.people
    if (!ida) throw new Error('a person')
    const household = { people: [{ ...ida, firstName: 'Ada', middleName: 'May' }, ...others], entering: null }
    const answers = { ...completeAnswers, household }
    const saved = await consumer.call(ede.save, { id, version: 1, step: 'household', answers })
    expect(saved.consent).toMatchObject({ state: 'other-person', signedName: null, otherApplicant: 'Ida Case' })
    expect(await refusal(consumer.call(ede.submit, { id, version: saved.version }))).toMatchObject({
      code: 'consent.required',
      message: 'The consent names Ida Case, the application Ada May Case. Request the consent again.',
    })
    const { link } = await consumer.call(ede.openOwn, { id, what: 'consent', language: 'en' })
    await signConsent(link, 'Ada Case')
    const signed = await consumer.call(ede.one, { id })
    expect(signed).toMatchObject({ name: 'Ada May Case', consent: { state: 'valid', otherApplicant: null } })
  })

  test('A-044 becomes the own application of the client, even when the record cannot be fetched', async () => {
    const consumer = await actor(agency, { roles: ['consumer'] })
    const id = await signedEdeOf(agency, consumer)
    agency.services.exchange = { ...exchange, application: () => Promise.reject(new Error('down')) }
    const { applicationId } = await consumer.call(ede.submit, { id, version: 1 })
    expect(applicationId).not.toBeNull()
    expect((await consumer.call(access.currentUser, {})).applicationId).toBe(applicationId)
  })

  test('P-84 an exchange that gives no answer, or half of one, changes nothing; submitting again makes one application', async () => {
    const id = await signedEdeOf(agency, me)
    const sent: string[] = []
    applying(async (application, signal) => {
      sent.push(application.submissionId)
      await exchange.apply(application, signal)
      return '{"submissionId":'
    })
    expect(await refusal(me.call(ede.submit, { id, version: 1 }))).toMatchObject({
      code: 'ede.unconfirmed',
      message:
        "The marketplace didn't confirm the application. Your answers are saved. Submit it again in a few minutes.",
    })
    expect(await stateOf(id)).toBe('sending')
    const edit = me.call(ede.save, { id, version: 1, step: 'about', answers: completeAnswers })
    expect((await refusal(edit)).code).toBe('ede.sending')
    agency.services.exchange = exchange
    const { applicationId } = await me.call(ede.submit, { id, version: 1 })
    const again = await me.call(ede.submit, { id, version: 1 })
    expect(again.applicationId).toBe(applicationId)
    const { rows } = await sql<{ answers: number }>`
      select count(*)::int as answers from sandbox_exchange_submissions where submission_id = any(${sent}::uuid[])`.execute(
      agency.db,
    )
    expect(rows[0]?.answers).toBe(1)
  })

  test('a refusal of the exchange is shown with its reason, and the answers can be corrected', async () => {
    const id = await signedEdeOf(agency, me)
    applying(async ({ submissionId }) =>
      JSON.stringify({ submissionId, outcome: 'refused', reason: 'The address could not be verified' }),
    )
    expect(await refusal(me.call(ede.submit, { id, version: 1 }))).toMatchObject({
      code: 'ede.refused',
      message:
        'The marketplace refused this application: The address could not be verified. Correct it and submit again.',
      details: { reason: 'The address could not be verified' },
    })
    expect(await stateOf(id)).toBe('draft')
    const saved = await me.call(ede.save, { id, version: 1, step: 'about', answers: completeAnswers })
    expect(saved.answers).toEqual(completeAnswers)
  })

  test('a late refusal of an earlier submission leaves the one that was sent since, which is linked by its own answer', async () => {
    const id = await signedEdeOf(agency, me)
    const reason = 'The address could not be verified'
    const waiting: { submissionId: string; answer: (text: string) => void }[] = []
    applying(({ submissionId }) => new Promise((answer) => waiting.push({ submissionId, answer })))
    const sent = async (count: number) => await expect.poll(() => waiting.length, { timeout: 10_000 }).toBe(count)
    const refuse = (place: number) => {
      const { submissionId, answer } = waiting[place] ?? { submissionId: '', answer: () => undefined }
      answer(JSON.stringify({ submissionId, outcome: 'refused', reason }))
    }
    const first = refusal(me.call(ede.submit, { id, version: 1 }))
    await sent(1)
    const again = refusal(me.call(ede.submit, { id, version: 1 }))
    await sent(2)
    refuse(0)
    expect((await first).code).toBe('ede.refused')
    const next = me.call(ede.submit, { id, version: 1 })
    await sent(3)
    refuse(1)
    expect((await again).code).toBe('ede.refused')
    expect(await stateOf(id)).toBe('sending')
    const [one, two, three] = waiting
    expect(two?.submissionId).toBe(one?.submissionId)
    expect(three?.submissionId).not.toBe(one?.submissionId)
    three?.answer(
      JSON.stringify({ submissionId: three.submissionId, outcome: 'accepted', exchangeAssignedId: '5300000417' }),
    )
    expect(await next).toMatchObject({ state: 'submitted', applicationId: '5300000417' })
  })

  test('a loss and deductions lower the income that the client reviews and the exchange gets', async () => {
    const { id, internalId, version, answers } = await startedAndFilled()
    const [ida, ...others] = answers.income.people
    const more = [
      { kind: 'self-employment', amount: '-1,500.00', period: 'year' },
      { kind: 'student-loan-interest', amount: '100', period: 'month' },
    ] as const
    const income = {
      people: [{ id: '1', has: 'yes' as const, sources: [...(ida?.sources ?? []), ...more] }, ...others],
    }
    await me.call(ede.save, { id, version, step: 'income', answers: { ...answers, income } })
    await me.call(applications.sendConsent, { id: internalId })
    await signConsent(await linkTo(answers.about.email, 'consent-request'))
    await me.call(ede.requestReview, { id, channel: 'email', language: 'en' })
    const link = await linkTo(answers.about.email, 'review-request')
    const { texts } = await asClient(applicationReviews.page, { id: link })
    expect(texts.en.parts.flatMap((part) => part.points)).toEqual(
      expect.arrayContaining([
        'Ida Case: Self-employment, ($1,500.00) a year',
        'Ida Case: Deduction: Student loan interest, $100.00 a month',
        'Household income for the year: $67,300.00',
      ]),
    )
    await signReview(link)
    const got: Parameters<Exchange['apply']>[0][] = []
    applying((application, signal) => {
      got.push(application)
      return exchange.apply(application, signal)
    })
    await me.call(ede.submit, { id, version: (await me.call(ede.one, { id })).version })
    expect(got[0]?.income).toBe('67300.00')
    expect(got[0]?.persons[0]).toMatchObject({
      incomes: [{ kind: 'job' }, { kind: 'self-employment', amount: '-1500.00', period: 'year' }],
      deductions: [{ kind: 'student-loan-interest', amount: '100.00', period: 'month' }],
    })
  })

  test('the exchange gets each answer, with the numbers that were sealed', async () => {
    const ready = await startedAndFilled()
    const [ida, ...others] = ready.answers.household.people
    const household = { people: [{ ...ida, id: '1', ssn: '123-45-6789' }, ...others], entering: null }
    const { id, internalId, answers } = ready
    const input = { id, version: ready.version, step: 'household', answers: { ...answers, household } } as const
    const { version } = await me.call(ede.save, input)
    await me.call(applications.sendConsent, { id: internalId })
    await signConsent(await linkTo(answers.about.email, 'consent-request'))
    await me.call(ede.requestReview, { id, channel: 'email', language: 'en' })
    await signReview(await linkTo(answers.about.email, 'review-request'))
    const got: Parameters<Exchange['apply']>[0][] = []
    applying((application, signal) => {
      got.push(application)
      return exchange.apply(application, signal)
    })
    await me.call(ede.submit, { id, version })
    expect(got[0]).toMatchObject({
      income: '70000.00',
      taxes: { files: true, jointly: true, claimed: false },
      contact: { countyFips: '12086', state: 'FL', phone: '3055550142' },
      persons: [
        { firstName: 'Ida', ssn: '123456789', incomes: [{ kind: 'job', amount: '4000.00', period: 'month' }] },
        { firstName: 'Leo', relationship: 'spouse', tobacco: false },
        { firstName: 'Mia', relationship: 'child', tobacco: null },
      ],
      attested: { signedName: 'Ida Case' },
    })
    expect(got[0]?.attested.texts).toHaveLength(4)
  })
})

describe('the own application of a client', () => {
  test('CONSUMER-01 starts with the household of the quote, is signed in the account, and becomes the own application', async () => {
    const consumer = await actor(agency, { roles: ['consumer'] })
    const started = await consumer.call(ede.startOwn, {
      draft: {
        household: {
          zipCode: '33165',
          countyFips: '12086',
          income: '70000',
          people: [
            { age: 42, relation: 'self', covered: true },
            { age: 46, relation: 'spouse', covered: true },
          ],
        },
        plan: { id: '10731FL0280005', name: 'Silver 1' },
      },
    })
    const { about, household, income } = started.answers
    expect(started).toMatchObject({ isClient: true, answers: { plan: { name: 'Silver 1' } } })
    expect([about.zipCode, about.countyFips]).toEqual(['33165', '12086'])
    expect(household.people.map(({ relationship }) => relationship)).toEqual(['self', 'spouse'])
    expect(income.people[0]?.sources[0]?.amount).toBe('70000')
    expect((await consumer.call(ede.startOwn, {})).id).toBe(started.id)
    expect((await consumer.call(ede.own, {})).application).toMatchObject({ id: started.id })
    const { id } = started
    const { version } = await consumer.call(ede.save, {
      id,
      version: started.version,
      step: 'coverage',
      finish: true,
      answers: completeAnswers,
    })
    const open = async (what: 'consent' | 'review') =>
      (await consumer.call(ede.openOwn, { id, what, language: 'es' })).link
    await signConsent(await open('consent'))
    await signReview(await open('review'))
    const { applicationId } = await consumer.call(ede.submit, { id, version })
    const record = await consumer.call(marketplace.one, { appId: applicationId ?? '' })
    expect(record.object.insuranceApplication.applicants).toHaveLength(3)
    const office = await actor(agency, { roles: ['administrator'], claims: ['admin.Application'] })
    expect((await office.call(marketplace.one, { appId: applicationId ?? '' })).userLastName).toBe('Case')
    const stranger = await actor(agency, { roles: ['consumer'] })
    expect((await refusal(stranger.call(ede.one, { id }))).code).toBe('application.not_found')
  })
})
