import type { EnrollmentInput } from '@coverdesk/domain/enrollment/enrollment-contract.ts'
import {
  availableCredit,
  type Enrollee,
  enrolleesOf,
  holdEachOnce,
} from '@coverdesk/domain/enrollment/enrollment-groups.ts'
import { type EnrollmentObstacle, obstacleSentence } from '@coverdesk/domain/enrollment/enrollment-obstacle.ts'
import { applicationYear, enrollmentObstacle, windowObstacle } from '@coverdesk/domain/enrollment/enrollment-period.ts'
import { ratingDay } from '@coverdesk/domain/enrollment-windows/enrollment-window.ts'
import { fail, failWith } from '@coverdesk/domain/fail.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { amountOf, cents, showMoney } from '@coverdesk/domain/fields/amount.ts'
import { ageOn, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import {
  type ExchangeApplicant,
  type ExchangePerson,
  nameIn,
  readExchangeRecord,
} from '@coverdesk/domain/marketplace/exchange-record.ts'
import type { PlanDetail } from '@coverdesk/domain/plans/plan-contract.ts'
import { creditTaken } from '@coverdesk/domain/plans/plan-price.ts'
import { mayHaveCatastrophic } from '@coverdesk/domain/plans/premium.ts'
import type { StoredApplication } from '../marketplace/marketplace-queries.ts'
import { readPlan } from '../plans/read-plans.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'

/** A group with prices computed by the server; amounts are monthly, in cents. */
export interface PricedGroup {
  applicants: readonly string[]
  plan: { id: string; name: string; issuer: string; year: number; invented: boolean }
  premium: number
  /** Part of the premium that a credit may pay. */
  creditable: number
  /** Credit available to the group's applicants, and the part that is applied. */
  available: number
  aptc: number
}

/**
 * Prices the groups from the exchange's record and plans only. Fails with `enrollment.applicants` unless each applicant is in
 * exactly one group, `enrollment.not_eligible` for an applicant who cannot be enrolled today by the exchange's record or its
 * window, `enrollment.plan` if a plan is not offered to its group, `enrollment.year` if it is of another year than the application, `enrollment.price_changed` if the price differs
 * from the one shown, and `enrollment.credit` if too much credit is applied.
 */
export async function priceGroups(
  call: SignedInCall,
  application: StoredApplication,
  { appId, groups }: Pick<EnrollmentInput, 'appId' | 'groups'>,
): Promise<PricedGroup[]> {
  const { persons, insuranceApplication } = readExchangeRecord(application.document)
  const applicants = insuranceApplication?.applicants ?? []
  const today = todayIn(call.now)
  const enrollees = enrolleesOf(persons, applicants, today)
  refuseObstacles({ applicants, enrollees, persons, groups }, (applicant) => enrollmentObstacle(applicant, today))
  if (!holdEachOnce(enrollees, groups)) fail('enrollment.applicants')
  const priced: PricedGroup[] = []
  for (const [place, group] of groups.entries()) {
    const plan = await planOf(call, { appId, group, place, persons })
    refuseOtherYear(plan, { year: applicationYear(applicants), place })
    const told = { exchange: plan.terms.exchange?.name ?? '', planYear: plan.year, window: plan.terms.window }
    refuseObstacles({ applicants, enrollees, persons, groups, only: place }, (applicant) =>
      windowObstacle(applicant, told, today),
    )
    priced.push(priceGroup(enrollees, { ...group, place }, plan))
  }
  refuseCredits(priced)
  return priced
}

interface Checked {
  applicants: readonly ExchangeApplicant[]
  /** The same, in the same order. */
  enrollees: readonly Enrollee[]
  persons: readonly ExchangePerson[]
  groups: readonly GivenGroup[]
  /** Place of the one group to check; absent for all. */
  only?: number
}

/** Fails with `enrollment.not_eligible` if a group names an applicant with an obstacle. */
function refuseObstacles(
  { applicants, enrollees, persons, groups, only }: Checked,
  obstacleOf: (applicant: ExchangeApplicant) => EnrollmentObstacle | null,
): void {
  for (const [place, group] of groups.entries())
    for (const [index, applicant] of applicants.entries()) {
      const { id, name: shown } = enrollees[index] ?? fail('server.error')
      const isChecked = (only ?? place) === place && group.applicants.includes(id)
      const obstacle = isChecked ? obstacleOf(applicant) : null
      if (obstacle === null) continue
      const name = nameIn(persons, applicant)
      const told = { path: `groups.${place}.applicants`, message: `${shown}: ${obstacleSentence(obstacle)}` }
      failWith('enrollment.not_eligible', { name, number: index + 1, obstacle }, told)
    }
}

/** Fails with `enrollment.year` if the plan is of another year than the application. */
function refuseOtherYear(
  { name, year: planYear }: PlanDetail,
  { year, place }: { year: number | null; place: number },
) {
  if (year !== null && planYear !== year)
    failWith(
      'enrollment.year',
      { plan: name, planYear, year },
      at(place, 'plan', `${name} is a plan of ${planYear}, but the application is for ${year}`),
    )
}

type GivenGroup = EnrollmentInput['groups'][number]

const at = (place: number, member: string, message: string) => ({ message, path: `groups.${place}.${member}` })

/** The plan as offered to these applicants. */
async function planOf(
  call: SignedInCall,
  {
    appId,
    group,
    place,
    persons,
  }: { appId: string; group: GivenGroup; place: number; persons: readonly ExchangePerson[] },
): Promise<PlanDetail> {
  const { applicants, plan: shown } = group
  const refuse = () =>
    failWith('enrollment.plan', { plan: shown.name }, at(place, 'plan', `${shown.name} is not offered to this group`))
  const plan = await readPlan(call, { appId, applicants }, shown.id).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'plan.not_found') return refuse()
    throw error
  })
  // A stored copy may have an old price, and an unavailable exchange cannot accept the enrollment either.
  if (plan.asOf !== null) return fail('exchange.no_plans')
  // If an age is unknown, the premium does not cover the whole group.
  if (plan.premium === null || plan.terms.withoutAge > 0 || plan.terms.people !== applicants.length) return refuse()
  const begins = ratingDay(plan.year, todayIn(call.now), plan.terms.window)
  const ages = applicants.map((id) => ({
    age: ageOn(persons.find((person) => person.id === id)?.dob ?? '', begins),
    child: false,
  }))
  return plan.metal_level === 'Catastrophic' && !mayHaveCatastrophic(ages) ? refuse() : plan
}

