import { randomUUID } from 'node:crypto'
import { cmsRegistration } from '@coverdesk/domain/cms-registration/cms-registration-contract.ts'
import { clientConsents } from '@coverdesk/domain/consents/client-consent-contract.ts'
import { applicationReviews } from '@coverdesk/domain/ede/ede-contract.ts'
import { type EnrollmentInput, enrollments } from '@coverdesk/domain/enrollment/enrollment-contract.ts'
import { enrollmentWindows } from '@coverdesk/domain/enrollment-windows/enrollment-window-contract.ts'
import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { plans } from '@coverdesk/domain/plans/plan-contract.ts'
import type { InputOf, Route } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Exchange } from '../platform/integrations/exchange.ts'
import { country } from '../sandbox/test-catalogue.ts'
import { filesOfZip } from '../testing/files-of-zip.ts'
import { signClientConsent } from '../testing/signing/sign-client-consent.ts'
import { signEnrollmentReview } from '../testing/signing/sign-enrollment-review.ts'
import { callAs, type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'
import { sendDue } from './enrollment-sender.ts'

let agency: TestApp
let agent: Person
let other: Person
let admin: Person
beforeAll(async () => {
  agency = await startTestApp({}, undefined, { prepared: country })
  agency.setClock(() => new Date('2026-11-22T15:00:00Z'))
  agent = await agency.person({ roles: ['agent'], claims: ['view.Application'], npn: '41984127' })
  other = await agency.person({ roles: ['agent'], claims: ['view.Application'], npn: '40417733' })
  admin = await agency.person({ roles: ['agent'], claims: ['admin.Application'], fullAccess: true })
})
afterAll(() => agency.close())

const silver = '10731FL0280005'
const attestations = { income_tax: true, married: true, dependent: true, household: true } as const

let made = 0
/** An application of two adults and a child; the adults have credits of 200.50 and 99.75. */
async function applicationOf(
  agentId: number | null = agent.agentId,
  eligibilityInitial: object = { indicator: true },
  eligibilitySpecial: object = { indicator: false },
): Promise<string> {
  const appId = `78${String(++made).padStart(8, '0')}`
  const credits = [200.5, 99.75, 0]
  const document = {
    exchangeAssignedId: appId,
    persons: [
      { id: '1', firstName: 'Ida', lastName: 'Case', dob: '1986-05-01', relationship: 'self', primary: true },
      { id: '2', firstName: 'Uwe', lastName: 'Case', dob: '1988-12-31', relationship: 'spouse' },
      { id: '3', firstName: 'Eva', lastName: 'Case', dob: '2014-02-03', relationship: 'child' },
    ],
    insuranceApplication: {
      applicants: credits.map((amount, place) => ({
        personId: String(place + 1),
        eligibilityInitial,
        eligibilitySpecial,
        eligibility: { aptc: { amount } },
      })),
    },
    policies: [
      {
        id_exchange: 'now',
        plan: { id: 'a', name: 'Old plan' },
        status: 'Effectuated',
        dateEffective: '2026-01-01',
        dateExpiration: '2026-12-31',
      },
      {
        id_exchange: 'renewal',
        plan: { id: 'a', name: 'Old plan' },
        status: 'Pending effectuation',
        dateEffective: '2027-01-01',
        dateExpiration: '2027-12-31',
      },
    ],
  }
  await agency.db
    .insertInto('marketplace_applications')
    .values({
      exchange_assigned_id: appId,
      snapshot_at: new Date(),
      agent_id: agentId,
      user_zip_code: '33165',
      user_first_name: 'Ida',
      user_last_name: 'Case',
      raw: JSON.stringify(document),
    })
    .execute()
  await signClientConsent(agency.db, appId)
  return appId
}

/** Input as the page would send it: everyone in two groups, with all credit applied. */
async function inputFor(appId: string): Promise<EnrollmentInput> {
  const group = async (applicants: string[], aptc_selected: string) => {
    const { premium, name } = await admin.call(plans.one, { planId: silver, appId, applicants: applicants.join() })
    return { applicants, plan: { id: silver, name, premium: premium ?? '' }, aptc_selected }
  }
  const groups = [await group(['1', '3'], '200.50'), await group(['2'], '99.75')]
  return { appId, submissionId: randomUUID(), groups, attestations, language: 'en' }
}

/** Sends an enrollment that the client has reviewed and signed. */
async function send(person: Person, input: EnrollmentInput) {
  await signEnrollmentReview(agency.db, input, person.agentId ?? undefined, '2026-11-22T14:00:00Z')
  return await person.call(enrollments.send, input)
}

const countOf = async (appId: string) =>
  Number(
    (
      await sql<{ count: number }>`
        select count(*)::int as count from enrollments e join marketplace_applications m on m.id = e.application_id
        where m.exchange_assigned_id = ${appId}`.execute(agency.db)
    ).rows[0]?.count,
  )

/** Replaces the exchange's enroll function during `work`. */
async function whileExchange(enroll: Exchange['enroll'], work: () => Promise<void>): Promise<void> {
  const { exchange } = agency.services
  agency.services.exchange = { ...exchange, enroll }
  try {
    await work()
  } finally {
    agency.services.exchange = exchange
  }
}

test('ENROLL-09 ENROLL-07 groups, plans and credits are sent and stored with the attestations, and Refetch shows the policies', async () => {
  const appId = await applicationOf()
  const input = await inputFor(appId)
  const sent = await send(agent, input)
  expect(sent).toMatchObject({
    state: 'accepted',
    reason: null,
    planYear: 2027,
    attestedBy: 'Ida Case',
  })
  const rest = (group: EnrollmentInput['groups'][number]) =>
    amountOf((cents(group.plan.premium) ?? 0) - (cents(group.aptc_selected) ?? 0))
  expect(sent.groups).toEqual(
    input.groups.map((group) => ({
      ...group,
      plan: { ...group.plan, issuer: 'Ambetter' },
      responsibility: rest(group),
    })),
  )
  expect(await agent.call(enrollments.list, { appId })).toEqual([sent])
  const { rows } = await sql<{ attested: object; address: string; facts: object }>`
    select e.attested, e.address, a.facts from enrollments e
    join audit_events a on a.entity = 'enrollment' and a.entity_id = e.id::text and a.action = 'create'
    where e.id = ${sent.id}`.execute(agency.db)
  expect(rows).toEqual([
    {
      attested: {
        income_tax: 'I will file a federal income tax return for the coverage year.',
        married: 'If I am married, I will file jointly with my spouse.',
        dependent: 'No one else will claim me as a dependent.',
        household: 'The household information is correct and I will claim the listed dependents.',
      },
      address: '192.0.2.7',
      facts: { application: expect.any(Number), groups: 2 },
    },
  ])
  await sql`
    with made as (insert into carriers (name, phone) values ('Phone Carrier', '8005550199') returning id)
    insert into carrier_issuer_ids (issuer_id, carrier_id, state) select ${silver.slice(0, 5)}, id, 'FL' from made
    on conflict (issuer_id) do update set carrier_id = excluded.carrier_id`.execute(agency.db)
  const { policies, eligibilityAPTCElected } = await agent.call(marketplace.refetch, { appId })
  expect(eligibilityAPTCElected).toBe('300.25')
  const shown = policies.map(({ status, dateEffective, plan, premium, members }) => [
    status,
    dateEffective,
    plan?.id,
    premium?.aptc_applied,
    members.map(({ personId }) => personId).join(),
  ])
  expect(shown).toEqual([
    ['Effectuated', '2026-01-01', 'a', undefined, ''],
    ['Cancelled', '2027-01-01', 'a', undefined, ''],
    ['Pending effectuation', '2027-01-01', silver, '200.50', '1,3'],
    ['Pending effectuation', '2027-01-01', silver, '99.75', '2'],
  ])
  expect(policies.map(({ carrierPhone }) => carrierPhone)).toEqual([null, null, '8005550199', '8005550199'])
  expect(policies.map(({ invented }) => invented)).toEqual([null, null, true, true])
})

test('ENROLL-12 a false or missing attestation returns 400, and nothing is stored', async () => {
  const appId = await applicationOf()
  const input = await inputFor(appId)
  for (const name of ['income_tax', 'married', 'dependent', 'household'])
    for (const consent of [false, null, undefined, 'true']) {
      const answer = await agency.app.inject({
        method: 'POST',
        url: `/api/MarketplaceApp/${appId}/enrollment`,
        headers: { authorization: `Bearer ${agent.token}` },
        payload: { ...input, appId: undefined, attestations: { ...attestations, [name]: consent } },
      })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.invalid'])
    }
  expect(await countOf(appId)).toBe(0)
})

test('ENROLL-08 ENROLL-09 applicants, plan, premium and credit are computed by the server', async () => {
  const appId = await applicationOf()
  const input = await inputFor(appId)
  const [first, second] = input.groups
  if (!first || !second) throw new Error('There are two groups')
  const refused = async (groups: EnrollmentInput['groups']) => (await refusal(send(agent, { ...input, groups }))).code
  const plan = (change: object) => [{ ...first, plan: { ...first.plan, ...change } }, second]
  expect(await refused([first])).toBe('enrollment.applicants')
  expect(await refused([first, { ...second, applicants: ['2', '1'] }])).toBe('enrollment.applicants')
  expect(await refused([first, { ...second, applicants: ['2', '9'] }])).toBe('enrollment.applicants')
  expect(await refused(plan({ id: '99999FL9999999' }))).toBe('enrollment.plan')
  expect(await refused(plan({ premium: '1.00' }))).toBe('enrollment.price_changed')
  expect(await refused([{ ...first, aptc_selected: '200.51' }, second])).toBe('enrollment.credit')
  expect(await refused([{ ...first, aptc_selected: '-0.01' }, second])).toBe('request.invalid')
  expect(await refused([first, { ...second, applicants: [] }])).toBe('request.invalid')
  // Adults of 40 and 38 cannot get a catastrophic plan, and credits do not apply to one.
  const all = await admin.call(plans.list, { appId, applicants: '3', pageSize: 100 })
  const catastrophic = all.data.find(({ metal_level }) => metal_level === 'Catastrophic')
  const priced = await admin.call(plans.one, { planId: catastrophic?.id ?? '', appId, applicants: '1,3' })
  const { id, name, premium } = priced
  expect(await refused(plan({ id, name, premium: premium ?? '' }))).toBe('enrollment.plan')
  expect(await countOf(appId)).toBe(0)
})

test.each([
  ['is not eligible', { indicator: false }, 'Ida Case: Not eligible to enroll, says the marketplace.'],
  [
    'is outside the enrollment period',
    { indicator: true, dateRange: { start: '2025-11-01', end: '2026-01-15' } },
    'Ida Case: The enrollment period ended on 01/15/2026.',
  ],
])('ENROLL-09 an applicant who %s is not enrolled', async (_why, eligibility, message) => {
  const appId = await applicationOf(agent.agentId, eligibility)
  const refused = await refusal(send(agent, await inputFor(appId)))
  expect(refused).toMatchObject({ code: 'enrollment.not_eligible', message })
  expect(await countOf(appId)).toBe(0)
})

test('ENROLL-09 PLAN-01 an application of 2026 is offered plans of 2026, and takes none of 2027', async () => {
  const ofThisYear = [{ indicator: false }, { indicator: true, latestQHPDate: '2026-12-01' }] as const
  const appId = await applicationOf(agent.agentId, ...ofThisYear)
  expect((await agent.call(plans.one, { planId: silver, appId })).terms.year).toBe(2026)
  const sent = await send(agent, await inputFor(appId))
  expect(sent).toMatchObject({ state: 'accepted', planYear: 2026 })
  const other = await applicationOf(agent.agentId, ...ofThisYear)
  const { exchange } = agency.services
  // An exchange that answers with another year's plan.
  agency.services.exchange = {
    ...exchange,
    plan: async (id, question, signal) => exchange.plan(id, { ...question, year: 2027 }, signal),
  }
  const refused = await refusal(send(agent, await inputFor(other)))
  agency.services.exchange = exchange
  expect(refused).toMatchObject({ code: 'enrollment.year' })
  expect(await countOf(other)).toBe(0)
})

test('ENROLL-09 outside of the window that an administrator set no one is enrolled, except in a special enrollment that the exchange granted', async () => {
  const window = {
    exchange: 'federal',
    planYear: 2027,
    opens: '2026-11-01',
    closes: '2026-11-20',
    lastForJanuary: '2026-11-15',
    source: 'CMS, letter of the week',
    confidence: 'verified' as const,
    reason: 'The appeal was decided',
  }
  const administrator = await agency.person({ roles: ['administrator'] })
  // The exchange's record says that the applicants may enroll, with no dates.
  const appId = await applicationOf()
  const input = await inputFor(appId)
  await administrator.call(enrollmentWindows.change, window)
  expect(await refusal(send(agent, input))).toMatchObject({
    code: 'enrollment.not_eligible',
    message:
      'Ida Case: Open enrollment for 2027 at HealthCare.gov ended on 11/20/2026. Enrolling needs a life event, such as a move or a birth.',
    details: [{ path: 'groups.0.applicants' }],
  })
  expect(await countOf(appId)).toBe(0)
  const granted = { indicator: true, dateRange: { start: '2026-11-10', end: '2027-01-09' } }
  const special = await applicationOf(agent.agentId, { indicator: false }, granted)
  expect(await send(agent, await inputFor(special))).toMatchObject({ state: 'accepted' })
  await administrator.call(enrollmentWindows.change, { ...window, closes: '2026-11-22' })
  expect(await send(agent, input)).toMatchObject({ state: 'accepted' })
  await sql`delete from enrollment_windows`.execute(agency.db)
})

describe('the review of the client', () => {
  const asClient = <R extends Route>(route: R, input: InputOf<R>) => callAs(agency.app, null, route, input)
  const refusedCode = async (call: Promise<unknown>) => (await refusal(call)).code

  /** Signs the review of a link with all statements that it shows. */
  async function sign(id: string, language: 'en' | 'es') {
    const { texts } = await asClient(applicationReviews.page, { id })
    const { sha256, attestations } = texts[language]
    const attested = attestations.map(() => true as const)
    await asClient(applicationReviews.sign, { id, language, sha256, attested, signedName: 'Ida Case' })
    return texts[language]
  }

  test('ENROLL-10 A-104 an agent cannot attest: the client reads plan, price and the four statements, and signs them on the agent’s device', async () => {
    const input = await inputFor(await applicationOf())
    const { appId, groups } = input
    expect(await refusedCode(agent.call(enrollments.send, input))).toBe('review.required')
    const { link } = await agent.call(enrollments.openReview, { appId, groups, language: 'es' })
    expect(await agent.call(enrollments.review, { appId })).toMatchObject({ state: 'requested', channel: 'device' })
    expect(await refusedCode(agent.call(enrollments.send, input))).toBe('review.required')
    const { texts } = await asClient(applicationReviews.page, { id: link })
    expect(texts.en.attestations).toEqual([
      'I will file a federal income tax return for the coverage year.',
      'If I am married, I will file jointly with my spouse.',
      'No one else will claim me as a dependent.',
      'The household information is correct and I will claim the listed dependents.',
    ])
    const less = {
      id: link,
      language: 'en',
      sha256: texts.en.sha256,
      attested: [true],
      signedName: 'Ida Case',
    } as const
    expect(await refusedCode(asClient(applicationReviews.sign, { ...less, attested: [...less.attested] }))).toBe(
      'review.changed',
    )
    const signed = await sign(link, 'es')
    expect(signed.title).toBe('Inscripción en un seguro médico para 2027')
    const [group] = groups
    expect(signed.parts[1]).toMatchObject({
      heading: 'Ida Case y Eva Case',
      points: [
        'Plan: Standard Silver, Ambetter',
        'Plan inventado para practicar: no asegura a ninguna persona',
        `Prima: $${group?.plan.premium} al mes`,
        'Crédito fiscal aplicado: $200.50 al mes',
        expect.stringMatching(/^Usted paga: \$/),
      ],
    })
    expect(await agent.call(enrollments.review, { appId })).toMatchObject({ state: 'signed', signedName: 'Ida Case' })
    const sent = await agent.call(enrollments.send, input)
    expect(sent).toMatchObject({ state: 'accepted', attestedBy: 'Ida Case' })
    expect(await agent.call(enrollments.send, input)).toEqual(sent)
  })

  test('ENROLL-05 A-104 a signed review counts for exactly its groups, plans and credits, its agent, and one enrollment', async () => {
    const input = await inputFor(await applicationOf())
    const { appId, groups } = input
    const { link } = await agent.call(enrollments.openReview, { appId, groups })
    await sign(link, 'en')
    const less = { ...input, groups: groups.map((group) => ({ ...group, aptc_selected: '0.00' })) }
    expect(await refusedCode(agent.call(enrollments.send, less))).toBe('review.required')
    const another = await agency.person({
      roles: ['agent'],
      claims: ['admin.Application'],
      fullAccess: true,
      npn: '40417744',
    })
    expect(await refusedCode(another.call(enrollments.send, input))).toBe('review.required')
    await agent.call(enrollments.send, input)
    const again = { ...input, submissionId: randomUUID() }
    expect(await refusedCode(agent.call(enrollments.send, again))).toBe('review.required')
  })

  test('A-104 a review ends with a revocation, and a later consent does not bring it back', async () => {
    const input = await inputFor(await applicationOf())
    const { appId, groups } = input
    await sign((await agent.call(enrollments.openReview, { appId, groups })).link, 'en')
    await agent.call(clientConsents.revoke, { appId, note: 'Called: stop helping' })
    await signClientConsent(agency.db, appId)
    expect(await agent.call(enrollments.review, { appId })).toMatchObject({ state: 'outdated' })
    expect(await refusedCode(agent.call(enrollments.send, input))).toBe('review.required')
    await sign((await agent.call(enrollments.openReview, { appId, groups })).link, 'en')
    expect(await agent.call(enrollments.send, input)).toMatchObject({ state: 'accepted' })
  })

  test('A-104 a review ends 30 days after its signature', async () => {
    const old = await inputFor(await applicationOf())
    await signEnrollmentReview(agency.db, old, agent.agentId, '2026-10-22T14:00:00Z')
    expect(await refusedCode(agent.call(enrollments.send, old))).toBe('review.required')
    const young = await inputFor(await applicationOf())
    await signEnrollmentReview(agency.db, young, agent.agentId, '2026-10-24T14:00:00Z')
    expect(await agent.call(enrollments.send, young)).toMatchObject({ state: 'accepted' })
  })

  test('A-104 P-84 an enrollment that waits is not sent again after a revocation, even with a later consent', async () => {
    const input = await inputFor(await applicationOf())
    const { appId } = input
    await whileExchange(
      async () => {
        throw new Error('socket hang up')
      },
      async () => expect(await send(agent, input)).toMatchObject({ state: 'sending' }),
    )
    await agent.call(clientConsents.revoke, { appId, note: 'Called: stop helping' })
    await signClientConsent(agency.db, appId)
    await sql`update enrollment_sendings set next_try_at = now() where state = 'sending'`.execute(agency.db)
    await sendDue(agency.db, agency.services.exchange, () => undefined)
    expect(await agent.call(enrollments.list, { appId })).toMatchObject([{ state: 'refused' }])
  })

  test('A-104 a review ends when the household changes at the exchange, signed or not, and the changed one needs its own', async () => {
    const input = await inputFor(await applicationOf())
    const { appId, groups } = input
    const { link } = await agent.call(enrollments.openReview, { appId, groups })
    await sign(link, 'en')
    const open = await agent.call(enrollments.openReview, { appId, groups })
    const { rows } = await sql<{ raw: string }>`
      select raw from marketplace_applications where exchange_assigned_id = ${appId}`.execute(agency.db)
    const record = JSON.parse(rows[0]?.raw ?? '')
    const { exchange } = agency.services
    const refetched = async (changed: object) => {
      agency.services.exchange = { ...exchange, application: async () => JSON.stringify({ ...record, ...changed }) }
      await agent.call(marketplace.refetch, { appId })
      agency.services.exchange = exchange
    }
    await refetched({ policies: [] })
    expect(await agent.call(enrollments.review, { appId })).toMatchObject({ state: 'requested' })
    const born = { id: '4', firstName: 'Noa', lastName: 'Case', dob: '2026-11-20', relationship: 'child' }
    await refetched({ persons: [...record.persons, born] })
    expect(await agent.call(enrollments.review, { appId })).toMatchObject({ state: 'outdated' })
    expect(await refusedCode(agent.call(enrollments.send, input))).toBe('review.required')
    expect(await refusedCode(asClient(applicationReviews.page, { id: open.link }))).toBe('review.not_found')
    expect(await countOf(appId)).toBe(0)
    await sign((await agent.call(enrollments.openReview, { appId, groups })).link, 'en')
    expect(await agent.call(enrollments.send, input)).toMatchObject({ state: 'accepted' })
  })

  test('A-104 a review is requested for what can be enrolled, at the client’s own address, and a newer one replaces it', async () => {
    const { appId, groups } = await inputFor(await applicationOf())
    const wrong = groups.map((group) => ({ ...group, aptc_selected: '9999.00' }))
    expect(await refusedCode(agent.call(enrollments.openReview, { appId, groups: wrong }))).toBe('enrollment.credit')
    expect(await refusedCode(agent.call(enrollments.requestReview, { appId, groups }))).toBe('consent.no_way')
    expect(await refusedCode(other.call(enrollments.openReview, { appId, groups }))).toBe('application.not_found')
    const first = await agent.call(enrollments.openReview, { appId, groups })
    const second = await agent.call(enrollments.openReview, { appId, groups })
    expect(await refusedCode(asClient(applicationReviews.page, { id: first.link }))).toBe('review.not_found')
    await sign(second.link, 'en')
    expect((await asClient(applicationReviews.page, { id: second.link })).signedDate).not.toBeNull()
    const state = await agent.call(enrollments.review, { appId })
    expect(state.groups).toMatchObject(groups.map(({ applicants, aptc_selected }) => ({ applicants, aptc_selected })))
  })
})

test('P-75 P-84 ENROLL-09 repeating a submission creates no second one; reusing its id for other content is rejected', async () => {
  const appId = await applicationOf()
  const input = await inputFor(appId)
  const answers = await Promise.all([1, 2, 3].map(() => send(agent, input)))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(await countOf(appId)).toBe(1)
  const less = { ...input, groups: input.groups.map((group) => ({ ...group, aptc_selected: '1.00' })) }
  expect((await refusal(send(agent, less))).code).toBe('enrollment.reused')
  const elsewhere = { ...(await inputFor(await applicationOf())), submissionId: input.submissionId }
  expect((await refusal(send(agent, elsewhere))).code).toBe('enrollment.reused')
})

test('P-84 ENROLL-09 without a response an enrollment stays in sending, blocks others, and is sent again under its id', async () => {
  const appId = await applicationOf()
  const input = await inputFor(appId)
  const { exchange } = agency.services
  const told: string[] = []
  await whileExchange(
    async (enrollment, signal) => {
      told.push(enrollment.submissionId)
      // The exchange processed the request, but the response was lost.
      await exchange.enroll(enrollment, signal)
      throw new Error('socket hang up')
    },
    async () => {
      expect(await send(agent, input)).toMatchObject({ state: 'sending' })
      const another = { ...(await inputFor(appId)), submissionId: randomUUID() }
      expect((await refusal(send(agent, another))).code).toBe('enrollment.under_way')
      expect(await agent.call(enrollments.list, { appId })).toMatchObject([{ state: 'sending' }])
    },
  )
  await sql`update enrollment_sendings set next_try_at = now() where state = 'sending'`.execute(agency.db)
  const errors: unknown[] = []
  await sendDue(agency.db, agency.services.exchange, (error) => errors.push(error))
  expect([told, errors]).toEqual([[input.submissionId], []])
  expect(await agent.call(enrollments.list, { appId })).toMatchObject([{ state: 'accepted' }])
  const { policies } = await agent.call(marketplace.refetch, { appId })
  expect(policies.filter(({ status }) => status === 'Pending effectuation')).toHaveLength(2)
})

test('P-84 an administrator ends an enrollment after three attempts with a reason, and the household can be enrolled otherwise', async () => {
  const appId = await applicationOf()
  const input = await inputFor(appId)
  const { submissionId } = input
  const reason = 'The exchange rejects the request'
  const rejects = async () => {
    throw new Error('http 422')
  }
  await whileExchange(rejects, async () => {
    expect(await send(agent, input)).toMatchObject({ state: 'sending', canEnd: false })
    expect((await refusal(admin.call(enrollments.end, { appId, submissionId, reason }))).code).toBe('sending.not_ended')
    for (let attempt = 2; attempt <= 3; attempt++) await agent.call(enrollments.send, input)
  })
  expect(await agent.call(enrollments.list, { appId })).toMatchObject([{ state: 'sending', canEnd: true }])
  expect((await refusal(agent.call(enrollments.end, { appId, submissionId, reason }))).code).toBe('right.missing')
  await admin.call(enrollments.end, { appId, submissionId, reason })
  const ended = { state: 'refused', isEnded: true, canEnd: false, reason }
  expect(await agent.call(enrollments.list, { appId })).toMatchObject([ended])
  expect((await refusal(admin.call(enrollments.end, { appId, submissionId, reason }))).code).toBe('sending.none')
  const { rows } = await sql<{ facts: object }>`
    select a.facts from audit_events a join enrollments e on e.id::text = a.entity_id
    where a.entity = 'enrollment' and a.facts ->> 'what' = 'ended' and e.submission_id = ${submissionId}`.execute(
    agency.db,
  )
  expect(rows).toMatchObject([{ facts: { reason, tries: 3 } }])
  expect(await send(agent, await inputFor(appId))).toMatchObject({ state: 'accepted' })
})

test('P-84 an enrollment that was ended while its answer was on the way is accepted when the answer says so', async () => {
  const appId = await applicationOf()
  const input = await inputFor(appId)
  const { submissionId } = input
  await whileExchange(
    async () => {
      await sql`
        update enrollment_sendings s set tries = 3 from enrollments e
        where e.id = s.enrollment_id and e.submission_id = ${submissionId}`.execute(agency.db)
      await admin.call(enrollments.end, { appId, submissionId, reason: 'No answer' })
      return JSON.stringify({ submissionId, outcome: 'accepted' })
    },
    async () => expect(await send(agent, input)).toMatchObject({ state: 'accepted', isEnded: false, reason: null }),
  )
})

test('P-84 an invalid response leaves it in sending, and a rejection is stored with its reason', async () => {
  const appId = await applicationOf()
  const input = await inputFor(appId)
  for (const answer of [
    '<html>Bad gateway',
    '{"outcome":"accepted"}',
    '{"submissionId":"another","outcome":"accepted"}',
  ])
    await whileExchange(
      async () => answer,
      async () => expect(await send(agent, input)).toMatchObject({ state: 'sending' }),
    )
  await whileExchange(
    async ({ submissionId }) => JSON.stringify({ submissionId, outcome: 'refused', reason: 'Not in the window' }),
    async () =>
      expect(await send(agent, input)).toMatchObject({
        state: 'refused',
        reason: 'Not in the window',
      }),
  )
  expect(await send(agent, await inputFor(appId))).toMatchObject({ state: 'accepted' })
})

test('ACCESS-31 A-039 own applications can be enrolled with view.Application, those of others with admin.Application, and customers and consumers enroll themselves', async () => {
  const appId = await applicationOf(other.agentId)
  const input = await inputFor(appId)
  expect((await refusal(send(agent, input))).code).toBe('application.not_found')
  const looking = await agency.person({ roles: ['agent'], claims: ['view.Application'], fullAccess: true })
  expect((await refusal(send(looking, input))).code).toBe('right.missing')
  expect(await send(admin, input)).toMatchObject({ state: 'accepted' })
  for (const role of ['customer', 'consumer'] as const) {
    const own = await applicationOf(other.agentId)
    const person = await agency.person({ roles: [role] })
    await agency.db.updateTable('users').set({ application_id: own }).where('id', '=', person.userId).execute()
    expect(await send(person, await inputFor(own))).toMatchObject({ state: 'accepted' })
    expect((await refusal(send(person, await inputFor(appId)))).code).toBe('application.not_found')
    expect((await refusal(person.call(enrollments.list, { appId }))).code).toBe('application.not_found')
  }
})

test('A-104 the evidence contains an enrollment that the client alone attested, with plans and statements in the language of the page', async () => {
  const appId = await applicationOf(agent.agentId)
  const client = await agency.person({ roles: ['consumer'] })
  await agency.db.updateTable('users').set({ application_id: appId }).where('id', '=', client.userId).execute()
  const input = await inputFor(appId)
  await client.call(enrollments.send, { ...input, language: 'es' })
  const answer = await agency.app.inject({
    url: `/api/ConsentEvidence?appIds=${appId}`,
    headers: { authorization: `Bearer ${agent.token}` },
  })
  const files = filesOfZip(answer.rawPayload)
  const { texts } = JSON.parse(files.get(`${appId}/evidence.json`)?.toString() ?? '')
  const own = texts.filter(({ kind }: { kind: string }) => kind === 'own enrollment')
  expect(own).toMatchObject([
    {
      signature: { address: '127.0.0.1', language: 'es', hashMatches: true, text: expect.any(String) },
    },
  ])
  const { text } = own[0].signature
  expect(text).toContain('Usted se inscribe sin agente')
  expect(text).toContain(input.groups[0]?.plan.name)
  expect(text).toContain('Presentaré una declaración federal de impuestos')
})

test('an agent whose agreement CMS ended enrolls no one on HealthCare.gov; the client still may', async () => {
  const gone = await agency.person({ roles: ['agent'], claims: ['view.Application'], npn: '41984199' })
  const clerk = await agency.person({ roles: ['administrator'] })
  const list = { name: 'terminated.csv', text: 'NPN,Status,Date\n41984199,T4,10/01/2026' }
  await clerk.call(cmsRegistration.uploadTerminations, {}, list)
  const appId = await applicationOf(gone.agentId)
  const input = await inputFor(appId)
  const refused = await refusal(send(gone, input))
  expect(refused.code).toBe('agent.not_on_exchange')
  expect(refused.message).toBe(
    'HealthCare.gov ended its agreement with the agent on 10/01/2026 (T4, noncompliance): CMS’s termination list, terminated.csv, line 2.',
  )
  // Staff enrolls in the name of the agent on record, also where another one made the sale.
  await sql`update marketplace_applications set sale_agent_id = ${other.agentId} where exchange_assigned_id = ${appId}`.execute(
    agency.db,
  )
  const office = await agency.person({ roles: ['administrator'], claims: ['admin.Application'], fullAccess: true })
  expect((await refusal(send(office, input))).code).toBe('agent.not_on_exchange')
  expect(await countOf(appId)).toBe(0)
  const client = await agency.person({ roles: ['consumer'] })
  await agency.db.updateTable('users').set({ application_id: appId }).where('id', '=', client.userId).execute()
  expect(await send(client, input)).toMatchObject({ state: 'accepted' })
})

test('A-094 attestations are evidence: they cannot be changed or removed', async () => {
  await send(agent, await inputFor(await applicationOf()))
  for (const change of [
    'update enrollments set attested_name = $$x$$',
    'delete from enrollments',
    'truncate enrollment_groups cascade',
  ])
    await expect(sql.raw(change).execute(agency.db)).rejects.toMatchObject({ code: '42501' })
})

test('P-74 an enrollment of an application that changed concurrently is rejected', async () => {
  const appId = await applicationOf()
  const input = await inputFor(appId)
  const { exchange } = agency.services
  // The exchange is asked for the plan before the application is locked.
  agency.services.exchange = {
    ...exchange,
    plan: async (...asked) => {
      await sql`update marketplace_applications set version = version + 1 where exchange_assigned_id = ${appId}`.execute(
        agency.db,
      )
      return await exchange.plan(...asked)
    },
  }
  expect((await refusal(send(agent, input))).code).toBe('record.changed')
  agency.services.exchange = exchange
  expect(await countOf(appId)).toBe(0)
})
