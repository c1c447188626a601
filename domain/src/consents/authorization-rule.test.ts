import { expect, test } from 'vitest'
import { isAsked, usesFederalPlatform } from './authorization-rule.ts'

test('A-104 an authorization is asked for on the days that an administrator set, with both included, and else not', () => {
  const set = { from: '2026-12-01', until: '2026-12-31' }
  expect(['2026-11-30', '2026-12-01', '2026-12-31', '2027-01-01'].map((day) => isAsked(set, day))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(isAsked({ from: '2026-12-01', until: null }, '2030-01-01')).toBe(true)
  expect(isAsked({ from: null, until: null }, '2026-12-01')).toBe(false)
})

test('A-104 the federal platform is that of the plan year: a state that leaves it sells there the years before', () => {
  expect(['FL', 'AR', 'NY', 'XX'].map((state) => usesFederalPlatform(state, 2027))).toEqual([true, true, false, false])
  expect([2026, 2027].map((year) => usesFederalPlatform('OR', year))).toEqual([true, false])
})
