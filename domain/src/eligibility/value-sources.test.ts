import { expect, test } from 'vitest'
import type { HouseholdMember } from './member-eligibility.ts'
import { valueSources } from './value-sources.ts'

const adult: HouseholdMember = {
  age: 40,
  relation: 'self',
  applies: true,
  expecting: 0,
  status: 'citizen',
  coverage: 'none',
  offerCents: null,
}
const years = { planYear: 2027, starts: '2027-01-01', povertyYear: 2026, medicaidYear: 2026 }
const valuesOf = (state: string, member: Partial<HouseholdMember>) =>
  valueSources({ state, members: [{ ...adult, ...member }] }, years)
    .slice(2)
    .map(({ value, year, confidence }) => `${value} ${year} ${confidence}`)

test.each([
  ['FL', {}, ['adult-limit 2026 one source']],
  ['TN', {}, ['adult-limit 2026 sources disagree']],
  ['NY', {}, ['adult-limit 2026 verified', 'basic-health null one source']],
  ['TX', { age: 67 }, ['medicare null verified']],
  ['TX', { coverage: 'other' }, []],
  ['AK', { expecting: 1 }, ['pregnant-limit 2026 one source', 'adult-limit 2026 verified']],
  ['NC', { coverage: 'job' }, ['adult-limit 2026 verified', 'employer-share 2027 verified']],
] as const)('CONSUMER-09 in %s a person with %o is held against %j', (state, member, expected) => {
  expect(valuesOf(state, member)).toEqual(expected)
})
