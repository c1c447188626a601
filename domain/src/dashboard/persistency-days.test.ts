import { expect, test } from 'vitest'
import { persistencyDays } from './persistency-days.ts'

test('clients are counted at the end of each month, today in the current one, and not in months to come', () => {
  const { cohort, months } = persistencyDays(2026, '2026-03-10')
  expect(cohort).toBe('2025-12-31')
  expect(months.slice(0, 4)).toEqual(['2026-01-31', '2026-02-28', '2026-03-10', null])
  expect(persistencyDays(2024, '2026-03-10').months.slice(1, 2)).toEqual(['2024-02-29'])
})

test('a year whose previous one has not ended has no clients to count', () => {
  expect(persistencyDays(2027, '2026-03-10')).toEqual({ cohort: null, months: Array.from({ length: 12 }, () => null) })
})
