import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Amount, amountOf, cents, readMoney, readPercent, showAmount, showMoney, showPercent } from './amount.ts'

describe('money and percent', () => {
  it('CONST-13 money is shown as $1,234.50, negatives in parentheses', () => {
    expect(showMoney('1234.5')).toBe('$1,234.50')
    expect(showMoney('-1234567.89')).toBe('($1,234,567.89)')
    expect(showAmount('999.99')).toBe('999.99')
    expect(showMoney('')).toBe('')
    expect(showMoney(null)).toBe('')
  })

  it('CONST-13 money input is parsed', () => {
    expect(readMoney('1234.5')).toBe('1234.50')
    expect(readMoney(' $1,234.50 ')).toBe('1234.50')
    expect(readMoney('($66.00)')).toBe('-66.00')
    expect(readMoney('-66')).toBe('-66.00')
    for (const wrong of ['', 'two', '1.234,50', '12,34.00', '1.005', '1,2', '66.00-', '1-2', '(66', '66)', '--1'])
      expect(readMoney(wrong)).toBeNull()
  })

  it('CONST-13 every amount round-trips in whole cents, without floats', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (whole) => {
        const amount = amountOf(whole)
        expect(cents(amount)).toBe(whole)
        expect(readMoney(showMoney(amount))).toBe(amount)
      }),
    )
  })

  it('CONST-13 12.5 is formatted as 12.5% and parsed back', () => {
    expect(showPercent('12.5')).toBe('12.5%')
    expect(readPercent('12.5 %')).toBe('12.5')
    expect(readPercent('100')).toBe('100')
    expect(readPercent('half')).toBeNull()
    expect(showPercent('half')).toBe('')
  })
})

describe('P-90 amounts, to the last character', () => {
  it('an amount of the API has an optional minus, digits and two decimals', () => {
    const taken = (text: string) => Amount.safeParse(text).success
    expect(['0.00', '612.84', '-66.00', '1234567.89'].filter((text) => !taken(text))).toEqual([])
    const not = [
      '',
      '1',
      '1.5',
      '1.500',
      '+1.00',
      '1.00 ',
      ' 1.00',
      'x1.00',
      '1.00x',
      'a.00',
      '1.aa',
      '.50',
      '1,000.00',
    ]
    expect(not.filter(taken)).toEqual([])
    expect(Amount.safeParse('1').error?.issues[0]?.message).toBe('Type an amount, like 1250.50')
  })

  it('a number beyond exact integers is not an amount', () => {
    expect(cents('90071992547409.91')).toBe(Number.MAX_SAFE_INTEGER)
    expect([cents('90071992547409.92'), cents('99999999999999999')]).toEqual([null, null])
    expect([readMoney('99999999999999999'), showMoney('99999999999999999')]).toEqual([null, ''])
  })

  it('zero is not negative', () => {
    expect([showMoney('0'), showMoney('-0.00'), cents('-0')]).toEqual(['$0.00', '$0.00', 0])
    expect([readMoney('(5)'), readMoney('($5.25)'), readMoney('-$5')]).toEqual(['-5.00', '-5.25', '-5.00'])
  })

  it('a percent is a number with optional decimals, and nothing else', () => {
    expect(['12.5', ' 12.25 ', '-3', '100.125'].map(showPercent)).toEqual(['12.5%', '12.25%', '-3%', '100.125%'])
    expect(['x12', '12x', '1.', '.5', '1.x', 'x'].map(showPercent)).toEqual(['', '', '', '', '', ''])
    expect(['12.25 %', '7', '-3.125'].map(readPercent)).toEqual(['12.25', '7', '-3.125'])
    expect(['x12', '12x', '1.2.3', '--1', ''].map(readPercent)).toEqual([null, null, null, null, null])
  })
})
