import { expect, test } from 'vitest'
import { splitByRetention } from './split-by-retention.ts'

const daily = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ madeAt: new Date(Date.UTC(2030, 2, 31, 3) - index * 86_400_000) }))
const days = (backups: readonly { madeAt: Date }[]) => backups.map(({ madeAt }) => madeAt.toISOString().slice(0, 10))

test('the newest backups stay, and the newest of each of the last days, weeks and months', () => {
  const { stay, go } = splitByRetention(daily(120), { newest: 2, days: 4, weeks: 3, months: 4 })
  expect(days(stay)).toEqual([
    '2030-03-31',
    '2030-03-30',
    '2030-03-29',
    '2030-03-28',
    // Sundays, which end a week
    '2030-03-24',
    '2030-03-17',
    // ends of months
    '2030-02-28',
    '2030-01-31',
    '2029-12-31',
  ])
  expect(stay.length + go.length).toBe(120)
})

test('of several backups of a day the newest stays, and the very newest always does', () => {
  const hourly = [20, 12, 4].map((hour) => ({ madeAt: new Date(Date.UTC(2030, 0, 2, hour)) }))
  expect(splitByRetention(hourly, { newest: 0, days: 7, weeks: 0, months: 0 }).stay).toEqual(hourly.slice(0, 1))
  expect(splitByRetention(hourly, { newest: 0, days: 0, weeks: 0, months: 0 }).stay).toEqual(hourly.slice(0, 1))
})
