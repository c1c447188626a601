import { writeDate } from '../fields/calendar-date.ts'
import type { ImmigrationStatus, OtherCoverage } from './member-choices.ts'
import { adultLimits } from './tables/adult-limits.ts'
import { basicHealthPrograms } from './tables/basic-health-programs.ts'
import { childLimits } from './tables/child-limits.ts'
import { chipLimits } from './tables/chip-limits.ts'
import { employerAffordability, familyTestFrom } from './tables/employer-affordability.ts'
import { pregnantLimits } from './tables/pregnant-limits.ts'
import { type Confidence, rowFor, type YearRow, yearUsed } from './tables/year-row.ts'

/** Member of a tax household. */
export interface HouseholdMember {
  /** Completed years on the day that the coverage begins. */
  age: number
  relation: 'self' | 'spouse' | 'child'
  /** Wants coverage. */
  applies: boolean
  /** Number of expected children; 0 when not pregnant. */
  expecting: number
  status: ImmigrationStatus
  coverage: OtherCoverage
  /**
   * Lowest monthly premium of the employer's offer in cents, for the employee alone (`job`) or for the family
   * (`family-job`; for the employee alone before 2023); null without an offer.
   */
  offerCents: number | null
  /** The offer pays less than the minimum value, so it excludes no one from the credit. */
  belowMinimumValue?: boolean
  /** Uses tobacco; it changes the premium only. */
  tobacco?: boolean
}

/** Household and day of a question about eligibility. */
export interface EligibilityQuestion {
  state: string
  /** Yearly income of the tax household in cents. */
  incomeCents: number
  members: readonly HouseholdMember[]
  planYear: number
  /** First day of the coverage (YYYY-MM-DD). */
  starts: string
  /** Whether the income is below the credit's poverty line. */
  isBelowPoverty: boolean
  /** Poverty line of Medicaid and CHIP, in cents: current guidelines, expected children counted. */
  medicaidLineCents: number
  /** Year of the Medicaid and CHIP limits that apply. */
  medicaidYear: number
}

/** Program that covers a person instead of the credit. */
export type Program = 'Medicare' | 'Medicaid' | 'CHIP' | (string & {})

/** Why a person may have the credit, or not. Only the exchange decides. */
export type MemberEligibility =
  | { result: 'credit' }
  | { result: 'program'; program: Program; limit: number | null; year: number | null; confidence: Confidence }
  | { result: 'other-coverage' }
  | { result: 'affordable-offer'; share: number; offered: number }
  | { result: 'coverage-gap' }
  | { result: 'status' }
  | { result: 'status-without-credit' }

/** Age from which Medicare covers. */
const medicareAge = 65
export const medicareSource = '42 USC 426(a)(1)'
/** Children's programs cover until the 19th birthday. */
export const adultAge = 19
/** States whose infant limit holds until the second birthday. */
const infantUntilTwo = ['CA', 'MN']
/** Medicaid limits at 19 and 20 where they exceed those of adults. */
const youngAdultLimits: Readonly<Record<string, number>> = { ME: 305, MA: 155 }
/** From this year on there is no credit below the poverty line (P.L. 119-21 § 71302). */
const noCreditBelowLineFrom = 2026
/** From this year on only citizens, permanent residents and some entrants have a credit (P.L. 119-21 § 71301). */
const permanentOnlyFrom = 2027

/**
 * First day of Medicare by age: of the month in which a person becomes 65, which by law is the day before the birthday, so that a
 * birthday on the first counts for the month before (42 USC 426(a)(1), 20 CFR 404.102).
 */
export function medicareFrom(dob: string): string {
  const [year, month, day] = [Number(dob.slice(0, 4)) + medicareAge, Number(dob.slice(5, 7)), Number(dob.slice(8, 10))]
  if (day > 1) return writeDate(year, month, 1)
  return month > 1 ? writeDate(year, month - 1, 1) : writeDate(year - 1, 12, 1)
}

/** Whether Medicare covers a person. */
export const hasMedicare = ({ age, coverage }: Pick<HouseholdMember, 'age' | 'coverage'>) =>
  age >= medicareAge || coverage === 'medicare'

/**
 * Whether an exchange sells a plan to a person, with a credit or without: not without lawful presence (42 USC 18032(f)(3)), nor
 * to people with Medicare (42 USC 1395ss(d)(3)(A)).
 */
export function mayBuyPlan(member: Pick<HouseholdMember, 'age' | 'coverage' | 'status'>): boolean {
  return member.status !== 'none' && !hasMedicare(member)
}

/**
 * Eligibility of one member, in the order of the law: Medicare, other coverage, Medicaid and CHIP by age, pregnancy and
 * parenthood, Basic Health Program, employer's offer (26 CFR 1.36B-2(c)), then the credit.
 */
