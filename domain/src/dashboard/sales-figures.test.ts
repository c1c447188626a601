import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeInPercent, cumulated, dashboardYears, salesOf, shareOfMonths, topCarriers } from './sales-figures.ts'

const row = (carrierId: number, month: number, policies: number, members = policies * 2, year = 2026) => ({
  year,
  month,
  carrierId,
  carrierName: `Carrier ${carrierId}`,
  policies,
  members,
})

describe('figures of the dashboard', () => {
  test('DASH-03 carriers have members, policies and share of all policies, most policies first', () => {
    const { carriers, policies, members } = salesOf(
      [row(1, 1, 1), row(2, 1, 2), row(2, 5, 5), row(1, 5, 99, 0, 2025)],
      2026,
    )
    expect({ policies, members }).toEqual({ policies: 8, members: 16 })
    expect(carriers.map(({ id, policies, members, share }) => ({ id, policies, members, share }))).toEqual([
      { id: 2, policies: 7, members: 14, share: 0.875 },
      { id: 1, policies: 1, members: 2, share: 0.125 },
    ])
  })

  test('DASH-04 DASH-07 there are twelve months, 0 without data, and the average is the year’s policies / 12', () => {
    expect(salesOf([], 2026)).toMatchObject({ months: Array.from({ length: 12 }, () => 0), average: 0, carriers: [] })
    const { months, average } = salesOf([row(1, 3, 6), row(2, 3, 4), row(2, 12, 2)], 2026)
    expect(months).toEqual([0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 2])
    expect(average).toBe(1)
  })

  test('months, carriers and total add up to the same policies', () => {
    const rows = fc.array(
      fc.record({ carrierId: fc.integer({ min: 1, max: 15 }), month: fc.integer({ min: 1, max: 12 }), n: fc.nat(9) }),
    )
    fc.assert(
      fc.property(rows, (made) => {
        const sales = salesOf(
          made.map(({ carrierId, month, n }) => row(carrierId, month, n)),
          2026,
        )
        const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
        expect(sum(sales.months)).toBe(sales.policies)
        expect(sum(sales.carriers.map(({ policies }) => policies))).toBe(sales.policies)
        expect(sum(sales.carriers.flatMap(({ months }) => months))).toBe(sales.policies)
        if (sales.policies > 0) expect(sum(sales.carriers.map(({ share }) => share))).toBeCloseTo(1)
      }),
    )
  })

  test('DASH-06 a year is compared with the previous one, unless that is empty', () => {
    expect(changeInPercent(1284, 1177)).toBeCloseTo(9.09, 2)
    expect(changeInPercent(0, 4)).toBe(-100)
    expect(changeInPercent(7, 0)).toBeNull()
  })

  test('DASH-01 years range from current-5 to current+1', () => {
    expect(dashboardYears(2026)).toEqual([2021, 2022, 2023, 2024, 2025, 2026, 2027])
  })

  test('DASH-02 ten carriers are named and the others are one sum, which is no eleventh carrier', () => {
    const sales = salesOf(
      Array.from({ length: 12 }, (_, index) => row(index + 1, (index % 2) + 1, 20 - index)),
      2026,
    )
    const { top, others } = topCarriers(sales)
    expect(top.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(others).toMatchObject({ carriers: 2, policies: 19, members: 38 })
    expect(others?.months.slice(0, 3)).toEqual([10, 9, 0])
    expect(top.reduce((sum, { policies }) => sum + policies, others?.policies ?? 0)).toBe(sales.policies)
    expect(topCarriers(salesOf([row(1, 1, 1)], 2026)).others).toBeNull()
  })

  test('months are cumulated, and shares are of each month’s total', () => {
    expect(cumulated([5, 0, 2])).toEqual([5, 5, 7])
    expect(shareOfMonths([5, 1, 0], [10, 4, 0])).toEqual([50, 25, 0])
  })
})
