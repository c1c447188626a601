/** Digits of a text. */
export function digitsOf(typed: string): string {
  return typed.replace(/\D/g, '')
}

/** Formats a partial number: 5551234567 → (555) 123-4567 (CONST-11). */
export function showPhone(typed: string | null | undefined): string {
  const digits = digitsOf(typed ?? '').slice(0, 10)
  if (digits.length === 0) return ''
  if (digits.length <= 3) return `(${digits}`
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}

/** Ten digits of a US number without the country code 1; null otherwise. */
export function readPhone(typed: string): string | null {
  const digits = digitsOf(typed)
  const ten = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
  return ten.length === 10 && /^[\d\s().+-]*$/.test(typed) ? ten : null
}

/** Digits of the beginning of a phone number in any notation, as numbers are stored: without the country code 1. */
export function phoneBeginning(typed: string): string {
  const digits = digitsOf(typed)
  const hasCountry = /^\s*\+1/.test(typed) || (digits.length === 11 && digits.startsWith('1'))
  return hasCountry ? digits.slice(1) : digits
}

/** Formats a partial number: 123456789 → 123-45-6789 (CONST-11). */
export function showSsn(typed: string): string {
  const digits = digitsOf(typed).slice(0, 9)
  return [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].filter(Boolean).join('-')
}

export function isSsn(typed: string): boolean {
  return /^\d{3}-?\d{2}-?\d{4}$/.test(typed.trim())
}
