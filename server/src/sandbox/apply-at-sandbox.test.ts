import { randomUUID } from 'node:crypto'
import type { EdeAnswers } from '@coverdesk/domain/ede/ede-answers.ts'
import { ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { enrollments } from '@coverdesk/domain/enrollment/enrollment-contract.ts'
import { applicationYear } from '@coverdesk/domain/enrollment/enrollment-period.ts'
import { ExchangeApplicant, isEligible, readExchangeRecord } from '@coverdesk/domain/marketplace/exchange-record.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { plans } from '@coverdesk/domain/plans/plan-contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ExchangeApplication } from '../platform/integrations/exchange.ts'
import { actor } from '../route-examples/actor.ts'
import type { Actor } from '../route-examples/example.ts'
import { edeOf, signEde } from '../route-examples/sales/ede-examples.ts'
import { completeAnswers } from '../testing/complete-answers.ts'
import { signClientConsent } from '../testing/signing/sign-client-consent.ts'
import { signEnrollmentReview } from '../testing/signing/sign-enrollment-review.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'
import { applyAtSandbox } from './apply-at-sandbox.ts'
import { findHouseholdEligibility } from './household-eligibility.ts'
import { country } from './test-catalogue.ts'

let agency: TestApp
let me: Actor
beforeAll(async () => {
  agency = await startTestApp({ demo: true }, undefined, { prepared: country })
  me = await actor(agency, { roles: ['agent'], claims: ['view.Application'] })
})
afterAll(() => agency.close())

/** Submits the complete answers with changes of the second person and their coverage; returns the exchange's id. */
async function submitted(
  person: Partial<EdeAnswers['household']['people'][number]>,
  coverage: Partial<EdeAnswers['coverage']['people'][number]> = {},
): Promise<string> {
  const client = await actor(agency, { roles: ['consumer'] })
  const { id } = await edeOf(agency, { agentId: me.agentId, userId: client.userId })
  const second = <Entry>(entries: readonly Entry[], change: Partial<Entry>) =>
    entries.map((entry, place) => (place === 1 ? { ...entry, ...change } : entry))
  const answers = {
    ...completeAnswers,
    household: { people: second(completeAnswers.household.people, person), entering: null },
    coverage: { people: second(completeAnswers.coverage.people, coverage) },
  }
  const { version } = await me.call(ede.save, { id, version: 1, step: 'coverage', finish: true, answers })
  await signEde(agency, id)
  return (await me.call(ede.submit, { id, version })).applicationId ?? ''
}

async function eligibleAt(appId: string): Promise<(string | null)[]> {
  const { object } = await me.call(marketplace.one, { appId })
  return object.insuranceApplication.applicants.filter(isEligible).map(({ personId }) => personId)
}

const silver = '10731FL0280005'
async function groupOf(appId: string, applicants: string[]) {
  const plan = await me.call(plans.one, { planId: silver, appId, applicants: applicants.join() })
  const { id, name, premium, year, issuer } = plan
  return { applicants, plan: { id, name, premium: premium ?? '' }, year, issuer: issuer.name }
}

const attestations = { income_tax: true, married: true, dependent: true, household: true } as const
const refused = 'Not eligible to enroll, says the marketplace.'

test.each([
  ['without lawful presence', { citizen: 'no', status: 'none' }, {}],
  ['of 65 years', { dob: '1950-03-04' }, {}],
  ['with Medicare', {}, { coverage: 'medicare' }],
] as const)(
  'ENROLL-09 a person %s is sold no plan: neither the agency nor the sandbox enrolls them',
  async (_name, person, coverage) => {
    const appId = await submitted(person, coverage)
    expect(await eligibleAt(appId)).toEqual(['1', '3'])
    const { year, issuer, ...group } = await groupOf(appId, ['2'])
    const input = { appId, submissionId: randomUUID(), groups: [{ ...group, aptc_selected: '0' }], attestations }
    await signClientConsent(agency.db, appId)
    await signEnrollmentReview(agency.db, input, me.agentId ?? undefined)
    expect(await refusal(me.call(enrollments.send, input))).toMatchObject({
      code: 'enrollment.not_eligible',
      message: `Leo Case: ${refused}`,
    })
    const answer = await agency.services.exchange.enroll(
      {
        exchangeAssignedId: appId,
        held: null,
        submissionId: randomUUID(),
        planYear: year,
        attested: {},
        groups: [{ ...group, plan: { ...group.plan, issuer }, aptc: '0.00' }],
        attestedAt: new Date().toISOString(),
      },
      new AbortController().signal,
    )
    expect(JSON.parse(String(answer))).toMatchObject({ outcome: 'refused', reason: refused })
  },
)

