import { shownSpecial, specialProblem } from '@coverdesk/domain/eligibility/special-enrollment.ts'
import { stateExchanges } from '@coverdesk/domain/eligibility/tables/state-exchanges.ts'
import { rowFor } from '@coverdesk/domain/eligibility/tables/year-row.ts'
import { usualApplicants } from '@coverdesk/domain/enrollment/enrollment-groups.ts'
import { applicationYear } from '@coverdesk/domain/enrollment/enrollment-period.ts'
import {
  type EnrollmentWindow,
  offeredYear,
  ratingDay,
  windowOf,
} from '@coverdesk/domain/enrollment-windows/enrollment-window.ts'
import { specialWords } from '@coverdesk/domain/enrollment-windows/special-words.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import { ageOn, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { failField } from '@coverdesk/domain/invalid-fields.ts'
import {
  type ExchangeApplicant,
  type ExchangePerson,
  readExchangeRecord,
} from '@coverdesk/domain/marketplace/exchange-record.ts'
import type { PlanQuery, PlanTerms, QuoteQuery } from '@coverdesk/domain/plans/plan-contract.ts'
import { lowestCsr, readCsr } from '@coverdesk/domain/plans/plan-price.ts'
import { type RatedPerson, ratedPerson, readRelation } from '@coverdesk/domain/plans/premium.ts'
import { knownWindows } from '../enrollment-windows/known-windows.ts'
import { findApplication, type StoredApplication } from '../marketplace/marketplace-queries.ts'
import type { Db } from '../platform/db/database.ts'
import type { Call } from '../platform/http/http-call.ts'
import type { PlanQuestion } from '../platform/integrations/exchange.ts'
import { findPlanPlace, type PlanPlace } from './plan-place.ts'

/** Terms of a request for plans and the people it is for. */
export interface Terms {
  question: PlanQuestion
  /** Monthly credit in cents. */
  creditCents: number
  /** Premium of each plan for the people with an estimated credit, in cents, which caps it; null without an estimate. */
  creditPremiums: ReadonlyMap<string, number> | null
  shown: PlanTerms
  /** Internal id of the application, if the request names one. */
  applicationId: number | null
  /** True if the application has no known place, so that no plans are offered. */
  nowhere: boolean
}

/** The people that plans are for, as in the query of the contract. */
export type PlanSubject = Pick<PlanQuery, 'appId' | 'groupId' | 'applicants' | 'zipCode' | 'countyFips' | 'year'>

/**
 * Terms for a place, or for an application that the session can read. Fails with `application.not_found` or
 * `plan.no_place`.
 */
export async function termsFor(call: Pick<Call, 'db' | 'caller' | 'now'>, whose: PlanSubject): Promise<Terms> {
  const today = todayIn(call.now)
  if (whose.appId === undefined) return await termsOfPlace(call.db, { ...whose, today })
  if (!call.caller) return fail('application.not_found')
  const application = await findApplication(call.db, call.caller, whose.appId)
  return await termsOfApplication(call.db, application, { ...whose, today })
}

async function termsOfPlace(
  db: Db,
  { zipCode, countyFips, groupId, year: givenYear, today }: PlanSubject & { today: string },
): Promise<Terms> {
  const place = zipCode === undefined ? null : await placeOf(db, { zipCode, countyFips })
  const windows = await knownWindows(db)
  const year = givenYear ?? offeredYear(windows, place?.state ?? null, today)
  return {
    question: { year, place, people: null, csr: null },
    creditCents: 0,
    creditPremiums: null,
    applicationId: null,
    nowhere: false,
    shown: { ...noPeople, year, place, ...exchangeAt(place, { year, windows, today }), groupId: groupId ?? null },
  }
}

/**
 * Terms for the people of an application, or of one of its groups, with the tax credit and cost-sharing reduction from
 * the exchange; never an estimate.
 */
async function termsOfApplication(
  db: Db,
  application: StoredApplication,
  { groupId, applicants: selectedIds, year: givenYear, today }: PlanSubject & { today: string },
): Promise<Terms> {
  const { persons, insuranceApplication } = readExchangeRecord(application.document)
  const all = insuranceApplication?.applicants ?? []
  const zip = application.userAddressZipCode?.slice(0, 5)
  const county = application.userAddressCounty
  const place = zip ? ((await findPlanPlace(db, { zipCode: zip, county })) ?? null) : null
  const windows = await knownWindows(db)
  const state = place?.state ?? null
  const year = givenYear ?? applicationYear(all) ?? offeredYear(windows, state, today)
  const applicants = selectedIds
    ? all.filter(({ personId }) => personId !== null && selectedIds.includes(personId))
    : usualApplicants(all)
  const begins = ratingDay(year, today, windowOf(windows, state, year))
  const rated = applicants.map((applicant) => ratedApplicant(applicant, persons, begins))
  const people = rated.filter((person) => person !== null)
  const csr = lowestCsr(applicants.map(({ eligibility }) => readCsr(eligibility?.csr?.category)))
  const creditCents = sumOf(applicants.map(({ eligibility }) => cents(eligibility?.aptc?.amount ?? '0') ?? 0))
  return {
    question: { year, place, people, csr },
    creditCents,
    creditPremiums: null,
    applicationId: application.id,
    nowhere: place === null,
    shown: {
      year,
      place,
      ...exchangeAt(place, { year, windows, today }),
      special: grantedSpecial(applicants, year, today),
      csr,
      groupId: groupId ?? null,
      estimate: null,
      people: people.length,
      withoutAge: rated.length - people.length,
      credit: amountOf(creditCents),
      creditFrom: 'exchange',
    },
  }
}

