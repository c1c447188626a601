import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ageFactor,
  chargedPeople,
  childAloneFactor,
  familyPremium,
  mayHaveCatastrophic,
  personPremium,
  premiumByTiers,
  ratedPerson,
  readRelation,
} from './premium.ts'

test('the federal age curve: a child, 21, 40 and 64 pay 0.765, 1, 1.278 and 3 times the base', () => {
  const factors: [number, number][] = [
    ...([
      [0, 765],
      [14, 765],
      [15, 833],
      [20, 970],
      [21, 1000],
      [24, 1000],
      [25, 1004],
      [30, 1135],
    ] as [number, number][]),
    ...([
      [40, 1278],
      [50, 1786],
      [53, 2040],
      [63, 2952],
      [64, 3000],
      [99, 3000],
    ] as [number, number][]),
  ]
  for (const [age, factor] of factors) expect(ageFactor(age), String(age)).toBe(factor)
})

test('premiums never fall with age, and are at most three times those of a 21-year-old (45 CFR 147.102)', () => {
  const age = fc.integer({ min: 0, max: 120 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500_000 }), age, age, (rate, one, other) => {
      const [young, old] = [Math.min(one, other), Math.max(one, other)]
      expect(personPremium(rate, young)).toBeLessThanOrEqual(personPremium(rate, old))
      expect(personPremium(rate, old)).toBeLessThanOrEqual(rate * 3)
      expect(Number.isInteger(personPremium(rate, old))).toBe(true)
    }),
  )
})

const child = (age: number) => ({ age, child: true })
const adult = (age: number) => ({ age, child: false })

test('only the three oldest children under 21 are charged; adults and older children all are', () => {
  const family = [adult(45), adult(44), child(4), child(19), child(9), child(12), child(1), child(23)]
  expect(
    chargedPeople(family)
      .map(({ age }) => age)
      .toSorted(),
  ).toEqual([12, 19, 23, 44, 45, 9])
  // A parent of 20 does not count as a child.
  expect(chargedPeople([adult(20), child(3), child(2), child(1), child(0)])).toHaveLength(4)
})

test('a family’s premium is the sum of its members’, each rounded to the cent', () => {
  // 301.37 at 21: 385.15 at 40, 230.55 for a child.
  expect(personPremium(30_137, 40)).toBe(38_515)
  expect(personPremium(30_137, 8)).toBe(23_055)
  expect(familyPremium(30_137, [adult(40), child(8), child(7)])).toBe(38_515 + 2 * 23_055)
  expect(familyPremium(30_137, [])).toBe(0)
})

test('a fourth child costs nothing, and an additional member never lowers the premium', () => {
  const person = fc.record({ age: fc.integer({ min: 0, max: 90 }), child: fc.boolean() })
  fc.assert(
    fc.property(
      fc.array(person, { maxLength: 10 }),
      person,
      fc.integer({ min: 1, max: 300_000 }),
      (family, one, rate) => {
        expect(familyPremium(rate, [...family, one])).toBeGreaterThanOrEqual(familyPremium(rate, family))
        expect(familyPremium(rate, family)).toBe(familyPremium(rate, family.toReversed()))
      },
    ),
  )
  const three = [adult(40), child(10), child(9), child(8)]
  expect(familyPremium(20_000, [...three, child(7)])).toBe(familyPremium(20_000, three))
})

test('catastrophic plans are for people under 30', () => {
  expect(mayHaveCatastrophic([adult(29), child(3)])).toBe(true)
  expect(mayHaveCatastrophic([adult(30)])).toBe(false)
})