test('Medicare covers from the first day of the month of the 65th birthday, so that no plan is sold to begin with it', async () => {
  const person = { relationship: 'self', applies: true, expecting: 0, status: 'citizen', coverage: 'none' } as const
  const isSold = async (dob: string) => {
    const [found] = await findHouseholdEligibility(agency.db, {
      persons: [{ ...person, id: '1', dob, offerCents: null, hasMedicaid: false }],
      mayHaveCredit: true,
      county: { fips: '12086', state: 'FL' },
      zipCode: '33165',
      incomeCents: 3_000_000,
      planYear: 2027,
      today: '2026-11-29',
    })
    return isEligible(ExchangeApplicant.parse(found))
  }
  // Coverage begins on January 1, 2027.
  expect(await isSold('1962-02-02')).toBe(true)
  expect(await isSold('1962-02-01')).toBe(false)
  expect(await isSold('1962-01-31')).toBe(false)
})

test('a person who has no credit for the status alone, or has Medicaid, may buy a plan', async () => {
  expect(await eligibleAt(await submitted({ citizen: 'no', status: 'lawful' }))).toEqual(['1', '2', '3'])
  expect(await eligibleAt(await submitted({}, { coverage: 'medicaid' }))).toEqual(['1', '2', '3'])
})

test('an offer at work below the minimum value leaves the credit, an unknown one does not', async () => {
  const creditOf = async (minimumValue: '' | 'no') => {
    const appId = await submitted({}, { coverage: 'job', offer: '20', minimumValue })
    const { object } = await me.call(marketplace.one, { appId })
    const leo = object.insuranceApplication.applicants.find(({ personId }) => personId === '2')
    return Number(leo?.eligibility?.aptc?.amount ?? 0)
  }
  expect(await creditOf('')).toBe(0)
  expect(await creditOf('no')).toBeGreaterThan(0)
})

describe('the year of an application', () => {
  const submission: ExchangeApplication = {
    submissionId: '',
    changes: null,
    planYear: 0,
    special: null,
    partnerAssignedConsumerId: '1',
    agent: null,
    income: '40000.00',
    persons: [
      {
        id: '1',
        firstName: 'Ida',
        middleName: '',
        lastName: 'Case',
        dob: '1986-05-01',
        sex: 'F',
        relationship: 'self',
        applies: true,
        ssn: null,
        tobacco: false,
        expecting: 0,
        status: 'citizen',
        coverage: 'none',
        offer: null,
        offerMinimumValue: null,
        incomes: [],
        deductions: [],
      },
    ],
    contact: {
      email: 'ida@mail.test',
      phone: '3055550142',
      address: '1 Palm Ave',
      zipCode: '33165',
      countyFips: '12086',
      state: 'FL',
    },
    taxes: { files: true, jointly: true, claimed: false },
    attested: { texts: [], signedName: 'Ida Case', signedAt: '2026-11-20T15:00:00Z' },
  }
  const apply = (planYear: number, day: string, special: ExchangeApplication['special'] = null) =>
    applyAtSandbox(
      agency.db,
      { ...submission, submissionId: randomUUID(), planYear, special },
      new Date(`${day}T15:00:00Z`),
    )
  async function yearAt(
    planYear: number,
    day: string,
    special: ExchangeApplication['special'] = null,
  ): Promise<number | null> {
    const answer = await apply(planYear, day, special)
    if (answer.outcome === 'refused') throw new Error(answer.reason)
    const { exchangeAssignedId } = answer
    const question = { exchangeAssignedId, held: null }
    const text = await agency.services.exchange.application(question, new AbortController().signal)
    return applicationYear(readExchangeRecord(JSON.parse(String(text))).insuranceApplication?.applicants ?? [])
  }

  test('is that of the submission: this one after a life event, or in open enrollment the next', async () => {
    expect(await yearAt(2026, '2026-11-20', { event: 'loss-of-coverage', date: '2026-11-12' })).toBe(2026)
    expect(await yearAt(2027, '2026-11-20')).toBe(2027)
    expect(await yearAt(2026, '2026-10-20')).toBe(2026)
  })

  test('is refused when the exchange does not offer it', async () => {
    expect(await apply(2027, '2026-10-20')).toMatchObject({
      outcome: 'refused',
      reason: 'Applications for 2027 are not open here, only for 2026',
    })
    expect(await apply(2025, '2026-11-20')).toMatchObject({
      outcome: 'refused',
      reason: 'Applications for 2025 are not open here, only for 2026 and 2027',
    })
    const none =
      'Open enrollment is for 2027 now. Coverage for 2026 needs a life event of the last 60 days, such as a loss of coverage.'
    expect(await apply(2026, '2026-11-20')).toMatchObject({ outcome: 'refused', reason: none })
    expect(await apply(2026, '2026-12-02', { event: 'loss-of-coverage', date: '2026-11-20' })).toMatchObject({
      outcome: 'refused',
      reason: 'Coverage after this event begins next year. Choose coverage for next year instead.',
    })
  })
})
