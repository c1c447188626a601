import { expect, test } from 'vitest'
import { type DashboardFigures, hasFigures } from './has-figures.ts'

const nothing: DashboardFigures = {
  policies: [0, 0],
  persistency: { clients: 0, months: Array.from({ length: 12 }, () => 0) },
  received: [],
  atStake: { carriers: [], recovered: '0.00' },
  cash: { months: [], carriers: [] },
}
const carrier = { carrierId: 1, carrierName: 'Oscar' }

test('a year in which no policy begins still has the money and the clients of earlier ones', () => {
  expect(hasFigures(nothing)).toBe(false)
  expect(
    hasFigures({ ...nothing, persistency: undefined, received: undefined, atStake: undefined, cash: undefined }),
  ).toBe(false)
  expect(hasFigures({ ...nothing, policies: [0, 1] })).toBe(true)
  expect(hasFigures({ ...nothing, persistency: { clients: 1, months: [] } })).toBe(true)
  expect(hasFigures({ ...nothing, received: [{ ...carrier, year: 2026, month: 1, amount: '-5.00' }] })).toBe(true)
  expect(hasFigures({ ...nothing, received: [{ ...carrier, year: 2026, month: 1, amount: '0.00' }] })).toBe(false)
  expect(hasFigures({ ...nothing, atStake: { carriers: [{ ...carrier, ages: ['5.00'] }], recovered: '0.00' } })).toBe(
    true,
  )
  const due = { ...carrier, overdue: '5.00', overdueSince: '2026-01-01', amounts: [], unrated: [] }
  expect(hasFigures({ ...nothing, cash: { months: [], carriers: [due] } })).toBe(true)
})
