import type { CsrVariant } from '@coverdesk/domain/eligibility/csr-variants.ts'
import {
  type HouseholdEligibility,
  householdCredit,
  householdEligibility,
} from '@coverdesk/domain/eligibility/household-credit.ts'
import { type HouseholdMember, mayBuyPlan, medicareFrom } from '@coverdesk/domain/eligibility/member-eligibility.ts'
import { type SpecialEnrollment, specialEnd, specialStart } from '@coverdesk/domain/eligibility/special-enrollment.ts'
import { benchmarkOf } from '@coverdesk/domain/eligibility/tax-credit.ts'
import {
  coverageStart,
  type EnrollmentWindow,
  isWindowOpen,
  ratingDay,
  windowOf,
} from '@coverdesk/domain/enrollment-windows/enrollment-window.ts'
import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import { ageOn, writeDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { OfferedPlan } from '@coverdesk/domain/plans/plan.ts'
import { ageFactor, type RatedPerson, ratedPerson } from '@coverdesk/domain/plans/premium.ts'
import { distributeByWeight, type Relationship } from '@coverdesk/domain/sandbox/household-rule.ts'
import { z } from 'zod'
import { knownWindows } from '../enrollment-windows/known-windows.ts'
import type { Db } from '../platform/db/database.ts'
import { sandboxPlans } from './sandbox-plans.ts'

/** Member of an applying household. */
export interface ApplyingPerson
  extends Pick<HouseholdMember, 'expecting' | 'status' | 'coverage' | 'offerCents' | 'belowMinimumValue'> {
  /** Id within the application. */
  id: string
  dob: string
  relationship: Relationship
  applies: boolean
  /** Enrolled in Medicaid or CHIP. */
  hasMedicaid: boolean
}

interface Applying {
  persons: readonly ApplyingPerson[]
  /** False without a tax return, or with a separate one of a married person: such a household has no credit. */
  mayHaveCredit: boolean
  county: { fips: string; state: string }
  zipCode: string
  incomeCents: number
  planYear: number
  /** Life event for which this year's coverage is asked during the next one's open enrollment. */
  special?: SpecialEnrollment | null
  /** Enrollment periods that a change without a life event leaves as they are. */
  kept?: object | null
  today: string
}

/** Text of a cost-sharing reduction as exchanges send it. */
const csrWords: Readonly<Record<CsrVariant, string>> = {
  CSR73: '73% AV Level Silver Plan CSR',
  CSR87: '87% AV Level Silver Plan CSR',
  CSR94: '94% AV Level Silver Plan CSR',
  LimitedCSR: 'Limited Cost Sharing Plan Variation',
  ZeroCSR: 'Zero Cost Sharing Plan Variation',
}

/**
 * Applicants with their eligibility: Medicaid, CHIP, Medicare and Basic Health Programs first, then the household's tax
 * credit for the others, distributed by age like premiums. Outside open enrollment, and where it is not known, the sandbox
 * assumes a life event and opens a sixty-day period.
 */
export async function findHouseholdEligibility(db: Db, applying: Applying): Promise<object[]> {
  const { persons, county, today, incomeCents, planYear: year, special = null, kept = null } = applying
  const open = windowOf(await knownWindows(db), county.state, year)
  const starts = special ? specialStart(special, year, today) : ratingDay(year, today, open)
  const members = persons.map((person) => memberOf(person, starts))
  const eligibility = householdEligibility(
    { state: county.state, incomeCents, members },
    { planYear: year, starts, today },
  )
  const window = special ? specialWindow(special, year, today) : (kept ?? eligibleWindow(today, year, open))
  // Without the year's tables no credit is promised.
  const estimate =
    'table' in eligibility || !applying.mayHaveCredit ? null : await creditOf(db, applying, { year, eligibility })
  return members.flatMap((member, place) => {
    if (!member.applies) return []
    const share = estimate?.shares.get(member)
    const program = 'table' in eligibility ? null : eligibility.members[place]
    const isInProgram = program?.result === 'program' && program.program !== 'Medicare'
    return {
      personId: persons[place]?.id,
      ...(mayBuyPlan(member) ? window : notEligible),
      eligibility: {
        aptc: { amount: amountOf(share ?? 0) },
        csr: { category: estimate?.csr && share !== undefined ? csrWords[estimate.csr] : 'Exchange variant (no CSR)' },
        is_medicaid_chip: isInProgram || persons[place]?.hasMedicaid === true,
      },
    }
  })
}

/** Credit of the household and each member's share of it in cents. */
async function creditOf(
  db: Db,
  applying: Applying,
  { year, eligibility }: { year: number; eligibility: HouseholdEligibility },
) {
  const { creditMembers } = eligibility
  const people = creditMembers.map(({ age, relation }) => ratedPerson(age, relation))
  const premium = people.length === 0 ? null : await benchmark(db, applying, { year, people })
  const { creditCents, memberCsr: csr } = householdCredit(eligibility, applying.incomeCents, premium)
  const shares = distributeByWeight(
    creditCents,
    creditMembers.map(({ age }) => ageFactor(age)),
  )
  return { eligibility, csr, shares: new Map(creditMembers.map((member, place) => [member, shares[place] ?? 0])) }
}

function memberOf({ dob, relationship, ...person }: ApplyingPerson, begins: string): HouseholdMember {
  const relation = relationship === 'self' || relationship === 'spouse' ? relationship : 'child'
  const { applies, expecting, status, offerCents, belowMinimumValue = false } = person
  const coverage = medicareFrom(dob) <= begins ? 'medicare' : person.coverage
  return { age: ageOn(dob, begins), relation, applies, expecting, status, coverage, offerCents, belowMinimumValue }
}

async function benchmark(
  db: Db,
  { county, zipCode }: Applying,
  { year, people }: { year: number; people: readonly RatedPerson[] },
): Promise<number | null> {
  const place = { zipCode, countyFips: county.fips, state: county.state }
  const answer = await sandboxPlans(db).plans({ year, place, people, csr: null }, new AbortController().signal)
  const offered = z.array(OfferedPlan).parse(answer)
  return benchmarkOf(
    offered.flatMap(({ metal_level, premium }) => {
      const price = metal_level === 'Silver' && premium !== null ? cents(premium) : null
      return price === null ? [] : [price]
    }),
  )
}

/** An applicant to whom the exchange sells no plan has no period either. */
const notEligible = { eligibilityInitial: { indicator: false }, eligibilitySpecial: { indicator: false } }

/** Special enrollment period of a life event that was reported. */
function specialWindow(special: SpecialEnrollment, year: number, today: string): object {
  const dateRange = { start: today, end: specialEnd(special, year) }
  const dates = { earliestQHPDate: specialStart(special, year, today), latestQHPDate: writeDate(year, 12, 1) }
  return { eligibilityInitial: { indicator: false }, eligibilitySpecial: { indicator: true, dateRange, ...dates } }
}

/** Enrollment period: open enrollment, or sixty days after a life event. */
function eligibleWindow(today: string, year: number, window: EnrollmentWindow | null): object {
  const dates = { earliestQHPDate: coverageStart(year, today, window), latestQHPDate: writeDate(year, 12, 1) }
  if (window && isWindowOpen(window, today)) {
    const dateRange = { start: window.opens, end: window.closes }
    return { eligibilityInitial: { indicator: true, dateRange, ...dates }, eligibilitySpecial: { indicator: false } }
  }
  const until = new Date(`${today}T00:00:00Z`)
  until.setUTCDate(until.getUTCDate() + 60)
  const dateRange = { start: today, end: until.toISOString().slice(0, 10) }
  return { eligibilityInitial: { indicator: false }, eligibilitySpecial: { indicator: true, dateRange, ...dates } }
}
