import { z } from 'zod'
import { ContactWays } from '../contacts/contact-fields.ts'
import { oneLine } from '../fields/one-line.ts'

/** Fields of My Account (PROFILE-07 to PROFILE-10, PROFILE-15). */
export const ProfileFields = z.strictObject({
  firstName: oneLine(50).min(1, 'First name is required'),
  middleName: oneLine(50).default(''),
  lastName: oneLine(50).default(''),
  /** User name at the exchange. */
  FFEID: oneLine(60).default(''),
  NPN: z
    .string()
    .trim()
    .regex(/^\d{0,10}$/, 'Digits only, at most 10')
    .default(''),
  ...ContactWays.shape,
})
export type ProfileFields = z.output<typeof ProfileFields>
export type ProfileInput = z.input<typeof ProfileFields>