export function memberEligibility(member: HouseholdMember, question: EligibilityQuestion): MemberEligibility {
  if (hasMedicare(member)) return medicare
  if (member.coverage === 'other') return { result: 'other-coverage' }
  const program = publicProgram(member, question)
  if (program) return program
  if (member.status === 'none') return { result: 'status' }
  const offer = affordableOffer(member, question)
  if (offer) return offer
  if (member.status === 'lawful' && question.planYear >= permanentOnlyFrom) return { result: 'status-without-credit' }
  if (!question.isBelowPoverty) return { result: 'credit' }
  return isBarred(member) && question.planYear < noCreditBelowLineFrom
    ? { result: 'credit' }
    : { result: 'coverage-gap' }
}

const medicare = { result: 'program', program: 'Medicare', limit: null, year: null, confidence: 'verified' } as const

/** Whether the status bars an adult from Medicaid: lawful but not permanent, or permanent for less than five years. */
function isBarred({ status }: HouseholdMember): boolean {
  return status === 'lawful' || status === 'recent-permanent'
}

/** Medicaid, CHIP or the state's Basic Health Program, if the income is within its limit. */
function publicProgram(member: HouseholdMember, question: EligibilityQuestion): MemberEligibility | undefined {
  const { state, medicaidYear: year, incomeCents, medicaidLineCents } = question
  const isWithin = (limit: number | null) => limit !== null && incomeCents * 100 <= limit * medicaidLineCents
  const found = (program: Program, limit: number | null, row: YearRow | undefined) =>
    row && isWithin(limit)
      ? ({ result: 'program', program, limit, year: yearUsed(row, year), confidence: row.confidence } as const)
      : undefined
  if (member.expecting > 0) {
    const row = rowFor(pregnantLimits, state, year)
    const pregnant =
      (member.status === 'none'
        ? undefined
        : (found('Medicaid', row?.medicaid ?? null, row) ?? found('CHIP', row?.chip ?? null, row))) ??
      found('CHIP', row?.fromConception ?? null, row)
    if (pregnant) return pregnant
  }
  if (member.status === 'none') return undefined
  if (member.age < adultAge) {
    const row = rowFor(childLimits, state, year)
    const chip = rowFor(
      chipLimits.filter(({ ageFrom, ageTo }) => ageFrom <= member.age && member.age <= ageTo),
      state,
      year,
    )
    return (
      found('Medicaid', row ? childLimit(row, member.age, state) : null, row) ??
      found('CHIP', chip?.limit ?? null, chip)
    )
  }
  const row = rowFor(adultLimits, state, year)
  const medicaid = isBarred(member) ? undefined : found('Medicaid', adultLimit(member, question), row)
  return medicaid ?? basicHealth(question, isWithin)
}

function childLimit(row: { state: string; infant: number; young: number; older: number }, age: number, state: string) {
  if (age < (infantUntilTwo.includes(state) ? 2 : 1)) return row.infant
  return age < 6 ? row.young : row.older
}

/** Limit of an adult: that of parents, of other adults where the state covers them, and of ages 19 and 20. */
function adultLimit(member: HouseholdMember, { state, medicaidYear, members, starts }: EligibilityQuestion) {
  const row = rowFor(adultLimits, state, medicaidYear)
  if (!row) return null
  const others = row.expandedOn === null || row.expandedOn <= starts ? row.adult : null
  const young = member.age < 21 ? (youngAdultLimits[state] ?? null) : null
  const isParent =
    member.relation !== 'child' && members.some(({ relation, age }) => relation === 'child' && age < adultAge)
  const limits = [others, young, isParent ? row.parent : null].filter((limit) => limit !== null)
  return limits.length > 0 ? Math.max(...limits) : null
}

function basicHealth(
  { state, starts }: EligibilityQuestion,
  isWithin: (limit: number) => boolean,
): MemberEligibility | undefined {
  const program = basicHealthPrograms.find(
    (one) => one.state === state && one.from <= starts && (one.to === null || starts <= one.to),
  )
  if (!program || !isWithin(program.limit)) return undefined
  const { name, limit, confidence } = program
  return { result: 'program', program: name, limit, year: null, confidence }
}

/**
 * The employer's offer, if it meets the minimum value (26 CFR 1.36B-2(c)(3)(vi)) and its yearly premium is at most the
 * year's share of household income (hundredths of a percent).
 */
function affordableOffer(member: HouseholdMember, question: EligibilityQuestion): MemberEligibility | undefined {
  const { planYear, incomeCents } = question
  const share = employerAffordability[planYear]?.share
  const offerCents = testedPremium(member, question)
  if (offerCents === null || member.belowMinimumValue || share === undefined) return undefined
  if (offerCents * 12 * 10_000 > share * incomeCents) return undefined
  return { result: 'affordable-offer', share, offered: offerCents }
}

/**
 * Premium that decides: the employee's own for the employee, the family's for family members from 2023 on; before, the
 * employee's own also for them (26 CFR 1.36B-2(c)(3)(v)(A)(2)).
 */
function testedPremium({ coverage, offerCents }: HouseholdMember, { planYear, members }: EligibilityQuestion) {
  if (coverage === 'job') return offerCents
  if (coverage !== 'family-job') return null
  const employee = members.find((member) => member.coverage === 'job' && member.offerCents !== null)
  return planYear < familyTestFrom ? (employee?.offerCents ?? offerCents) : offerCents
}