describe('family tiers', () => {
  // One adult, couple, one adult with 1, 2, 3 children, couple with 1, 2, 3 children, by the multipliers of the state since 2018.
  const tiersOf = (single: number, [couple, parent, family]: readonly [number, number, number]) => [
    single,
    single * couple,
    ...Array<number>(3).fill(single * parent),
    ...Array<number>(3).fill(single * family),
  ]
  const newYork = tiersOf(80_000, [2, 1.7, 2.85])
  const vermont = tiersOf(100_000, [2, 1.93, 2.81])
  const people = (...members: [age: number, relation: string][]) =>
    members.map(([age, relation]) => ratedPerson(age, readRelation(relation)))

  test.each<[string, [age: number, relation: string][], number, number]>([
    ['one adult', [[40, 'self']], 80_000, 100_000],
    [
      'a couple',
      [
        [40, 'self'],
        [38, 'spouse'],
      ],
      160_000,
      200_000,
    ],
    [
      'a domestic partner is the second adult',
      [
        [40, 'self'],
        [38, 'Domestic partner'],
      ],
      160_000,
      200_000,
    ],
    [
      'one adult with a child',
      [
        [40, 'self'],
        [8, 'child'],
      ],
      136_000,
      193_000,
    ],
    [
      'one adult with three children',
      [
        [40, 'self'],
        [8, 'child'],
        [6, 'child'],
        [2, 'stepchild'],
      ],
      136_000,
      193_000,
    ],
    [
      'a couple with a child',
      [
        [40, 'self'],
        [38, 'wife'],
        [8, 'child'],
      ],
      228_000,
      281_000,
    ],
    [
      'a couple with four children',
      [
        [40, 'self'],
        [38, 'spouse'],
        [9, 'child'],
        [8, 'child'],
        [6, 'child'],
        [1, 'child'],
      ],
      228_000,
      281_000,
    ],
    [
      'the child of a partner is a child',
      [
        [40, 'self'],
        [8, 'Child of domestic partner'],
      ],
      136_000,
      193_000,
    ],
    [
      'a child of 25 is of the family',
      [
        [50, 'self'],
        [25, 'child'],
      ],
      136_000,
      193_000,
    ],
    [
      'an adult dependent pays alone',
      [
        [40, 'self'],
        [66, 'dependent'],
      ],
      160_000,
      200_000,
    ],
    [
      'an adult dependent of a parent with a child pays alone',
      [
        [40, 'self'],
        [8, 'child'],
        [66, 'parent'],
      ],
      216_000,
      293_000,
    ],
    [
      'a spouse with a child, without the applicant',
      [
        [38, 'spouse'],
        [8, 'child'],
      ],
      136_000,
      193_000,
    ],
    [
      'children alone, at most three of them',
      [
        [9, 'child'],
        [8, 'child'],
        [6, 'child'],
        [1, 'child'],
      ],
      240_000,
      300_000,
    ],
  ])('%s', (_who, members, inNewYork, inVermont) => {
    expect(premiumByTiers(people(...members), newYork)).toBe(inNewYork)
    expect(premiumByTiers(people(...members), vermont)).toBe(inVermont)
  })

  test('in New York each child without an adult pays 41.2 % of an adult, at most three of them', () => {
    const alone = (...members: [age: number, relation: string][]) =>
      premiumByTiers(people(...members), newYork, childAloneFactor('NY'))
    expect(alone([8, 'child'])).toBe(32_960)
    expect(alone([9, 'child'], [8, 'child'], [6, 'child'], [1, 'child'])).toBe(98_880)
    expect(alone([40, 'self'], [8, 'child'])).toBe(136_000)
    expect(childAloneFactor('VT')).toBe(1000)
  })

  test('without a rate of their tier, people have no premium', () => {
    expect(premiumByTiers(people([40, 'self'], [38, 'spouse']), [80_000, null])).toBeNull()
    expect(premiumByTiers(people([40, 'self'], [66, 'parent']), [null, 160_000])).toBeNull()
    expect(premiumByTiers(people([8, 'child']), [null])).toBeNull()
  })
})

test.each([
  ['Self', 'self'],
  ['18', 'self'],
  ['SPOUSE', 'spouse'],
  [' husband ', 'spouse'],
  ['Life Partner', 'spouse'],
  ['53', 'spouse'],
  ['spouse/domestic partner', 'spouse'],
  ['Ex-spouse', 'child'],
  ["Parent's domestic partner", 'child'],
  ['Child of domestic partner', 'child'],
  ['19', 'child'],
  ['', 'child'],
  [null, 'child'],
] as const)('the relation %s is read as %s', (words, relation) => {
  expect(readRelation(words)).toBe(relation)
})
