import { z } from 'zod'
import { oneLine } from '../fields/one-line.ts'
import { stateCode } from '../fields/us-state.ts'

const State = oneLine(40)
  .min(1, 'State is required')
  .transform((typed, context) => {
    const code = stateCode(typed)
    if (code === null) context.addIssue('Must be valid state')
    return code ?? ''
  })

/**
 * Postal address of the agency: a street, or a box of the Postal Service or of a registered agent (16 CFR 316.2(p)).
 */
export const PostalAddress = z.strictObject({
  street: oneLine(100).min(1, 'Street or PO box is required'),
  unit: oneLine(100).default(''),
  city: oneLine(60).min(1, 'City is required'),
  state: State,
  zipCode: z
    .string()
    .trim()
    .min(1, 'ZIP code is required')
    .regex(/^(\d{5}(-\d{4})?)?$/, 'Must be valid zip code'),
})
export type PostalAddress = z.output<typeof PostalAddress>

/** Lines of the address, as on an envelope. */
export function postalLines({ street, unit, city, state, zipCode }: PostalAddress): string[] {
  return [street, unit, `${city}, ${state} ${zipCode}`].filter((line) => line !== '')
}
