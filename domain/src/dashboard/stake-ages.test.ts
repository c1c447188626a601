import { expect, test } from 'vitest'
import { stakeAgeOf, stakeAges } from './stake-ages.ts'

test('each month of coverage has one age, whose months say so', () => {
  const today = '2026-02-14'
  const ages = stakeAges(today)
  expect(ages).toEqual([
    { name: 'Last 3 months', monthFrom: '12/2025', monthTo: null },
    { name: '4 to 6 months', monthFrom: '09/2025', monthTo: '11/2025' },
    { name: '7 to 12 months', monthFrom: '03/2025', monthTo: '08/2025' },
    { name: 'Older', monthFrom: null, monthTo: '02/2025' },
  ])
  for (const [month, age] of [
    ['2026-04-01', 0],
    ['2025-12-01', 0],
    ['2025-11-01', 1],
    ['2025-09-01', 1],
    ['2025-08-01', 2],
    ['2025-03-01', 2],
    ['2025-02-01', 3],
    ['2019-01-01', 3],
  ] as const)
    expect(stakeAgeOf(month, today), month).toBe(age)
})
