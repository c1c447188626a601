import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { householdCredit, householdEligibility } from './household-credit.ts'
import { type HouseholdMember, type MemberEligibility, medicareFrom } from './member-eligibility.ts'
import { adultLimits } from './tables/adult-limits.ts'
import { childLimits } from './tables/child-limits.ts'
import { chipLimits } from './tables/chip-limits.ts'
import { povertyLine } from './tax-credit.ts'

const person = (age: number, more: Partial<HouseholdMember> = {}): HouseholdMember => ({
  age,
  relation: age < 19 ? 'child' : 'self',
  applies: true,
  expecting: 0,
  status: 'citizen',
  coverage: 'none',
  offerCents: null,
  ...more,
})
const couple = [person(38), person(36, { relation: 'spouse' })]
const family = [...couple, person(10), person(7)]

/** Household in 2026, asked in November 2026, with an income in percent of the credit's poverty line. */
function ask(
  state: string,
  members: readonly HouseholdMember[],
  percent: number,
  { planYear = 2026, today = '2026-11-15' } = {},
) {
  const incomeCents = Math.round((povertyLine({ size: members.length, state }, planYear - 1) * percent) / 100)
  const eligibility = householdEligibility(
    { state, incomeCents, members },
    { planYear, starts: `${planYear}-12-01`, today },
  )
  if ('table' in eligibility) throw new Error(`missing table of ${eligibility.year}`)
  return { ...eligibility, incomeCents }
}
const results = (found: { members: readonly (MemberEligibility | null)[] }) =>
  found.members.map((member) => (member?.result === 'program' ? member.program : (member?.result ?? null)))

describe('programs before the credit', () => {
  test.each([
    ['FL', family, 200, ['credit', 'credit', 'CHIP', 'CHIP']],
    ['TX', family, 150, ['credit', 'credit', 'CHIP', 'CHIP']],
    ['FL', family, 225, ['credit', 'credit', 'credit', 'credit']],
    ['FL', family, 130, ['credit', 'credit', 'Medicaid', 'Medicaid']],
    ['NC', [person(40)], 128, ['Medicaid']],
    ['NC', [person(40)], 142, ['credit']],
    ['NC', family, 200, ['credit', 'credit', 'Medicaid', 'Medicaid']],
    ['FL', [person(70)], 300, ['Medicare']],
    ['FL', [person(40, { coverage: 'medicare' })], 300, ['Medicare']],
    ['FL', [person(40, { coverage: 'other' })], 300, ['other-coverage']],
    // No expansion: neither Medicaid nor a credit below the line; parents up to the state's own limit.
    ['FL', [person(40)], 90, ['coverage-gap']],
    ['FL', family, 25, ['Medicaid', 'Medicaid', 'Medicaid', 'Medicaid']],
    ['FL', couple, 25, ['coverage-gap', 'coverage-gap']],
    // Wisconsin covers adults to 100 percent without the expansion.
    ['WI', [person(40)], 100, ['Medicaid']],
    ['WI', [person(40)], 105, ['credit']],
    // Basic Health Programs.
    ['MN', [person(40)], 180, ['MinnesotaCare']],
    ['NY', [person(40)], 180, ['Essential Plan']],
    ['NY', [person(40)], 240, ['credit']],
    // Pregnancy counts the expected child and has a limit of its own.
    ['FL', [person(30, { expecting: 1 })], 220, ['Medicaid']],
    ['FL', [person(30)], 220, ['credit']],
    ['CO', [person(30, { expecting: 1 })], 300, ['CHIP']],
    ['VA', [person(30, { expecting: 1 })], 220, ['CHIP']],
    // Maine covers ages 19 and 20 to 305 percent.
    ['ME', [person(20)], 290, ['Medicaid']],
    ['ME', [person(21)], 290, ['credit']],
  ])('$0 at $2 percent: $3', (state, members, percent, expected) => {
    expect(results(ask(state, members, percent))).toEqual(expected)
  })

  test('the infant limit holds until the first birthday, in California until the second', () => {
    // Florida: infants to 211 percent, other children to 138, CHIP from 1 to 215.
    expect(results(ask('FL', [person(30), person(0)], 180))).toEqual(['credit', 'Medicaid'])
    expect(results(ask('FL', [person(30), person(1)], 180))).toEqual(['credit', 'CHIP'])
    const row = childLimits.find(({ state }) => state === 'CA')
    expect(row?.infant).toBeGreaterThanOrEqual(row?.young ?? 0)
  })

  test('a person who wants no coverage has no entry, and counts for the poverty line', () => {
    const found = ask('FL', [person(40), person(38, { relation: 'spouse', applies: false })], 200)
    expect(results(found)).toEqual(['credit', null])
    expect(found.lineCents).toBe(2_115_000)
  })
})

