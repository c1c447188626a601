import { describe, expect, it } from 'vitest'
import { isSsn, phoneBeginning, readPhone, showPhone, showSsn } from './personal-numbers.ts'

describe('phone and SSN', () => {
  it('CONST-11 formats a partial phone number', () => {
    expect(showPhone('5551234567')).toBe('(555) 123-4567')
    expect(showPhone('555')).toBe('(555')
    expect(showPhone('55512')).toBe('(555) 12')
    expect(showPhone('555123456789')).toBe('(555) 123-4567')
    expect(showPhone('')).toBe('')
  })

  it('CONST-11 parses ten digits in the usual notations, and nothing else', () => {
    for (const typed of ['5551234567', '(555) 123-4567', '+1 555 123 4567', '555.123.4567'])
      expect(readPhone(typed)).toBe('5551234567')
    for (const wrong of ['555123456', '555123456x', '25551234567', '']) expect(readPhone(wrong)).toBeNull()
  })

  it('reads the beginning of a phone number without the country code', () => {
    for (const [typed, digits] of [
      ['+1 (555) 123-45', '55512345'],
      ['1 555 123 4567', '5551234567'],
      ['(555) 1', '5551'],
      ['1555', '1555'],
      ['call me', ''],
    ] as const)
      expect(phoneBeginning(typed), typed).toBe(digits)
  })

  it('CONST-11 formats a partial social security number', () => {
    expect(showSsn('123456789')).toBe('123-45-6789')
    expect(showSsn('1234')).toBe('123-4')
    expect(isSsn('123-45-6789')).toBe(true)
    expect(isSsn('123-45-678')).toBe(false)
  })
})
