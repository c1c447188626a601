import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { householdCredit, householdEligibility } from './household-credit.ts'
import type { HouseholdMember } from './member-eligibility.ts'
import { contributionYears, povertyYears } from './tables/credit-years.ts'
import { applicableShare, benchmarkOf, creditTables, csrAt, povertyLine, povertyPercent } from './tax-credit.ts'

const dollars = (amount: number) => Math.round(amount * 100)
/** Adults of 40 in Florida, which has no Medicaid expansion: the credit depends on income and benchmark alone. */
const adult: HouseholdMember = {
  age: 40,
  relation: 'self',
  applies: true,
  expecting: 0,
  status: 'citizen',
  coverage: 'none',
  offerCents: null,
}
/** Estimate of a household of adults; fails without the year's tables. */
function estimate(household: { size: number; incomeCents: number }, planYear: number, benchmark: number | null) {
  const members = Array.from({ length: household.size }, () => adult)
  const eligibility = householdEligibility(
    { state: 'FL', incomeCents: household.incomeCents, members },
    { planYear, starts: `${planYear}-01-01`, today: `${planYear - 1}-11-15` },
  )
  if ('table' in eligibility) throw new Error(`missing table ${eligibility.table} of ${eligibility.year}`)
  const { creditCents, outcome, csr } = householdCredit(eligibility, household.incomeCents, benchmark)
  return { outcome, creditCents, csr, contributionCents: eligibility.contributionCents, percent: eligibility.percent }
}
const household = (size: number, income: number) => ({ size, incomeCents: dollars(income) })
const share = (year: number, percent: number) => {
  const table = contributionYears[year]
  return table ? applicableShare(table, percent * 10_000, 1_000_000) : undefined
}

describe('the poverty line of the year before', () => {
  test.each([
    [2025, 1, 'FL', 15_060],
    [2026, 1, 'TX', 15_650],
    [2026, 4, 'FL', 32_150],
    [2027, 4, 'NC', 33_000],
    [2026, 2, 'AK', 26_430],
    [2026, 3, 'HI', 30_650],
    [2018, 4, 'GA', 24_600],
    // A household has at least one person.
    [2027, 0, 'GA', 15_960],
  ])('plan year %i, %i people in %s: %i dollars', (year, size, state, line) => {
    expect(povertyLine({ size, state }, year - 1)).toBe(dollars(line))
  })
})

test.each([
  [149.99, 149],
  [400, 400],
  [400.01, 401],
  [400.5, 401],
  [401.99, 401],
  [450, 450],
])(
  'an income of %d percent is shown as %i: no one reads 400 percent, which has a credit, and that there is none',
  (percent, shown) => {
    expect(povertyPercent(percent * 10_000, 1_000_000)).toBe(shown)
  },
)

describe('the share of income (26 CFR 1.36B-3(g))', () => {
  test.each([
    // Computed by hand from the regulation at 210 percent, for both years.
    [2025, 210, 240],
    [2026, 210, 697],
    [2026, 200, 660],
    [2026, 100, 210],
    [2026, 132.99, 210],
    // Bands include their lower bound.
    [2026, 133, 314],
    [2026, 150, 419],
    [2026, 300, 996],
    [2026, 400, 996],
    [2025, 149, 0],
    [2025, 400, 850],
    [2025, 900, 850],
  ])('%i at %d per cent of the line is %i hundredths of a per cent', (year, percent, hundredths) => {
    expect(share(year, percent)).toBe(hundredths)
  })

  test('in 2026 there is no credit one cent above 400 percent', () => {
    expect(share(2026, 400.01)).toBeNull()
    const line = povertyLine({ size: 1, state: 'FL' }, 2025)
    expect(estimate({ size: 1, incomeCents: line * 4 }, 2026, 90_000).outcome).toBe('credit')
    expect(estimate({ size: 1, incomeCents: line * 4 + 1 }, 2026, 90_000)).toMatchObject({
      outcome: 'above-limit',
      creditCents: 0,
      contributionCents: null,
    })
  })

  test('the share never falls as income rises', () => {
    const income = fc.integer({ min: 0, max: 12_000_000 })
    fc.assert(
      fc.property(fc.constantFrom(2025, 2026), income, income, (year, one, other) => {
        const table = contributionYears[year]
        if (!table) return
        const [less, more] = [one, other]
          .toSorted((a, b) => a - b)
          .map((cents) => applicableShare(table, cents, 1_565_000))
        if (less !== null && more !== null) expect(less).toBeLessThanOrEqual(more ?? -1)
        // Incomes above the limit stay above it.
        if (less === null) expect(more).toBeNull()
      }),
    )
  })
})