describe('limits hold to the cent, the day and the birthday', () => {
  /** Results of a household by its income in cents and its first day of coverage. */
  const at = (state: string, members: readonly HouseholdMember[], incomeCents: number, starts = '2026-12-01') => {
    const planYear = Number(starts.slice(0, 4))
    const found = householdEligibility({ state, incomeCents, members }, { planYear, starts, today: starts })
    return 'table' in found ? [] : results(found)
  }

  test('Medicaid covers an income at its limit, not one cent more', () => {
    // 138 percent of $15,960, the line of 2026.
    expect(at('NC', [person(40)], 2_202_480)).toEqual(['Medicaid'])
    expect(at('NC', [person(40)], 2_202_481)).toEqual(['credit'])
    expect(at('FL', [person(40)], 0)).toEqual(['coverage-gap'])
  })

  test.each([
    ['Medicare begins at 65', 'FL', [person(64), person(65)], 300, ['credit', 'Medicare']],
    [
      'CHIP ends at 19',
      'FL',
      [person(40), person(18), person(19, { relation: 'child' })],
      200,
      ['credit', 'CHIP', 'credit'],
    ],
    // Florida: infants to 211 percent, CHIP from the first birthday to 215.
    ['CHIP of Florida begins at 1', 'FL', [person(40), person(0)], 217, ['credit', 'credit']],
    ['CHIP of Florida holds at 1', 'FL', [person(40), person(1)], 217, ['credit', 'CHIP']],
    ['CHIP of Florida holds at 18', 'FL', [person(40), person(18)], 217, ['credit', 'CHIP']],
    // Florida: 145 percent to age 5, then 138.
    ['the limit of young children holds at 5', 'FL', [person(40), person(5)], 144, ['credit', 'Medicaid']],
    ['the limit of young children ends at 6', 'FL', [person(40), person(6)], 144, ['credit', 'CHIP']],
    // Minnesota: infants to 288 percent, children to 280.
    ['infants of Minnesota are so at 1', 'MN', [person(40), person(1)], 290, ['credit', 'Medicaid']],
    ['infants of Minnesota are not so at 2', 'MN', [person(40), person(2)], 290, ['credit', 'credit']],
    // Florida covers parents of children under 19 to 27 percent, and no other adults.
    [
      'a child of 19 makes no parent',
      'FL',
      [person(40), person(19, { relation: 'child' })],
      25,
      ['coverage-gap', 'coverage-gap'],
    ],
    [
      'a young spouse makes no parent',
      'FL',
      [person(40), person(18, { relation: 'spouse' })],
      25,
      ['coverage-gap', 'Medicaid'],
    ],
    [
      'a grown child is no parent',
      'FL',
      [person(40), person(20, { relation: 'child' }), person(9)],
      25,
      ['Medicaid', 'coverage-gap', 'Medicaid'],
    ],
    // Florida covers pregnancy to 196 percent, and at 17 CHIP to 215.
    [
      'a pregnant girl above the limit of pregnancy has that of her age',
      'FL',
      [person(40), person(17, { expecting: 1 })],
      265,
      ['credit', 'CHIP'],
    ],
    // Kentucky: CHIP for pregnancy to 218 percent, not from conception.
    ['CHIP covers pregnancy above Medicaid', 'KY', [person(30, { expecting: 1 })], 285, ['CHIP']],
    ['CHIP for pregnancy asks for a status', 'KY', [person(30, { expecting: 1, status: 'none' })], 285, ['status']],
    [
      'a place without limits has no program',
      'PR',
      [person(30, { expecting: 1 }), person(9)],
      200,
      ['credit', 'credit'],
    ],
    ['a place without limits has none for adults', 'PR', [person(30)], 120, ['credit']],
  ])('%s', (_, state, members, percent, expected) => {
    expect(results(ask(state, members, percent))).toEqual(expected)
  })

  test.each([
    // North Carolina expanded on December 1, 2023.
    ['NC', 1_700_000, '2023-11-30', 'credit'],
    ['NC', 1_700_000, '2023-12-01', 'Medicaid'],
    ['OR', 2_300_000, '2024-06-30', 'credit'],
    ['OR', 2_300_000, '2024-07-01', 'OHP Bridge'],
    // New York's program went to 200 percent, then to 250, and back.
    ['NY', 3_300_000, '2024-03-31', 'credit'],
    ['NY', 3_300_000, '2024-04-01', 'Essential Plan'],
    ['NY', 3_800_000, '2026-06-30', 'Essential Plan'],
    ['NY', 3_800_000, '2026-07-01', 'credit'],
  ])('%s with %i cents on %s: %s', (state, incomeCents, starts, expected) => {
    expect(at(state, [person(40)], incomeCents, starts)).toEqual([expected])
  })

  test('an offer counts with its premium at exactly the share of income, and only when there is one', () => {
    // 9.96 percent of $50,000 is $415 a month.
    expect(at('FL', [person(40, { coverage: 'job', offerCents: 41_500 })], 5_000_000)).toEqual(['affordable-offer'])
    expect(at('FL', [person(40, { coverage: 'job', offerCents: 41_501 })], 5_000_000)).toEqual(['credit'])
    expect(at('FL', [person(40, { coverage: 'job', offerCents: null })], 5_000_000)).toEqual(['credit'])
    expect(at('FL', [person(40, { coverage: 'none', offerCents: 10_000 })], 5_000_000)).toEqual(['credit'])
  })
})

