import { describe, expect, it } from 'vitest'
import {
  ageOn,
  historyYears,
  hours,
  isAdult,
  isCalendarDate,
  longMonthNames,
  monthNames,
  nearYears,
  readDate,
  showDate,
  todayIn,
} from './calendar-date.ts'

describe('dates', () => {
  it('CONST-04 the year list has 80 years from 2021', () => {
    expect(historyYears).toHaveLength(80)
    expect(historyYears[0]).toBe(2021)
    expect(historyYears.at(-1)).toBe(1942)
  })

  it('CONST-05 there are 12 months, and hours from 0 to 23', () => {
    expect(monthNames).toHaveLength(12)
    expect(longMonthNames).toHaveLength(12)
    expect(hours).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23])
  })

  it('CONST-06 the other year list ranges from 10 years ago to 2 years ahead', () => {
    const years = nearYears(2026)
    expect([years[0], years.at(-1), years.length]).toEqual([2016, 2028, 13])
  })

  it('CONST-07 dates are shown and read as MM/DD/YYYY', () => {
    expect(showDate('2026-11-09')).toBe('11/09/2026')
    expect(showDate('2026-11-09T23:30:00Z')).toBe('11/09/2026')
    expect(showDate(null)).toBe('')
    expect(readDate('1/9/2026')).toBe('2026-01-09')
    for (const wrong of ['02/30/1988', '13/01/2026', '11/09/26', '2026-11-09', '']) expect(readDate(wrong)).toBeNull()
  })

  it('CONST-07 rejects days that do not exist', () => {
    expect(isCalendarDate('2024-02-29')).toBe(true)
    expect(isCalendarDate('2000-02-29')).toBe(true)
    for (const wrong of ['2026-02-29', '1900-02-29', '2026-04-31', '2026-00-01', '2026-1-1']) {
      expect(isCalendarDate(wrong)).toBe(false)
    }
  })

  it('CONST-07 today is in the agency’s time zone, not the server’s', () => {
    expect(todayIn(new Date('2026-11-21T03:00:00Z'))).toBe('2026-11-20')
    expect(todayIn(new Date('2026-11-21T06:00:00Z'))).toBe('2026-11-21')
  })

  it('CONST-10 a person turning 18 today is of age, one turning 18 tomorrow is not', () => {
    expect(isAdult('2008-11-21', '2026-11-21')).toBe(true)
    expect(isAdult('2008-11-22', '2026-11-21')).toBe(false)
    expect(ageOn('2008-02-29', '2026-02-28')).toBe(17)
    expect(ageOn('2008-02-29', '2026-03-01')).toBe(18)
  })
})