function priceGroup(
  enrollees: readonly Enrollee[],
  { applicants, plan: shown, aptc_selected, place }: GivenGroup & { place: number },
  plan: PlanDetail,
): PricedGroup {
  const premium = cents(plan.premium ?? '') ?? 0
  if (premium !== cents(shown.premium))
    failWith(
      'enrollment.price_changed',
      { plan: plan.name, premium: plan.premium ?? '' },
      at(place, 'plan', `${plan.name} costs ${showMoney(plan.premium)} a month now; choose it again`),
    )
  const { id, name, year, issuer, invented } = plan
  return {
    applicants,
    plan: { id, name, issuer: issuer.name, year, invented },
    premium,
    creditable: creditTaken(plan, premium),
    available: availableCredit(enrollees, applicants),
    aptc: cents(aptc_selected) ?? 0,
  }
}

/**
 * Fails with `enrollment.credit` if a group applies more than its plan takes, more than its own credit and what the plans of
 * other groups cannot use, or if all apply more than there is.
 */
function refuseCredits(groups: readonly PricedGroup[]): void {
  const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)
  for (const [place, group] of groups.entries()) {
    const others = groups.filter((other) => other !== group)
    const unused = sum(others.map(({ available, creditable }) => Math.max(0, available - creditable)))
    const taken = sum(others.map(({ aptc, available }) => Math.max(0, aptc - available)))
    const most = Math.min(group.creditable, group.available + Math.max(0, unused - taken))
    if (group.aptc > most)
      failWith(
        'enrollment.credit',
        { most: amountOf(most) },
        at(place, 'aptc_selected', `At most ${showMoney(amountOf(most))} can be applied in this group`),
      )
  }
}
