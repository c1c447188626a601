import { z } from 'zod'

/** Five-digit ZIP code. */
export const ZipCode = z.string().regex(/^\d{5}$/, 'Not a ZIP code')

/** 331361234 → 33136-1234, as far as it is typed. */
export function showZip(digits: string): string {
  return [digits.slice(0, 5), digits.slice(5, 9)].filter(Boolean).join('-')
}