describe('the credit', () => {
  test('a family of four with $64,300 in 2026 is at 200 percent and pays 6.60 percent, $353.65 a month', () => {
    expect(estimate(household(4, 64_300), 2026, dollars(1_500))).toEqual({
      outcome: 'credit',
      creditCents: dollars(1_500) - 35_365,
      contributionCents: 35_365,
      csr: 'CSR87',
      percent: 200,
    })
  })

  test('a year without a table has no estimate, and the missing table is named', () => {
    expect(creditTables(2017)).toEqual({ table: 'contribution', year: 2017 })
    expect(creditTables(2028)).toEqual({ table: 'contribution', year: 2028 })
    for (const year of Object.keys(contributionYears).map(Number)) {
      expect(creditTables(year)).toMatchObject({ povertyYear: year - 1 })
      expect(povertyYears[year - 1]).toBeDefined()
    }
  })

  test('no credit below the poverty line, credit from it on', () => {
    expect(estimate(household(1, 15_649.99), 2026, dollars(500))).toMatchObject({
      outcome: 'below-poverty',
      creditCents: 0,
      csr: null,
    })
    expect(estimate(household(1, 15_650), 2026, dollars(500))).toMatchObject({ outcome: 'credit', csr: 'CSR94' })
  })

  test('no credit when the contribution covers the benchmark; an unknown benchmark is not one that costs less', () => {
    expect(estimate(household(1, 60_000), 2026, dollars(300))).toMatchObject({
      outcome: 'covered-by-contribution',
      creditCents: 0,
    })
    expect(estimate(household(1, 30_000), 2026, null)).toMatchObject({ outcome: 'no-benchmark', creditCents: 0 })
  })

  test('the credit is between 0 and the benchmark, and never rises with income above the poverty line', () => {
    const size = fc.integer({ min: 1, max: 12 })
    const income = fc.integer({ min: 0, max: 40_000_000 })
    const benchmark = fc.integer({ min: 0, max: 500_000 })
    fc.assert(
      fc.property(size, income, income, benchmark, (size, one, other, benchmark) => {
        const line = povertyLine({ size, state: 'FL' }, 2025)
        const credits = [line + Math.min(one, other), line + Math.max(one, other)].map(
          (incomeCents) => estimate({ size, incomeCents }, 2026, benchmark).creditCents,
        )
        const [less = -1, more = -1] = credits
        expect(more).toBeLessThanOrEqual(less)
        expect(more).toBeGreaterThanOrEqual(0)
        expect(less).toBeLessThanOrEqual(benchmark)
        expect(credits.every(Number.isSafeInteger)).toBe(true)
      }),
    )
  })
})

test('cost sharing is 94, 87 and 73 percent up to 150, 200 and 250 percent of the poverty line', () => {
  const at = (percent: number) => csrAt(percent * 10_000, 1_000_000)
  expect([99, 100, 150, 151, 200, 201, 250, 251].map(at)).toEqual([
    null,
    'CSR94',
    'CSR94',
    'CSR87',
    'CSR87',
    'CSR73',
    'CSR73',
    null,
  ])
})

test('the benchmark is the second lowest silver plan, or the only one', () => {
  expect(benchmarkOf([500, 300, 400])).toBe(400)
  expect(benchmarkOf([300, 300, 400])).toBe(300)
  expect(benchmarkOf([700])).toBe(700)
  expect(benchmarkOf([])).toBeNull()
})

test('a poverty line of a year without guidelines is no figure but an error', () => {
  for (const state of ['FL', 'AK', 'HI'])
    expect(() => povertyLine({ size: 2, state }, 1999)).toThrow('There are no poverty guidelines of 1999')
})