describe('a household without a credit', () => {
  const outcome = (members: readonly HouseholdMember[], percent: number) => {
    const found = ask('FL', members, percent)
    return householdCredit(found, found.incomeCents, 50_000)
  }

  test('says whether one member is below the line, or none is eligible', () => {
    expect(outcome([person(40), person(9)], 50).outcome).toBe('below-poverty')
    expect(outcome([person(70)], 300).outcome).toBe('no-eligible-member')
  })

  test('has a reduction for one plan only if all who want coverage have the credit', () => {
    expect(outcome([person(40), person(9)], 200)).toMatchObject({ memberCsr: 'CSR87', csr: null })
    expect(outcome([person(40), person(9, { applies: false })], 200)).toMatchObject({
      memberCsr: 'CSR87',
      csr: 'CSR87',
    })
  })

  test('of a year without tables hears which one is missing', () => {
    const terms = { planYear: 2035, starts: '2035-01-01', today: '2034-11-15' }
    expect(householdEligibility({ state: 'FL', incomeCents: 3_000_000, members: couple }, terms)).toEqual({
      table: 'contribution',
      year: 2035,
    })
  })
})

describe('offers of coverage at work (26 CFR 1.36B-2(c)(3)(v))', () => {
  const withOffer = (coverage: 'job' | 'family-job', offerCents: number) =>
    results(ask('FL', [person(40, { coverage, offerCents })], 300))
  // 300 percent of $15,650 is $46,950 a year; 9.96 percent of it is $389.685 a month.
  test('an offer at the percentage of the year is affordable, one cent above it is not', () => {
    expect(withOffer('job', 38_968)).toEqual(['affordable-offer'])
    expect(withOffer('job', 38_969)).toEqual(['credit'])
    expect(withOffer('family-job', 38_968)).toEqual(['affordable-offer'])
    expect(withOffer('family-job', 80_000)).toEqual(['credit'])
  })

  test('an offer below the minimum value leaves the credit, however cheap it is', () => {
    for (const coverage of ['job', 'family-job'] as const) {
      const cheap = person(40, { coverage, offerCents: 5_000 })
      expect(results(ask('FL', [{ ...cheap, belowMinimumValue: true }], 300))).toEqual(['credit'])
      expect(results(ask('FL', [{ ...cheap, belowMinimumValue: false }], 300))).toEqual(['affordable-offer'])
      expect(results(ask('FL', [cheap], 300))).toEqual(['affordable-offer'])
    }
  })

  test.each([
    [2022, ['affordable-offer', 'affordable-offer']],
    [2023, ['affordable-offer', 'credit']],
  ])(
    "in %i family members are tested by the employee's own premium before 2023, then by the family's",
    (planYear, expected) => {
      const members = [
        person(40, { coverage: 'job', offerCents: 15_000 }),
        person(38, { relation: 'spouse', coverage: 'family-job', offerCents: 120_000 }),
      ]
      expect(results(ask('FL', members, 300, { planYear, today: `${planYear}-06-01` }))).toEqual(expected)
      const alone = [person(38, { coverage: 'family-job', offerCents: 15_000 })]
      expect(results(ask('FL', alone, 300, { planYear, today: `${planYear}-06-01` }))).toEqual(['affordable-offer'])
    },
  )
})

