import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysBetween, plusDays } from '../fields/day-count.ts'
import { expiries, expiryLevel, expiryWords, nextExpiry } from './expiry.ts'

test('warns 60 and 30 days before the last day, and after it', () => {
  const today = '2026-11-21'
  const cases: [days: number, level: ReturnType<typeof expiryLevel>, words: string][] = [
    [61, null, ''],
    [60, 'coming', 'Expires in 60 days'],
    [31, 'coming', 'Expires in 31 days'],
    [30, 'soon', 'Expires in 30 days'],
    [1, 'soon', 'Expires in 1 day'],
    [0, 'soon', 'Expires today'],
    [-1, 'expired', 'Expired 11/20/2026'],
  ]
  for (const [days, level, words] of cases) {
    const expiry = plusDays(today, days)
    expect(expiryLevel(expiry, today), expiry).toBe(level)
    expect(expiryWords(expiry, today)).toBe(words)
  }
  expect(expiryLevel(null, today)).toBeNull()
})

test('days are counted over leap days and ends of years', () => {
  expect(plusDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(plusDays('2027-02-28', 1)).toBe('2027-03-01')
  expect(plusDays('2100-02-28', 1)).toBe('2100-03-01')
  expect(daysBetween('2028-02-01', '2028-03-31')).toBe(59)
  expect(expiryLevel('2028-04-01', '2028-02-01')).toBe('coming')
  expect(expiryLevel('2028-04-02', '2028-02-01')).toBeNull()
  expect(expiryLevel('2027-04-02', '2027-02-01')).toBe('coming')
})

test('the level of a day agrees with counting the calendar day by day', () => {
  const start = Date.UTC(2024, 0, 1)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: -5, max: 70 }), (at, ahead) => {
      // Oracle without date arithmetic: steps through the calendar day by day.
      const page = new Date(start + at * 86_400_000)
      const today = page.toISOString().slice(0, 10)
      const step = Math.sign(ahead)
      for (let turned = 0; turned !== ahead; turned += step) page.setUTCDate(page.getUTCDate() + step)
      const expiry = page.toISOString().slice(0, 10)
      const expected = ahead < 0 ? 'expired' : ahead <= 30 ? 'soon' : ahead <= 60 ? 'coming' : null
      expect(expiryLevel(expiry, today)).toBe(expected)
      expect(daysBetween(today, expiry)).toBe(ahead)
    }),
  )
})

const license = { state: 'FL', number: '1', line: 'Health' as const, effective: '2025-01-01', expiry: '2026-12-31' }
const appointment = {
  carrierId: 1,
  state: 'FL',
  number: '',
  effective: '2025-01-01',
  expiry: '2026-11-30',
  terminated: null,
}

test('no warning for entries that are renewed, terminated or without end', () => {
  expect(nextExpiry([license], [appointment])).toBe('2026-11-30')
  const renewal = { ...license, effective: '2027-01-01', expiry: null }
  expect(expiries([license, renewal], [])).toEqual([])
  expect(expiries([license, { ...renewal, line: 'Life' as const }], [])).toHaveLength(1)
  expect(expiries([], [{ ...appointment, terminated: '2026-10-01' }])).toEqual([])
  expect(nextExpiry([{ ...license, expiry: null }], [])).toBeNull()
})
