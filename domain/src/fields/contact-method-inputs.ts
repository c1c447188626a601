import { z } from 'zod'
import { TextFilter } from '../platform/page.ts'
import { phoneBeginning, readPhone } from './personal-numbers.ts'
import { stateCode } from './us-state.ts'

/** Text that may be empty; null, which the record's GET answers for nothing, is empty too. */
const Typed = z
  .string()
  .nullable()
  .transform((typed) => typed?.trim() ?? '')

/** Phone input, as ten digits; null when empty. */
export const PhoneInput = Typed.transform((typed, context) => {
  const digits = readPhone(typed)
  if (digits === null && typed !== '') context.addIssue('Not a Phone')
  return digits
})

/**
 * Filter of a list by the beginning of a phone number, whose other characters are dropped (CONTACT-02). A text without digits
 * stays as typed and finds nothing, as in the other filters.
 */
export const PhoneFilter = TextFilter.transform((typed) => phoneBeginning(typed ?? '') || typed)

/** Email input; null when empty. */
export const EmailInput = Typed.pipe(
  z
    .string()
    .max(254)
    .refine((typed) => typed === '' || z.email().safeParse(typed).success, 'Must be valid email')
    .transform((typed) => typed || null),
)

/** State input by name or code, as its code; null when empty. */
export const StateInput = Typed.transform((typed, context) => {
  const code = stateCode(typed)
  if (code === null && typed !== '') context.addIssue('Must be valid state')
  return code
})

/** Five digits, or nine as 12345-6789; null when empty. */
export const ZipInput = Typed.pipe(z.string().regex(/^(\d{5}(-\d{4})?)?$/, 'Must be valid zip code')).transform(
  (typed) => typed || null,
)
