import {
  type HouseholdEligibility,
  householdCredit,
  householdEligibility,
} from '@coverdesk/domain/eligibility/household-credit.ts'
import type { HouseholdMember, MemberEligibility } from '@coverdesk/domain/eligibility/member-eligibility.ts'
import { type VerificationRule, verificationRule } from '@coverdesk/domain/eligibility/tables/verification-rule.ts'
import { benchmarkOf, type MissingTable } from '@coverdesk/domain/eligibility/tax-credit.ts'
import { ratingDay } from '@coverdesk/domain/enrollment-windows/enrollment-window.ts'
import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import type { OfferedPlan } from '@coverdesk/domain/plans/plan.ts'
import type { Estimate, MemberResult, QuoteQuery } from '@coverdesk/domain/plans/plan-contract.ts'
import { creditablePremium } from '@coverdesk/domain/plans/plan-price.ts'
import { type RatedPerson, ratedPerson } from '@coverdesk/domain/plans/premium.ts'
import type { AskForPlans, PlansOffer } from './fetch-plans.ts'
import type { Terms } from './plan-terms.ts'

type Household = Pick<QuoteQuery, 'people' | 'income'>

/**
 * Adds the estimated credit to the terms of a visitor's household. The benchmark is the second lowest silver premium of
 * the people who may have the credit, priced by the exchange for them alone. Without an income the terms stay as they are.
 * No credit is promised for a year in which the exchange verifies the household first, even when its tables are there.
 */
export async function estimateCredit(
  ask: AskForPlans,
  terms: Terms,
  { people, income }: Household,
  today: string,
): Promise<Terms> {
  const incomeCents = income === null ? null : cents(income)
  const { place, year } = terms.shown
  if (incomeCents === null || !place) return terms
  const rule = verificationRule(year)
  if (rule) return { ...terms, shown: { ...terms.shown, estimate: notVerified(rule) } }
  const eligibility = householdEligibility(
    { state: place.state, incomeCents, members: people.map(memberOf) },
    { planYear: year, starts: ratingDay(year, today, terms.shown.window), today },
  )
  if ('table' in eligibility) {
    return { ...terms, shown: { ...terms.shown, estimate: missingTable(eligibility) } }
  }
  const creditPremiums = await premiumsFor(ask, terms, eligibility.creditMembers)
  const { benchmark, lacksSilver } = creditPremiums
  const found = householdCredit(eligibility, incomeCents, benchmark)
  const { creditCents, csr, memberCsr } = found
  const outcome = found.outcome === 'no-benchmark' && lacksSilver ? 'unread-benchmark' : found.outcome
  const isUnknown = benchmark === null && found.outcome === 'no-benchmark'
  return {
    ...terms,
    question: { ...terms.question, csr },
    creditCents,
    creditPremiums: creditPremiums.byPlan,
    shown: {
      ...terms.shown,
      csr,
      credit: isUnknown ? null : amountOf(creditCents),
      creditFrom: isUnknown ? null : 'estimate',
      estimate: { ...shownEstimate(eligibility, outcome, benchmark), creditCsr: memberCsr },
    },
  }
}

/** Credit that a plan can use: at most its premium for the people who have the credit. */
export function creditFor({ creditCents, creditPremiums }: Terms, planId: string): number {
  return creditPremiums ? Math.min(creditCents, creditPremiums.get(planId) ?? 0) : creditCents
}

function memberOf(person: QuoteQuery['people'][number]): HouseholdMember {
  const { age, relation, covered, expecting, status, coverage, offer, minimumValue, tobacco } = person
  return {
    age,
    relation,
    applies: covered,
    expecting,
    status,
    coverage,
    tobacco,
    offerCents: offer === null ? null : cents(offer),
    belowMinimumValue: minimumValue === 'no',
  }
}

/**
 * What each plan's premium for some members lets a credit pay, in cents, and their benchmark. The benchmark leaves out what tobacco adds (26 CFR 1.36B-3(e)); the premium that a credit pays has it.
 */
