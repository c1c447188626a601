import { expect, test } from 'vitest'
import { askedPeriod, isAsked } from './authorization-rule.ts'

test('A-104 by default exchanges on the federal platform ask for authorizations from October 12, 2026, others do not', () => {
  const asks = (state: string, year: number, today: string) => isAsked(askedPeriod(state, year, undefined), today)
  expect(asks('FL', 2027, '2026-10-12')).toBe(true)
  expect(asks('FL', 2027, '2026-10-11')).toBe(false)
  expect(asks('AR', 2027, '2027-03-01')).toBe(true)
  expect(asks('NY', 2027, '2026-11-28')).toBe(false)
  expect(asks('XX', 2027, '2026-11-28')).toBe(false)
})

test('A-104 a state that leaves the federal platform asks only for the plan years that it sold there', () => {
  expect(askedPeriod('OR', 2026, undefined).from).toBe('2026-10-12')
  expect(askedPeriod('OR', 2027, undefined).from).toBeNull()
})

test('A-104 what an administrator set for a state replaces the default, with both of its days included', () => {
  const set = { from: '2026-12-01', until: '2026-12-31' }
  expect(askedPeriod('NY', 2027, set)).toBe(set)
  expect(['2026-11-30', '2026-12-01', '2026-12-31', '2027-01-01'].map((day) => isAsked(set, day))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(isAsked(askedPeriod('FL', 2027, { from: null, until: null }), '2026-12-01')).toBe(false)
})
