import { describe, expect, test } from 'vitest'
import { type Coverage, coverageEvents } from './coverage-events.ts'

const today = '2026-11-25'
const titles = (coverage: Coverage, on = today) =>
  coverageEvents(coverage, on).map(({ title, state }) => `${title} · ${state.word}`)

describe('events of a coverage', () => {
  test('CUST-17 a pending policy of next year is announced, and its planned end is no event', () => {
    const next = { status: 'Pending', effectiveDate: '2027-01-01', termDate: '2027-12-31' } as const
    expect(titles(next)).toEqual(['Coverage starts 01/01/2027 · Pending'])
    expect(titles({ ...next, status: 'Active' })).toEqual([
      'Coverage starts 01/01/2027 · Active',
      'Coverage ends 12/31/2027 · Active',
    ])
  })

  test('coverage begins on its first day and not before', () => {
    const active = { status: 'Active', effectiveDate: today, termDate: null } as const
    expect(titles(active, '2026-11-24')).toEqual(['Coverage starts 11/25/2026 · Active'])
    expect(titles(active)).toEqual(['Coverage began · Active'])
  })

  test('a policy that is still pending on its first day has not begun', () => {
    expect(titles({ status: 'Pending', effectiveDate: '2026-11-01', termDate: null })).toEqual([
      'Coverage was to start 11/01/2026 · Pending',
    ])
  })

  test('a cancelled policy never was in force, whatever its dates', () => {
    for (const termDate of [null, '2026-01-01', '2026-06-30', '2027-12-31'])
      expect(titles({ status: 'Cancelled', effectiveDate: '2026-01-01', termDate })).toEqual([
        'Cancelled, never in force · Cancelled',
      ])
    expect(titles({ status: 'Cancelled', effectiveDate: null, termDate: null })).toEqual([])
  })

  test('the last day of a terminated policy is still covered', () => {
    const ended = { status: 'Terminated', effectiveDate: '2026-01-01', termDate: today } as const
    expect(titles(ended)).toEqual(['Coverage began · Terminated', 'Coverage ends 11/25/2026 · Terminated'])
    expect(titles(ended, '2026-11-26')).toEqual(['Coverage began · Terminated', 'Coverage ended · Ended'])
  })

  test('a policy that ended before its first day never was in force', () => {
    expect(titles({ status: 'Terminated', effectiveDate: '2026-02-01', termDate: '2026-01-31' })).toEqual([
      'Never in force · Terminated',
    ])
    expect(titles({ status: 'Terminated', effectiveDate: '2027-01-01', termDate: null })).toEqual([
      'Never in force · Terminated',
    ])
  })
})
