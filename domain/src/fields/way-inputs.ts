import { z } from 'zod'
import { readPhone } from './personal-numbers.ts'
import { stateCode } from './us-state.ts'

/** Phone input, as ten digits; null when empty. */
export const PhoneInput = z
  .string()
  .trim()
  .transform((typed, context) => {
    const digits = readPhone(typed)
    if (digits === null && typed !== '') context.addIssue('Must be valid phone')
    return digits
  })

/** State input by name or code, as its code; null when empty. */
export const StateInput = z
  .string()
  .trim()
  .transform((typed, context) => {
    const code = stateCode(typed)
    if (code === null && typed !== '') context.addIssue('Must be valid state')
    return code
  })

/** Five digits, or nine as 12345-6789; null when empty. */
export const ZipInput = z
  .string()
  .trim()
  .regex(/^(\d{5}(-\d{4})?)?$/, 'Must be valid zip code')
  .transform((typed) => typed || null)
