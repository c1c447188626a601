import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import { ageOn, writeDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { type CsrVariant, OfferedPlan } from '@coverdesk/domain/plans/plan.ts'
import { coverageStart, planYear } from '@coverdesk/domain/plans/plan-year.ts'
import { ageFactor } from '@coverdesk/domain/plans/premium.ts'
import { benchmarkOf, estimateCredit } from '@coverdesk/domain/plans/tax-credit.ts'
import { distributeByWeight } from '@coverdesk/domain/sandbox/household-rule.ts'
import type { SandboxPerson } from '@coverdesk/domain/sandbox/sandbox-contract.ts'
import { z } from 'zod'
import type { Db } from '../platform/db/database.ts'
import { sandboxPlans } from './sandbox-plans.ts'

interface Applying {
  persons: readonly SandboxPerson[]
  county: { fips: string; state: string }
  zipCode: string
  incomeCents: number
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

/** Last day of open enrollment (45 CFR 155.410(e)); it starts with the plan year. */
const openUntil = '01-15'

/**
 * Applicants with their eligibility: the household's tax credit by income and benchmark, distributed by age like
 * premiums. Outside open enrollment the sandbox assumes a life event and opens a sixty-day period.
 */
export async function findHouseholdEligibility(db: Db, applying: Applying): Promise<object[]> {
  const { persons, county, today } = applying
  const year = planYear(today)
  const begins = coverageStart(year, today)
  const covered = persons.flatMap((person, place) =>
    person.applies ? [{ id: String(place + 1), age: ageOn(person.dob, begins), child: isChild(person) }] : [],
  )
  const { creditCents, csr } = estimateCredit(
    { size: persons.length, incomeCents: applying.incomeCents, state: county.state },
    year,
    await benchmark(db, applying, { year, people: covered }),
  )
  const shares = distributeByWeight(
    creditCents,
    covered.map(({ age }) => ageFactor(age)),
  )
  const window = eligibleWindow(today, begins, year)
  return covered.map(({ id }, place) => ({
    personId: id,
    ...window,
    eligibility: {
      aptc: { amount: amountOf(shares[place] ?? 0) },
      csr: { category: csr ? csrWords[csr] : 'Exchange variant (no CSR)' },
    },
  }))
}

const isChild = ({ relationship }: SandboxPerson) => relationship === 'child' || relationship === 'dependent'

async function benchmark(
  db: Db,
  { county, zipCode }: Applying,
  { year, people }: { year: number; people: readonly { age: number; child: boolean }[] },
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

/** Enrollment period: open enrollment, or sixty days after a life event. */
function eligibleWindow(today: string, begins: string, year: number): object {
  const open = today.slice(5) >= '11-01' || today.slice(5) <= openUntil
  const dates = { earliestQHPDate: begins, latestQHPDate: writeDate(year, 12, 1) }
  if (open) {
    const opened = Number(today.slice(0, 4)) - (today.slice(5) <= openUntil ? 1 : 0)
    const dateRange = { start: writeDate(opened, 11, 1), end: `${opened + 1}-${openUntil}` }
    return { eligibilityInitial: { indicator: true, dateRange, ...dates }, eligibilitySpecial: { indicator: false } }
  }
  const until = new Date(`${today}T00:00:00Z`)
  until.setUTCDate(until.getUTCDate() + 60)
  const dateRange = { start: today, end: until.toISOString().slice(0, 10) }
  return { eligibilityInitial: { indicator: false }, eligibilitySpecial: { indicator: true, dateRange, ...dates } }
}
