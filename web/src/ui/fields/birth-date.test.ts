import { describe, expect, test } from 'vitest'
import { birthDays, birthMonths, birthYears, joined, partsOf, readDigits } from './birth-date.ts'

describe('a date of birth in three selects', () => {
  test('OFFLINE-08 CONST-05 the years go 110 back from this one, beside twelve months and 31 days', () => {
    const years = birthYears(2026, 110)
    expect([years[0]?.value, years.at(-1)?.value, years.length]).toEqual(['2026', '1916', 111])
    expect([birthMonths.length, birthDays.length]).toEqual([12, 31])
  })

  test('OFFLINE-08 digits name a choice as soon as they can, and go on when no other can follow', () => {
    expect(readDigits('month', '0')).toEqual({ value: undefined, done: false })
    expect(readDigits('month', '03')).toEqual({ value: '03', done: true })
    expect(readDigits('month', '1')).toEqual({ value: '01', done: false })
    expect(readDigits('month', '12')).toEqual({ value: '12', done: true })
    expect(readDigits('month', '13')).toEqual({ value: undefined, done: true })
    expect(readDigits('month', '5')).toEqual({ value: '05', done: true })
    expect(readDigits('day', '3')).toEqual({ value: '03', done: false })
    expect(readDigits('day', '4')).toEqual({ value: '04', done: true })
    expect(readDigits('year', '198')).toEqual({ value: undefined, done: false })
    expect(readDigits('year', '1988')).toEqual({ value: '1988', done: true })
  })

  test('OFFLINE-08 a date half chosen keeps its parts', () => {
    expect(joined(partsOf('1988-03-14'))).toBe('1988-03-14')
    expect(joined({ year: '', month: '03', day: '' })).toBe('-03-')
    expect(partsOf('-03-')).toEqual({ year: '', month: '03', day: '' })
    expect(joined(partsOf(''))).toBe('')
  })
})
