import { describe, expect, test } from 'vitest'
import { isBehind, monthChoices, presetPeriod, showPeriod, yearChoices } from './upload-period.ts'

const today = '2026-11-21'

describe('the period of an upload', () => {
  test('UPLOAD-18 CONST-05 CONST-06 offers 12 months and the years from 10 back to 2 ahead', () => {
    expect(monthChoices).toHaveLength(12)
    expect(monthChoices[10]).toEqual({ value: 11, label: 'November' })
    expect(yearChoices(today)).toEqual([2016, 2017, 2018, 2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026, 2027, 2028])
  })

  test('is preset to the month after the last one, over the turn of the year too', () => {
    expect(presetPeriod({ month: 10, year: 2026 }, today)).toEqual({ month: 11, year: 2026 })
    expect(presetPeriod({ month: 12, year: 2025 }, today)).toEqual({ month: 1, year: 2026 })
  })

  test('is preset to the current month for a first file, and when the last one is not offered', () => {
    expect(presetPeriod(null, today)).toEqual({ month: 11, year: 2026 })
    expect(presetPeriod({ month: 3, year: 2012 }, today)).toEqual({ month: 11, year: 2026 })
  })

  test('is not preset ahead of the current month: another file of it is a correction', () => {
    expect(presetPeriod({ month: 11, year: 2026 }, today)).toEqual({ month: 11, year: 2026 })
    expect(presetPeriod({ month: 12, year: 2026 }, today)).toEqual({ month: 12, year: 2026 })
  })

  test('is behind from the second month on, never without a last one', () => {
    expect(isBehind({ month: 11, year: 2026 }, today)).toBe(false)
    expect(isBehind({ month: 10, year: 2026 }, today)).toBe(false)
    expect(isBehind({ month: 9, year: 2026 }, today)).toBe(true)
    expect(isBehind({ month: 12, year: 2025 }, '2026-01-01')).toBe(false)
    expect(isBehind(null, today)).toBe(false)
  })

  test('UPLOAD-02 reads 10/2026, or Never', () => {
    expect(showPeriod({ month: 9, year: 2026 })).toBe('09/2026')
    expect(showPeriod(null)).toBe('Never')
  })
})