async function premiumsFor(ask: AskForPlans, terms: Terms, members: readonly HouseholdMember[]) {
  const people: RatedPerson[] = members.map(({ age, relation, tobacco }) => ({
    ...ratedPerson(age, relation),
    ...(tobacco ? { tobacco } : {}),
  }))
  const offeredTo = async (rated: RatedPerson[]) =>
    rated.length === 0 ? noOffer : await ask({ ...terms.question, people: rated })
  const { offered, ...read } = await offeredTo(people)
  const smoking = people.some(({ tobacco }) => tobacco)
  const without = smoking ? await offeredTo(people.map(({ tobacco: _, ...person }) => person)) : { offered, ...read }
  const isPriced = ({ premium }: OfferedPlan) => premium !== null
  return {
    byPlan: new Map(offered.filter(isPriced).map((plan) => [plan.id, creditablePremium(plan)])),
    benchmark: benchmarkIn(without),
    lacksSilver: without.lacksSilver,
  }
}

const noOffer = { offered: [], lacksSilver: false, stated: null } as const

/**
 * Second lowest silver premium for essential benefits, in cents. Where a silver plan could not be read it may be another
 * one's, so then only what the exchange states counts; null where it states nothing.
 */
function benchmarkIn({
  offered,
  lacksSilver,
  stated,
}: Pick<PlansOffer, 'lacksSilver' | 'stated'> & Offered): number | null {
  if (lacksSilver) {
    const plan = offered.find(({ id }) => id === stated?.id)
    return plan?.premium ? creditablePremium(plan) : stated && cents(stated.premium)
  }
  const silver = offered.filter(({ metal_level, premium }) => metal_level === 'Silver' && premium !== null)
  return benchmarkOf(silver.map(creditablePremium))
}
type Offered = { offered: readonly OfferedPlan[] }

const noFigures = {
  verification: null,
  povertyPercent: null,
  povertyLine: null,
  povertyYear: null,
  medicaidPercent: null,
  medicaidYear: null,
  share: null,
  shareSource: null,
  contribution: null,
  benchmark: null,
  creditPeople: 0,
  creditCsr: null,
} as const

function missingTable(missing: MissingTable): Estimate {
  return { ...noFigures, members: [], sources: [], outcome: 'no-table', missing }
}

function notVerified({ from, source, confidence }: VerificationRule): Estimate {
  const verification = { from, source, confidence }
  return { ...noFigures, members: [], sources: [], outcome: 'not-verified', missing: null, verification }
}

function shownEstimate(
  eligibility: HouseholdEligibility,
  outcome: Estimate['outcome'],
  benchmarkCents: number | null,
): Omit<Estimate, 'creditCsr'> {
  const { share, contributionCents } = eligibility
  return {
    outcome,
    missing: null,
    verification: null,
    members: eligibility.members.flatMap((member, place) => (member ? [shownMember(member, place)] : [])),
    povertyPercent: eligibility.percent,
    povertyLine: amountOf(eligibility.lineCents),
    povertyYear: eligibility.povertyYear,
    medicaidPercent: eligibility.medicaidPercent,
    medicaidYear: eligibility.medicaidYear,
    share: share === null ? null : share / 100,
    shareSource: eligibility.shareSource,
    sources: [...eligibility.sources],
    contribution: contributionCents === null ? null : amountOf(contributionCents),
    benchmark: benchmarkCents === null ? null : amountOf(benchmarkCents),
    creditPeople: eligibility.creditMembers.length,
  }
}

function shownMember(member: MemberEligibility, place: number): MemberResult {
  const none = { place, result: member.result, program: null, limit: null, limitYear: null, confidence: null }
  if (member.result === 'affordable-offer') return { ...none, limit: member.share / 100 }
  if (member.result !== 'program') return none
  const { program, limit, year, confidence } = member
  return { ...none, program, limit, limitYear: year, confidence }
}