describe('immigration status by year', () => {
  const adult = (status: HouseholdMember['status'], percent: number, planYear: number) =>
    results(ask('FL', [person(40, { status })], percent, { planYear, today: `${planYear}-06-01` }))[0]
  test.each([
    ['lawful', 80, 2025, 'credit'],
    ['lawful', 80, 2026, 'coverage-gap'],
    ['lawful', 120, 2026, 'credit'],
    ['lawful', 120, 2027, 'status-without-credit'],
    ['recent-permanent', 80, 2025, 'credit'],
    ['recent-permanent', 120, 2027, 'credit'],
    ['citizen', 80, 2025, 'coverage-gap'],
    ['none', 200, 2026, 'status'],
  ] as const)('%s at %i percent in %i: %s', (status, percent, planYear, expected) => {
    expect(adult(status, percent, planYear)).toBe(expected)
  })

  test('an adult barred from Medicaid has the credit in an expansion state; from conception, CHIP covers any status', () => {
    expect(results(ask('NC', [person(40, { status: 'lawful' })], 120))).toEqual(['credit'])
    expect(results(ask('TX', [person(30, { status: 'none', expecting: 1 })], 150))).toEqual(['CHIP'])
  })
})

describe('two poverty lines', () => {
  test('Medicaid uses the guidelines of the current year, the credit those of the year before', () => {
    // $21,700: 138.7 percent of 2025's line, 135.97 percent of 2026's.
    const incomeCents = 2_170_000
    const at = (today: string) =>
      householdEligibility(
        { state: 'NC', incomeCents, members: [person(40)] },
        { planYear: 2026, starts: '2026-01-01', today },
      )
    const asked2025 = at('2025-11-15')
    const asked2026 = at('2026-11-15')
    expect('table' in asked2025 ? [] : results(asked2025)).toEqual(['credit'])
    expect('table' in asked2026 ? [] : results(asked2026)).toEqual(['Medicaid'])
  })

  test('a plan year without limits of its own uses the newest and says which', () => {
    const [member] = ask('NC', [person(40)], 120, { planYear: 2027 }).members
    expect(member).toMatchObject({ program: 'Medicaid', year: 2026 })
  })
})

test('every state has limits for adults and children, and CHIP limits are above those of Medicaid', () => {
  const states = new Set(adultLimits.map(({ state }) => state))
  expect(states.size).toBe(51)
  expect(new Set(childLimits.map(({ state }) => state))).toEqual(states)
  for (const { state, from, limit, ageFrom } of chipLimits) {
    const medicaid = childLimits.find((row) => row.state === state && row.from <= from && from <= row.to)
    expect(limit, state).toBeGreaterThanOrEqual(ageFrom >= 1 ? (medicaid?.older ?? 0) : (medicaid?.infant ?? 0))
  }
})

test('no person with Medicaid, CHIP, Medicare or a Basic Health Program counts for the credit, and the credit never exceeds the benchmark', () => {
  const anyMember = fc.record({
    age: fc.integer({ min: 0, max: 90 }),
    relation: fc.constantFrom('self', 'spouse', 'child'),
    applies: fc.boolean(),
    expecting: fc.integer({ min: 0, max: 3 }),
    status: fc.constantFrom('citizen', 'permanent', 'recent-permanent', 'lawful', 'none'),
    coverage: fc.constantFrom('none', 'job', 'family-job', 'medicare', 'other'),
    offerCents: fc.integer({ min: 0, max: 300_000 }),
  } as const)
  const states = fc.constantFrom(...new Set(adultLimits.map(({ state }) => state)))
  fc.assert(
    fc.property(
      states,
      fc.array(anyMember, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 30_000_000 }),
      fc.integer({ min: 2018, max: 2027 }),
      fc.integer({ min: 0, max: 500_000 }),
      (state, members, incomeCents, planYear, benchmark) => {
        const found = householdEligibility(
          { state, incomeCents, members },
          { planYear, starts: `${planYear}-01-01`, today: `${planYear}-02-01` },
        )
        if ('table' in found) throw new Error('missing table')
        found.members.forEach((member, place) => {
          expect(member === null).toBe(members[place]?.applies === false)
          const isCreditMember = found.creditMembers.includes(members[place] ?? members[0] ?? person(0))
          expect(isCreditMember).toBe(member?.result === 'credit')
        })
        const { creditCents, outcome } = householdCredit(found, incomeCents, benchmark)
        expect(creditCents).toBeGreaterThanOrEqual(0)
        expect(creditCents).toBeLessThanOrEqual(benchmark)
        if (creditCents > 0) expect(outcome).toBe('credit')
        if (found.creditMembers.length === 0) expect(creditCents).toBe(0)
      },
    ),
  )
})

test.each([
  ['1962-01-15', '2027-01-01'],
  ['1962-02-01', '2027-01-01'],
  ['1962-01-01', '2026-12-01'],
  ['1964-02-29', '2029-02-01'],
  ['1961-12-31', '2026-12-01'],
])('42 USC 426(a)(1): for a person born on %s Medicare begins on %s', (dob, from) => {
  expect(medicareFrom(dob)).toBe(from)
})
