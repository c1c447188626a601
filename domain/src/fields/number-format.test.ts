import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readNumber, showNumber } from './number-format.ts'

describe('REPORT-07 numbers by format string', () => {
  test.each([
    ['1234567', '#,##0', '1,234,567'],
    ['1234567', '0', '1234567'],
    ['1234.5', '$#,##0.00', '$1,234.50'],
    ['-1234.5', '$#,##0.00', '-$1,234.50'],
    ['12.5', '0.0%', '12.5%'],
    ['12', '0.##', '12'],
    ['7', '000', '007'],
    ['x', '0', ''],
  ])('%s by %s is %s', (value, format, shown) => {
    expect(showNumber(value, format)).toBe(shown)
  })

  test.each([
    ['$1,234.50', '$#,##0.00', '1234.5'],
    [' 1234 ', '#,##0', '1234'],
    ['12.5 %', '0.0%', '12.5'],
    ['-0', '0', '0'],
    ['1.25', '0.0', null],
    ['1,23', '#,##0', null],
    ['two', '0', null],
    ['', '0', null],
  ])('typed %s under %s is read as %s', (typed, format, value) => {
    expect(readNumber(typed, format)).toBe(value)
  })

  test('formatted numbers parse back', () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom('#,##0', '0', '$#,##0.00', '0.0%'), (number, format) => {
        expect(readNumber(showNumber(String(number), format), format)).toBe(String(number))
      }),
    )
  })
})
