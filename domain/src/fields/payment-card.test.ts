import { describe, expect, it } from 'vitest'
import { cardBrand, isCardNumber, isCvv, isExpiry, showCardNumber, showExpiry } from './payment-card.ts'

describe('a payment card', () => {
  it('CONST-12 formats a partial expiry as MM/YY', () => {
    expect(showExpiry('1')).toBe('1')
    expect(showExpiry('12')).toBe('12')
    expect(showExpiry('122')).toBe('12/2')
    expect(showExpiry('1227')).toBe('12/27')
    expect(showExpiry('12/27')).toBe('12/27')
  })

  it('CONST-12 accepts the current and later months', () => {
    expect(isExpiry('11/26', '2026-11-30')).toBe(true)
    expect(isExpiry('10/26', '2026-11-01')).toBe(false)
    expect(isExpiry('13/26', '2026-11-01')).toBe(false)
  })

  it('CONST-12 detects the brand by the first digits', () => {
    const brands = {
      '4': 'Visa',
      '51': 'Mastercard',
      '2221': 'Mastercard',
      '2720': 'Mastercard',
      '37': 'Amex',
      '6011': 'Discover',
    }
    for (const [digits, brand] of Object.entries(brands)) expect(cardBrand(digits)).toBe(brand)
    expect(cardBrand('')).toBeNull()
    expect(cardBrand('2721')).toBeNull()
  })

  it('CONST-12 groups the digits (Amex 4-6-5) and validates the check digit', () => {
    expect(showCardNumber('4111111111111111')).toBe('4111 1111 1111 1111')
    expect(showCardNumber('378282246310005')).toBe('3782 822463 10005')
    expect(isCardNumber('4111 1111 1111 1111')).toBe(true)
    expect(isCardNumber('4111 1111 1111 1112')).toBe(false)
    expect(isCardNumber('411111111111')).toBe(false)
    expect(isCvv('1234', 'Amex')).toBe(true)
    expect(isCvv('1234', 'Visa')).toBe(false)
  })
})
