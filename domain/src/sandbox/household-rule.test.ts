import { expect, test } from 'vitest'
import { householdProblems, shareOut } from './household-rule.ts'

const self = { relationship: 'self', dob: '1984-02-29', applies: true }
const spouse = { relationship: 'spouse', dob: '1985-01-01', applies: false }
const today = '2026-11-22'

test('A-095 a household has one primary person, at most one spouse, and at least one applicant', () => {
  expect(householdProblems([self, spouse, { ...self, relationship: 'child' }], today)).toEqual([])
  const paths = (persons: Parameters<typeof householdProblems>[0]) =>
    householdProblems(persons, today).map(({ path }) => path)
  expect(paths([spouse])).toEqual(['persons.0.relationship', 'persons.0.applies'])
  expect(paths([self, self])).toEqual(['persons.1.relationship'])
  expect(paths([self, spouse, spouse])).toEqual(['persons.2.relationship'])
  expect(paths([{ ...self, dob: '2026-11-23' }])).toEqual(['persons.0.dob'])
  expect(paths([{ ...self, dob: today, applies: false }, spouse])).toEqual(['persons.0.applies'])
})

test('A-091 a credit is distributed to the cent for any weights', () => {
  expect(shareOut(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(shareOut(41_250, [765, 1_135])).toEqual([16_609, 24_641])
  expect(shareOut(0, [1, 2])).toEqual([0, 0])
  expect(shareOut(500, [0, 0])).toEqual([0, 0])
  for (const cents of [1, 7, 99_999])
    expect(shareOut(cents, [3, 0, 11]).reduce((sum, share) => sum + share)).toBe(cents)
})
