import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountOf, cents, readMoney, readPercent, showAmount, showMoney, showPercent } from './amount.ts'

describe('money and percent', () => {
  it('CONST-13 money is shown as $1,234.50, negatives in parentheses', () => {
    expect(showMoney('1234.5')).toBe('$1,234.50')
    expect(showMoney('-1234567.89')).toBe('($1,234,567.89)')
    expect(showAmount('999.99')).toBe('999.99')
    expect(showMoney('')).toBe('')
    expect(showMoney(null)).toBe('')
  })

  it('CONST-13 money is read as it is typed', () => {
    expect(readMoney('1234.5')).toBe('1234.50')
    expect(readMoney(' $1,234.50 ')).toBe('1234.50')
    expect(readMoney('($66.00)')).toBe('-66.00')
    expect(readMoney('-66')).toBe('-66.00')
    for (const wrong of ['', 'two', '1.234,50', '12,34.00', '1.005', '1,2', '66.00-', '1-2', '(66', '66)', '--1'])
      expect(readMoney(wrong)).toBeNull()
  })

  it('CONST-13 every amount comes back as it was, whole cents and no float', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (whole) => {
        const amount = amountOf(whole)
        expect(cents(amount)).toBe(whole)
        expect(readMoney(showMoney(amount))).toBe(amount)
      }),
    )
  })

  it('CONST-13 12.5 is shown as 12.5% and read back', () => {
    expect(showPercent('12.5')).toBe('12.5%')
    expect(readPercent('12.5 %')).toBe('12.5')
    expect(readPercent('100')).toBe('100')
    expect(readPercent('half')).toBeNull()
    expect(showPercent('half')).toBe('')
  })
})
