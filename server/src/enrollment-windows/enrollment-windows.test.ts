import { ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { enrollmentWindows } from '@coverdesk/domain/enrollment-windows/enrollment-window-contract.ts'
import { plans } from '@coverdesk/domain/plans/plan-contract.ts'
import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { actor } from '../route-examples/actor.ts'
import type { Actor } from '../route-examples/example.ts'
import { edeOf } from '../route-examples/sales/ede-examples.ts'
import { enrollAtSandbox } from '../sandbox/enroll-at-sandbox.ts'
import { findHouseholdEligibility } from '../sandbox/household-eligibility.ts'
import { country } from '../sandbox/test-catalogue.ts'
import { callAs, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let me: Actor
let administrator: Actor
beforeAll(async () => {
  agency = await startTestApp({ demo: true }, undefined, { prepared: country })
  me = await actor(agency, { roles: ['agent'], claims: ['view.Application'] })
  administrator = await actor(agency, { roles: ['administrator'] })
})
afterEach(async () => {
  agency.setClock(() => new Date())
  await sql`delete from enrollment_windows`.execute(agency.db)
})
afterAll(() => agency.close())

const on = (day: string) => agency.setClock(() => new Date(`${day}T17:00:00Z`))
const federal2027: InputOf<typeof enrollmentWindows.change> = {
  exchange: 'federal',
  planYear: 2027,
  opens: '2026-11-01',
  closes: '2027-01-15',
  lastForJanuary: '2026-12-15',
  source: 'CMS, letter of the week',
  confidence: 'verified',
  reason: 'The appeal was decided',
}
const change = (members: Partial<typeof federal2027>) =>
  administrator.call(enrollmentWindows.change, { ...federal2027, ...members })
const rowOf = async (exchange: string, planYear = 2027) =>
  (await administrator.call(enrollmentWindows.list, { planYear })).find((row) => row.exchange === exchange)
const termsAt = async (zipCode: string) => (await callAs(agency.app, null, plans.list, { zipCode, pageSize: 1 })).terms

test('each exchange of a year is listed with what is known, its source and how sure it is; the rest is not known', async () => {
  const rows = await administrator.call(enrollmentWindows.list, { planYear: 2027 })
  expect(rows[0]).toMatchObject({
    exchange: 'federal',
    window: { opens: '2026-11-01', closes: '2027-01-15', lastForJanuary: '2026-12-15', confidence: 'sources disagree' },
    history: [],
  })
  expect(rows.map(({ exchange }) => exchange)).toContain('OR')
  expect(rows.map(({ exchange }) => exchange)).not.toContain('FL')
  expect(await rowOf('CA')).toMatchObject({ name: 'California: Covered California', window: { lastForJanuary: null } })
  expect(await rowOf('OR', 2026)).toBeUndefined()
  expect(await rowOf('CO', 2026)).toMatchObject({ window: null, history: [] })
})

test('an administrator changes a window with a reason; the history names each change, and the audit record keeps it', async () => {
  await change({ closes: '2026-12-31', reason: 'The appeal was decided' })
  await change({ closes: '2027-01-31', lastForJanuary: '', reason: 'CMS extended it' })
  const row = await rowOf('federal')
  expect(row?.window).toMatchObject({ closes: '2027-01-31', lastForJanuary: null, confidence: 'verified' })
  expect(row?.history).toMatchObject([
    {
      by: administrator.userName,
      reason: 'The appeal was decided',
      changes: [
        { field: 'Last day', old: '01/15/2027', new: '12/31/2026' },
        { field: 'Source', new: 'CMS, letter of the week' },
        { field: 'How sure', old: 'Sources disagree', new: 'Verified' },
      ],
    },
    {
      reason: 'CMS extended it',
      changes: [
        { field: 'Last day', old: '12/31/2026', new: '01/31/2027' },
        { field: 'Last day for January 1', old: '12/15/2026', new: 'Not known' },
      ],
    },
  ])
  const { rows } = await sql<{ facts: object }>`
    select facts from audit_events
    where entity = 'enrollment-window' and entity_id in (select id::text from enrollment_windows) order by id`.execute(
    agency.db,
  )
  expect(rows).toMatchObject([
    { facts: { exchange: 'federal', planYear: 2027, closes: '2026-12-31', reason: 'The appeal was decided' } },
    { facts: { closes: '2027-01-31', lastForJanuary: 'not known', reason: 'CMS extended it' } },
  ])
})

test('a window without a reason, and of a state without an exchange of its own, is refused at its field', async () => {
  const details = async (members: object) => (await refusal(change(members))).details
  expect(await details({ reason: ' ' })).toEqual([{ path: 'reason', message: 'Reason is required' }])
  const message = 'Florida has no exchange of its own for 2027'
  expect(await details({ exchange: 'FL' })).toEqual([{ path: 'exchange', message }])
})

test('plan shopping offers the next year from the first day on, and says what is not known', async () => {
  on('2026-11-20')
  expect(await termsAt('33165')).toMatchObject({
    year: 2027,
    today: '2026-11-20',
    exchange: { name: 'HealthCare.gov' },
    window: { closes: '2027-01-15', confidence: 'sources disagree' },
  })
  await change({ opens: '2026-11-25' })
  expect(await termsAt('33165')).toMatchObject({ year: 2026, window: { opens: '2025-11-01' } })
  expect(await termsAt('30303')).toMatchObject({ year: 2027, window: { lastForJanuary: null } })
  on('2027-11-20')
  expect(await termsAt('33165')).toMatchObject({ year: 2027 })
  const { terms } = await callAs(agency.app, null, plans.list, { zipCode: '33165', year: 2028, pageSize: 1 })
  expect(terms).toMatchObject({ year: 2028, exchange: { name: 'HealthCare.gov' }, window: null })
})

test('the wizard follows at once: a draft keeps its year while the window is not open, and moves when it is', async () => {
  on('2026-11-20')
  await change({ opens: '2026-11-25' })
  const { id } = await edeOf(agency, me)
  await sql`update ede_applications set plan_year = 2026 where uuid = ${id}::uuid`.execute(agency.db)
  const before = await me.call(ede.one, { id })
  expect(before).toMatchObject({ planYear: 2026, offeredYear: 2026, exchange: 'HealthCare.gov' })
  await change({ opens: '2026-11-15' })
  expect(await me.call(ede.one, { id })).toMatchObject({ planYear: 2026, offeredYear: 2027 })
  const { version, answers } = before
  const saved = await me.call(ede.save, { id, version, step: 'about', answers })
  expect(saved).toMatchObject({ planYear: 2027, movedFrom: 2026, window: { opens: '2026-11-15' } })
})

test('an application that starts with a ZIP code is for the year that the exchange of its state offers', async () => {
  on('2026-10-24')
  const client = { firstName: 'Ida', lastName: 'Case', email: 'ida@mail.test', phone: '3055550142' }
  expect((await me.call(ede.start, { ...client, zipCode: '06103' })).planYear).toBe(2027)
  expect((await me.call(ede.start, { ...client, zipCode: '33165' })).planYear).toBe(2026)
})

test('the sandbox gives the same window and start as the agency shows, and a life event outside of it', async () => {
  await change({ closes: '2026-12-10', lastForJanuary: '2026-11-15' })
  const self = { id: '1', dob: '1986-05-01', relationship: 'self', applies: true, hasMedicaid: false } as const
  const asked = { expecting: 0, status: 'citizen', coverage: 'none', offerCents: null } as const
  const eligibility = async () => {
    const [applicant] = await findHouseholdEligibility(agency.db, {
      persons: [{ ...self, ...asked }],
      mayHaveCredit: true,
      incomeCents: 4_000_000,
      today: '2026-11-20',
      county: { fips: '12086', state: 'FL' },
      zipCode: '33165',
      planYear: 2027,
    })
    return applicant
  }
  expect(await eligibility()).toMatchObject({
    eligibilityInitial: {
      indicator: true,
      dateRange: { start: '2026-11-01', end: '2026-12-10' },
      earliestQHPDate: '2027-02-01',
    },
  })
  await change({ closes: '2026-11-19', lastForJanuary: '' })
  expect(await eligibility()).toMatchObject({
    eligibilityInitial: { indicator: false },
    eligibilitySpecial: { indicator: true, dateRange: { start: '2026-11-20' }, earliestQHPDate: null },
  })
})

test('the sandbox refuses an enrollment whose start is not known with a sentence, and begins it by the changed window', async () => {
  await change({ lastForJanuary: '' })
  const document = {
    insuranceApplication: { applicants: [{ personId: '1', eligibilityInitial: { indicator: true } }] },
  }
  await sql`
    insert into sandbox_exchange_applications (exchange_assigned_id, document) values ('777001',
      ${JSON.stringify({ ...document, contact: { state: 'FL' } })}::jsonb)`.execute(agency.db)
  const enroll = (submissionId: string) =>
    enrollAtSandbox(agency.db, {
      submissionId,
      exchangeAssignedId: '777001',
      planYear: 2027,
      held: null,
      attested: {},
      attestedAt: '2026-12-20T17:00:00Z',
      groups: [
        {
          plan: { id: '12345FL0010001', name: 'Silver', issuer: 'Ambetter', premium: '400.00' },
          aptc: '0.00',
          applicants: ['1'],
        },
      ],
    })
  expect(await enroll('11111111-1111-4111-8111-111111111111')).toMatchObject({
    outcome: 'refused',
    reason:
      "Until which day plans of 2027 begin on January 1 isn't known here. An administrator enters it under Enrollment Windows",
  })
  await change({ lastForJanuary: '2026-12-23' })
  expect((await enroll('22222222-2222-4222-8222-222222222222')).outcome).toBe('accepted')
  const { rows } = await sql<{ begins: string }>`
    select document #>> '{policies,0,dateEffective}' as begins from sandbox_exchange_applications
    where exchange_assigned_id = '777001'`.execute(agency.db)
  expect(rows).toEqual([{ begins: '2027-01-01' }])
})
