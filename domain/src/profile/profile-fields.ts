import { z } from 'zod'
import { ContactWays } from '../contacts/contact-fields.ts'
import { oneLine } from '../fields/one-line.ts'

/** What a person says about himself or herself in My Account (PROFILE-07 to PROFILE-10, PROFILE-15). */
export const ProfileFields = z.strictObject({
  firstName: oneLine(50).min(1, 'First name is required'),
  middleName: oneLine(50).default(''),
  lastName: oneLine(50).default(''),
  /** The user name at the exchange. */
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
