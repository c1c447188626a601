import { expect, test } from 'vitest'
import { isWorthAlert, leastRows, nextNight, nextTry } from './list-fetch.ts'

test('lists are fetched between 3 and 4 o’clock in the agency’s night, also where the clocks change', () => {
  const night = (now: string, spread = 0) => nextNight(new Date(now), spread).toISOString()
  expect(night('2026-11-27T22:30:00Z')).toBe('2026-11-28T08:00:00.000Z')
  expect(night('2026-11-28T07:59:59Z', 0.5)).toBe('2026-11-28T08:30:00.000Z')
  expect(night('2026-11-28T08:30:00Z')).toBe('2026-11-29T08:00:00.000Z')
  expect(night('2026-07-01T12:00:00Z')).toBe('2026-07-02T07:00:00.000Z')
  expect(night('2027-03-14T05:00:00Z')).toBe('2027-03-14T07:00:00.000Z')
  expect(night('2026-11-01T05:00:00Z')).toBe('2026-11-01T08:00:00.000Z')
})

test('a failed fetch is tried three times more in its night, and administrators are alerted after the first and each seventh night', () => {
  const now = new Date('2026-11-28T08:00:00Z')
  const minutes = [1, 2, 3, 4, 5].map((failures) => (nextTry(failures, now, 0).getTime() - now.getTime()) / 60_000)
  expect(minutes).toEqual([10, 30, 90, 24 * 60, 10])
  const alerts = Array.from({ length: 40 }, (_, index) => index + 1).filter(isWorthAlert)
  expect(alerts).toEqual([4, 32])
})

test('a list may lose a fifth of its rows', () => {
  expect([null, 0, 1, 10, 99_999].map(leastRows)).toEqual([1, 1, 1, 8, 80_000])
})
