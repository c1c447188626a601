import type { CsrVariant } from '../eligibility/csr-variants.ts'
import { cents } from '../fields/amount.ts'
import { type ExchangeApplicant, type ExchangePerson, nameIn } from '../marketplace/exchange-record.ts'
import type { MessageLanguage } from '../messages/message-kinds.ts'
import { readCsr } from '../plans/plan-price.ts'
import { obstacleSentence } from './enrollment-obstacle.ts'
import { enrollmentObstacle } from './enrollment-period.ts'
import { enrollmentWords } from './enrollment-words.ts'

/** Applicant to enroll: id at the exchange and credit, in whole cents. */
export interface Enrollee {
  /** The exchange's id of the person, or the index if it gave none. */
  id: string
  name: string
  aptcCents: number
  /** Why the applicant cannot be enrolled; such applicants are in no group. */
  problem: string | null
  /** The exchange found that the applicant may get Medicaid or CHIP: without a credit, and enrolled here only on purpose. */
  mayHaveMedicaid: boolean
  /** Cost sharing that the exchange found for the applicant alone. */
  csr: CsrVariant | null
}

/** Plan of a group; both amounts are the group's, per month, in whole cents. */
export interface GroupPlan {
  id: string
  name: string
  premiumCents: number
  /** Part that a credit may pay (essential health benefits); 0 for catastrophic plans. */
  creditableCents: number
  issuer?: string
  /** Amount; null if the plan has none. */
  deductible?: string | null
  /** Made up for practice; it cannot be bought. */
  invented?: boolean
}

/** Applicants who enroll in one plan together. */
export interface EnrollmentGroup {
  id: number
  applicants: readonly string[]
  plan: GroupPlan | null
  /** Requested credit, in whole cents; see `appliedCredit`. */
  aptcCents: number
}

/** Applicants with unique ids, and why some of them cannot be enrolled today (YYYY-MM-DD). */
export function enrolleesOf(
  persons: readonly ExchangePerson[],
  applicants: readonly ExchangeApplicant[],
  today: string,
  language: MessageLanguage = 'en',
): readonly Enrollee[] {
  const taken = new Set<string>()
  return applicants.map((applicant, place) => {
    const given = applicant.personId
    const id = given !== null && !taken.has(given) ? given : `applicant-${place + 1}`
    taken.add(id)
    const obstacle = enrollmentObstacle(applicant, today)
    return {
      id,
      name: nameIn(persons, applicant) || enrollmentWords[language].applicant(place + 1),
      aptcCents: Math.max(0, cents(applicant.eligibility?.aptc?.amount ?? '0') ?? 0),
      problem: obstacle && obstacleSentence(obstacle, language),
      mayHaveMedicaid: mayHaveMedicaid(applicant),
      csr: readCsr(applicant.eligibility?.csr?.category),
    }
  })
}

const mayHaveMedicaid = ({ eligibility }: ExchangeApplicant) => eligibility?.is_medicaid_chip === true

/** Without those who may get Medicaid or CHIP, unless it is all: with them the others lose their cost sharing (decision 298). */
export function usualApplicants(applicants: readonly ExchangeApplicant[]): readonly ExchangeApplicant[] {
  const others = applicants.filter((applicant) => !mayHaveMedicaid(applicant))
  return others.length > 0 ? others : applicants
}

/**
 * Initial state: all applicants who can be enrolled in one group, with all of their credit; those who may get Medicaid or
 * CHIP are left out, unless it is all.
 */
export function firstGroups(enrollees: readonly Enrollee[]): readonly EnrollmentGroup[] {
  const able = enrollees.filter(({ problem }) => problem === null)
  const usual = able.filter((enrollee) => !enrollee.mayHaveMedicaid)
  const applicants = (usual.length > 0 ? usual : able).map(({ id }) => id)
  return [{ id: 1, applicants, plan: null, aptcCents: availableCredit(enrollees, applicants) }]
}

/** Sum of the applicants' credit (A-091). */
export function availableCredit(enrollees: readonly Enrollee[], applicants: readonly string[]): number {
  return enrollees.reduce((sum, { id, aptcCents }) => sum + (applicants.includes(id) ? aptcCents : 0), 0)
}

/**
 * Maximum credit of a group: its applicants' credit and what the plans of other groups cannot use of theirs, limited by its
 * plan. The credit belongs to the household, which may apply it to any of its policies (45 CFR 155.340(e)).
 */
export function maxCredit(
  enrollees: readonly Enrollee[],
  group: EnrollmentGroup,
  groups: readonly EnrollmentGroup[] = [],
): number {
  const own = availableCredit(enrollees, group.applicants)
  if (!group.plan) return own
  const others = groups.filter(({ id }) => id !== group.id)
  const unused = others.reduce((sum, other) => sum + unusableCredit(enrollees, other), 0)
  const taken = others.reduce((sum, other) => sum + movedCredit(enrollees, other), 0)
  return Math.min(own + Math.max(0, unused - taken), group.plan.creditableCents)
}

/** Credit of a group that its plan cannot use. */
function unusableCredit(enrollees: readonly Enrollee[], { applicants, plan }: EnrollmentGroup): number {
  return plan ? Math.max(0, availableCredit(enrollees, applicants) - plan.creditableCents) : 0
}

/** Credit of other groups that a group requests. */
function movedCredit(enrollees: readonly Enrollee[], { applicants, plan, aptcCents }: EnrollmentGroup): number {
  const requested = plan ? Math.min(aptcCents, plan.creditableCents) : 0
  return Math.max(0, requested - availableCredit(enrollees, applicants))
}

