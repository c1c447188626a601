import { digitsOf } from './personal-numbers.ts'

export type CardBrand = 'Visa' | 'Mastercard' | 'Amex' | 'Discover'

/**
 * Brand by the number's first digits; null while unknown. Ranges: ISO/IEC 7812 issuer identification numbers.
 */
export function cardBrand(typed: string): CardBrand | null {
  const digits = digitsOf(typed)
  if (/^4/.test(digits)) return 'Visa'
  if (/^3[47]/.test(digits)) return 'Amex'
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(digits)) return 'Mastercard'
  if (/^(6011|65|64[4-9])/.test(digits)) return 'Discover'
  return null
}

/** 13 to 19 digits with a valid check digit (Luhn, ISO/IEC 7812-1 annex B). */
export function isCardNumber(typed: string): boolean {
  const digits = digitsOf(typed)
  if (digits.length < 13 || digits.length > 19) return false
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** Formats digits in groups of four; Amex 4-6-5. */
export function showCardNumber(typed: string): string {
  const digits = digitsOf(typed).slice(0, 19)
  if (cardBrand(digits) === 'Amex')
    return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, 15)].filter(Boolean).join(' ')
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** Formats a partial expiry: 1227 → 12/27 (CONST-12). */
export function showExpiry(typed: string): string {
  const digits = digitsOf(typed).slice(0, 4)
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits
}

/** Whether MM/YY is a month that has not ended on `today` (YYYY-MM-DD). */
export function isExpiry(typed: string, today: string): boolean {
  const parts = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(typed)
  return parts !== null && `20${parts[2]}-${parts[1]}` >= today.slice(0, 7)
}

/** Three digits, four for Amex. */
export function isCvv(typed: string, brand: CardBrand | null): boolean {
  return brand === null ? /^\d{3,4}$/.test(typed) : new RegExp(`^\\d{${brand === 'Amex' ? 4 : 3}}$`).test(typed)
}
