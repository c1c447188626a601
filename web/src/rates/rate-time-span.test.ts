import { describe, expect, it } from 'vitest'
import { rateTimeSpan } from './rate-time-span.ts'

const today = '2026-11-21'

describe('the timeline of rates', () => {
  it('holds all rates, today, and half a year on both sides of it', () => {
    const span = rateTimeSpan([{ startDate: '2025-01-01', endDate: null }], today)
    expect(span.first).toBe('2025-01-01')
    expect(span.last).toBe('2027-05-20')
    expect(span.years).toEqual(['2026-01-01', '2027-01-01'])
    expect(span.place('2025-01-01')).toBe(0)
    expect(span.place('2028-01-01')).toBe(100)
  })

  it('goes back three years at most, and as far ahead as rates are agreed', () => {
    const rates = [
      { startDate: '2015-01-01', endDate: '2020-12-31' },
      { startDate: '2028-02-01', endDate: null },
    ]
    const span = rateTimeSpan(rates, today)
    expect(span.first > '2023-11-01').toBe(true)
    expect(span.last).toBe('2028-05-01')
    expect(span.place('2015-01-01')).toBe(0)
  })

  it('places days evenly: a day further right is later', () => {
    const span = rateTimeSpan([], today)
    expect(span.place(today)).toBeGreaterThan(45)
    expect(span.place(today)).toBeLessThan(55)
    expect(span.place('2026-11-22')).toBeGreaterThan(span.place(today))
  })
})
