import type { CsrVariant } from './csr-variants.ts'
import {
  type EligibilityQuestion,
  type HouseholdMember,
  type MemberEligibility,
  memberEligibility,
} from './member-eligibility.ts'
import { povertyYears, yearIn } from './tables/credit-years.ts'
import {
  applicableShare,
  creditTables,
  csrAt,
  type MissingTable,
  monthlyContribution,
  povertyLine,
  povertyPercent,
} from './tax-credit.ts'
import { type ValueSource, valueSources } from './value-sources.ts'

/** Household of an estimate. */
export interface EstimateHousehold {
  state: string
  /** Yearly income of the tax household in cents. */
  incomeCents: number
  /** Everyone on the tax return. */
  members: readonly HouseholdMember[]
}

/** Day and year of an estimate. */
export interface EstimateTerms {
  planYear: number
  /** First day of the coverage (YYYY-MM-DD). */
  starts: string
  /** YYYY-MM-DD. */
  today: string
}

/** Eligibility of a household, before its benchmark is known. */
export interface HouseholdEligibility {
  /** One entry per member; null for members who want no coverage. */
  members: readonly (MemberEligibility | null)[]
  /** Members who may have the credit: the benchmark is priced for them. */
  creditMembers: readonly HouseholdMember[]
  /** Poverty line of the credit in cents, and the year of its guidelines. */
  lineCents: number
  povertyYear: number
  /** Income in percent of that line (`povertyPercent`). */
  percent: number
  /** Income in percent of the line of Medicaid and CHIP, and the year of its guidelines. */
  medicaidPercent: number
  medicaidYear: number
  /** Expected share of income in hundredths of a percent; null above the year's limit. */
  share: number | null
  shareSource: string
  /** Where the values behind the result come from. */
  sources: readonly ValueSource[]
  /** Expected monthly contribution in cents; null above the year's limit. */
  contributionCents: number | null
}

/** Eligibility of each member by the tables of the plan year, or the table that is missing. */
export function householdEligibility(
  { state, incomeCents, members }: EstimateHousehold,
  { planYear, starts, today }: EstimateTerms,
): HouseholdEligibility | MissingTable {
  const tables = creditTables(planYear)
  if ('table' in tables) return tables
  const lineCents = povertyLine({ size: members.length, state }, tables.povertyYear)
  // Medicaid and CHIP use the guidelines of the current year (42 CFR 435.603(h)), the credit those of the year before.
  const medicaidYear = yearIn(povertyYears, Math.min(Number(today.slice(0, 4)), planYear))
  const expected = members.reduce((sum, { expecting }) => sum + expecting, 0)
  const medicaidLineCents = povertyLine({ size: members.length + expected, state }, medicaidYear)
  const question: EligibilityQuestion = {
    state,
    incomeCents,
    members,
    planYear,
    starts,
    isBelowPoverty: incomeCents < lineCents,
    medicaidLineCents,
    medicaidYear,
  }
  const found = members.map((member) => (member.applies ? memberEligibility(member, question) : null))
  const share = applicableShare(tables.contribution, incomeCents, lineCents)
  return {
    members: found,
    creditMembers: members.filter((_, place) => found[place]?.result === 'credit'),
    lineCents,
    povertyYear: tables.povertyYear,
    percent: povertyPercent(incomeCents, lineCents),
    medicaidPercent: povertyPercent(incomeCents, medicaidLineCents),
    medicaidYear,
    share,
    shareSource: tables.contribution.source,
    sources: valueSources({ state, members }, { planYear, starts, povertyYear: tables.povertyYear, medicaidYear }),
    contributionCents: share === null ? null : monthlyContribution(incomeCents, share),
  }
}

/** Outcome of an estimate: a credit, or the reason why there is none. */
export const creditOutcomes = [
  'credit',
  'covered-by-contribution',
  'above-limit',
  'below-poverty',
  'no-eligible-member',
  'no-benchmark',
] as const
export type CreditOutcome = (typeof creditOutcomes)[number]

/** Credit of a household, estimated; only the exchange decides. */
export interface HouseholdCredit {
  outcome: CreditOutcome
  /** Monthly credit in cents. */
  creditCents: number
  /** Cost-sharing reduction of the members with the credit. */
  memberCsr: CsrVariant | null
  /** Cost-sharing reduction of one plan for everyone who wants coverage. */
  csr: CsrVariant | null
}

/**
 * Estimated monthly credit: the benchmark's premium for the members with the credit (the second lowest silver plan, in
 * cents; null if unknown) minus the household's expected contribution, at least 0 (26 CFR 1.36B-3(d) to (g)).
 */
export function householdCredit(
  eligibility: HouseholdEligibility,
  incomeCents: number,
  benchmarkCents: number | null,
): HouseholdCredit {
  const none = (outcome: CreditOutcome) => ({ outcome, creditCents: 0, memberCsr: null, csr: null })
  const { members, creditMembers, contributionCents, lineCents } = eligibility
  if (creditMembers.length === 0) {
    const isGap = members.some((member) => member?.result === 'coverage-gap')
    return none(isGap ? 'below-poverty' : 'no-eligible-member')
  }
  if (contributionCents === null) return none('above-limit')
  const memberCsr = csrAt(Math.max(incomeCents, lineCents), lineCents)
  const help = { memberCsr, csr: planCsr(members, memberCsr) }
  if (benchmarkCents === null) return { ...help, outcome: 'no-benchmark', creditCents: 0 }
  const creditCents = Math.max(0, benchmarkCents - contributionCents)
  return { ...help, outcome: creditCents > 0 ? 'credit' : 'covered-by-contribution', creditCents }
}

/** People of one plan get what all of them qualify for, so none if one of them has no credit (45 CFR 155.305(g)(3)). */
function planCsr(members: HouseholdEligibility['members'], csr: CsrVariant | null): CsrVariant | null {
  return members.every((member) => member === null || member.result === 'credit') ? csr : null
}