/** Moves credit that one group cannot use to the groups that apply all of their own and have room for more. */
export function moveUnusedCredit(
  groups: readonly EnrollmentGroup[],
  enrollees: readonly Enrollee[],
): readonly EnrollmentGroup[] {
  return groups.reduce((now, { id }) => {
    return now.map((group) => {
      const own = availableCredit(enrollees, group.applicants)
      if (group.id !== id || group.aptcCents < own) return group
      return { ...group, aptcCents: Math.max(own, maxCredit(enrollees, group, now)) }
    })
  }, groups)
}

/** Limits an amount to 0 and the maximum (ENROLL-08). */
export function clampCredit(wanted: number, most: number): number {
  return Math.min(Math.max(0, Math.round(wanted)), most)
}

/**
 * Credit that a group applies: the requested credit, limited by its plan. The request is kept when a plan takes less.
 */
export function appliedCredit(
  enrollees: readonly Enrollee[],
  group: EnrollmentGroup,
  groups: readonly EnrollmentGroup[] = [],
): number {
  return clampCredit(group.aptcCents, maxCredit(enrollees, group, groups))
}

/** Monthly premium after the credit (ENROLL-07, A-091). */
export function responsibility(premiumCents: number, appliedCents: number): number {
  return Math.max(0, premiumCents - appliedCents)
}

/** Adds an empty group (ENROLL-03); plans stay, because no applicant moved. */
export function addGroup(groups: readonly EnrollmentGroup[]): readonly EnrollmentGroup[] {
  const id = Math.max(0, ...groups.map((group) => group.id)) + 1
  return [...groups, { id, applicants: [], plan: null, aptcCents: 0 }]
}

/** Removes a group and moves its applicants to the first of the others; the last group stays (ENROLL-04, A-092). */
export function removeGroup(
  groups: readonly EnrollmentGroup[],
  enrollees: readonly Enrollee[],
  id: number,
): readonly EnrollmentGroup[] {
  const removed = groups.find((group) => group.id === id)
  const [first, ...others] = groups.filter((group) => group.id !== id)
  if (!removed || !first) return groups
  if (removed.applicants.length === 0) return [first, ...others]
  return regrouped([{ ...first, applicants: [...first.applicants, ...removed.applicants] }, ...others], enrollees)
}

/** Applicants who may get Medicaid or CHIP and are in no group. */
export function leftOut(enrollees: readonly Enrollee[], groups: readonly EnrollmentGroup[]): readonly Enrollee[] {
  const named = groups.flatMap(({ applicants }) => applicants)
  return enrollees.filter(
    (enrollee) => enrollee.problem === null && enrollee.mayHaveMedicaid && !named.includes(enrollee.id),
  )
}

/**
 * Moves an applicant to another group, or with null out of all, which only those may be who may get Medicaid or CHIP. A move clears the
 * plans of all groups (ENROLL-05).
 */
export function moveApplicant(
  groups: readonly EnrollmentGroup[],
  enrollees: readonly Enrollee[],
  { applicant, to }: { applicant: string; to: number | null },
): readonly EnrollmentGroup[] {
  const target = groups.find((group) => group.id === to)
  const mayLeave = enrollees.some(({ id, mayHaveMedicaid }) => id === applicant && mayHaveMedicaid)
  if (to === null ? !mayLeave : !target || target.applicants.includes(applicant)) return groups
  const moved = groups.map((group) => {
    const others = group.applicants.filter((id) => id !== applicant)
    return { ...group, applicants: group.id === to ? [...others, applicant] : others }
  })
  return regrouped(moved, enrollees)
}

/** A price holds for certain applicants, so regrouping clears plans and resets each group's credit. */
function regrouped(groups: readonly EnrollmentGroup[], enrollees: readonly Enrollee[]): readonly EnrollmentGroup[] {
  const order = enrollees.map(({ id }) => id)
  return groups.map((group) => ({
    ...group,
    applicants: order.filter((id) => group.applicants.includes(id)),
    plan: null,
    aptcCents: availableCredit(enrollees, group.applicants),
  }))
}

/** Sets the plan of a group (ENROLL-02). */
export function choosePlan(
  groups: readonly EnrollmentGroup[],
  { id, plan }: { id: number; plan: GroupPlan },
): readonly EnrollmentGroup[] {
  return groups.map((group) => (group.id === id ? { ...group, plan } : group))
}

/** Sets the credit of a group, within its limits (ENROLL-08). */
export function applyCredit(
  groups: readonly EnrollmentGroup[],
  enrollees: readonly Enrollee[],
  { id, wanted }: { id: number; wanted: number },
): readonly EnrollmentGroup[] {
  return groups.map((group) =>
    group.id === id ? { ...group, aptcCents: clampCredit(wanted, maxCredit(enrollees, group, groups)) } : group,
  )
}

/** Reason why a group cannot be sent, or null. */
export function groupProblem({ applicants, plan }: EnrollmentGroup, language: MessageLanguage = 'en'): string | null {
  if (applicants.length === 0) return enrollmentWords[language].empty
  return plan === null ? enrollmentWords[language].noPlan : null
}

/** Whether the groups together contain each applicant who can be enrolled exactly once; one who may get Medicaid or CHIP may be in none. */
export function holdEachOnce(
  enrollees: readonly Enrollee[],
  groups: readonly { applicants: readonly string[] }[],
): boolean {
  const named = groups.flatMap(({ applicants }) => applicants)
  const able = enrollees.filter(({ problem }) => problem === null)
  const isOnce = new Set(named).size === named.length && named.every((id) => able.some((one) => one.id === id))
  return isOnce && named.length > 0 && able.every(({ id, mayHaveMedicaid }) => mayHaveMedicaid || named.includes(id))
}