/** The place of a visitor. Fails with `plan.no_place` for an unknown ZIP code and a county that is none of its own. */
async function placeOf(db: Db, { zipCode, countyFips }: { zipCode: string; countyFips: string | undefined }) {
  const place = await findPlanPlace(db, { zipCode, countyFips })
  if (place) return place
  return countyFips === undefined ? fail('plan.no_place') : failField('countyFips', 'Choose a county of this ZIP code')
}

const sumOf = (all: readonly number[]) => all.reduce((sum, amount) => sum + amount, 0)
const noPeople = {
  people: null,
  withoutAge: 0,
  credit: null,
  creditFrom: null,
  csr: null,
  estimate: null,
  special: null,
} as const

/** Special enrollment of this year that the exchange granted to all of the applicants, as long as it is open. */
function grantedSpecial(applicants: readonly ExchangeApplicant[], year: number, today: string): PlanTerms['special'] {
  const shown = applicants.map(({ eligibilityInitial, eligibilitySpecial: special }) => {
    const { start, end } = special?.dateRange ?? {}
    const begins = special?.earliestQHPDate
    const isOpen = special?.indicator === true && eligibilityInitial?.indicator !== true
    return isOpen && start && end && start <= today && today <= end && begins && Number(begins.slice(0, 4)) === year
      ? { begins, until: end }
      : null
  })
  const [first] = shown
  return first && !shown.includes(null) ? first : null
}

/** Exchange that sells plans at the place in a year, with its open enrollment; null without a place. */
function exchangeAt(
  place: PlanPlace | null,
  { year, windows, today }: { year: number; windows: readonly EnrollmentWindow[]; today: string },
): Pick<PlanTerms, 'exchange' | 'window' | 'today'> {
  const exchange = place ? rowFor(stateExchanges, place.state, year) : undefined
  if (!place || !exchange) return { exchange: null, window: null, today }
  return { exchange: { name: exchange.name, site: exchange.site }, window: windowOf(windows, place.state, year), today }
}

/** An applicant as rated for the premium; null without a date of birth. */
function ratedApplicant(
  { personId }: ExchangeApplicant,
  persons: readonly ExchangePerson[],
  day: string,
): RatedPerson | null {
  const person = persons.find(({ id }) => id !== null && id === personId)
  if (!person?.dob) return null
  const age = Math.min(Math.max(ageOn(person.dob, day), 0), 130)
  const rated = ratedPerson(age, person.primary === true ? 'self' : readRelation(person.relationship))
  return person.tobacco ? { ...rated, tobacco: true } : rated
}

/** Terms of a household described by a visitor, without its credit, which depends on the offered plans. */
export async function termsOfHousehold(
  db: Db,
  {
    zipCode,
    countyFips,
    year: requestedYear,
    event,
    eventDate,
    people: members,
  }: Pick<QuoteQuery, 'zipCode' | 'countyFips' | 'year' | 'event' | 'eventDate' | 'people'>,
  today: string,
): Promise<Terms> {
  const place = await placeOf(db, { zipCode, countyFips })
  const windows = await knownWindows(db)
  const year = requestedYear ?? offeredYear(windows, place.state, today)
  const special = event !== '' && String(year) === today.slice(0, 4) ? { event, date: eventDate } : null
  const problem = special && specialProblem(special, year, today)
  if (problem) failField('eventDate', specialWords.en.problems[problem])
  const people = members.flatMap(({ age, relation, covered, tobacco }) =>
    covered ? [{ ...ratedPerson(age, relation), ...(tobacco ? { tobacco } : {}) }] : [],
  )
  return {
    question: { year, place, people, csr: null },
    creditCents: 0,
    creditPremiums: null,
    applicationId: null,
    nowhere: false,
    shown: {
      ...noPeople,
      year,
      place,
      ...exchangeAt(place, { year, windows, today }),
      groupId: null,
      people: people.length,
      special: shownSpecial(special, today),
    },
  }
}
