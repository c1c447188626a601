import { describe, expect, it } from 'vitest'
import { dateDigits, dateOfShortYear, dateOfYearFirst, dateText, dateValue, groupDate } from './date-text.ts'

describe('the text of a date input', () => {
  it('CONST-07 groups digits as MM/DD/YYYY', () => {
    expect(groupDate('1')).toBe('1')
    expect(groupDate('122')).toBe('12/2')
    expect(groupDate('12252026')).toBe('12/25/2026')
  })
  it('CONST-07 reads dates with and without leading zeros, and pasted ISO dates', () => {
    expect(dateDigits('1/2/2026')).toBe('01022026')
    expect(dateDigits('1.2.2026')).toBe('01022026')
    expect(dateDigits('12/25/2026')).toBe('12252026')
    expect(dateDigits('2026-12-25')).toBe('12252026')
    expect(dateDigits('2026-12-25T10:00:00Z')).toBe('12252026')
  })
  it('CONST-07 pads a month or day when the separator is typed, and not when a digit is deleted', () => {
    expect(dateDigits('3/', '/')).toBe('03')
    expect(dateDigits('03/4/', '/')).toBe('0304')
    expect(dateDigits('3/14/1988', '')).toBe('3141988')
    expect(dateDigits('1/14/1988', '1')).toBe('1141988')
  })
  it('CONST-07 converts between YYYY-MM-DD and MM/DD/YYYY', () => {
    expect(dateValue('12/25/2026')).toBe('2026-12-25')
    expect(dateText('2026-12-25')).toBe('12/25/2026')
  })
  it('reads a two-digit year as the one within ten years ahead, else as the last century’s', () => {
    expect(dateOfShortYear('01/31/26', 2026)).toBe('2026-01-31')
    expect(dateOfShortYear('12/31/36', 2026)).toBe('2036-12-31')
    expect(dateOfShortYear('05/14/37', 2026)).toBe('1937-05-14')
    expect(dateOfShortYear('02/30/26', 2026)).toBeNull()
    expect(dateOfShortYear('01/31/2', 2026)).toBeNull()
    expect(dateOfShortYear('2026-01-31', 2026)).toBeNull()
  })
  it('reads eight digits that begin with the year, as 2026-01-05 typed key by key', () => {
    expect(dateOfYearFirst(groupDate(dateDigits('2026-01-05', '5')))).toBe('2026-01-05')
    expect(dateOfYearFirst('19/85/1231')).toBe('1985-12-31')
    expect(dateOfYearFirst('20/26/0230')).toBeNull()
    expect(dateOfYearFirst('20/26/01')).toBeNull()
    expect(dateOfYearFirst('12/26/2026')).toBeNull()
  })
  it('keeps text that is not a date, so that the schema can refuse it', () => {
    expect(dateValue('02/30/1988')).toBe('02/30/1988')
    expect(dateText('02/30/1988')).toBe('02/30/1988')
  })
})
