import { z } from 'zod'
import { oneLine } from '../fields/one-line.ts'
import { readPhone } from '../fields/personal-numbers.ts'

/** Name and contact of the agency as its clients see them: on pages, in messages, consents and files. */
export const AgencyIdentity = z.strictObject({
  name: oneLine(80).min(1, 'Agency name is required'),
  /** Ten digits. */
  phone: z
    .string()
    .trim()
    .min(1, 'Phone is required')
    .transform((typed, context) => {
      const digits = readPhone(typed)
      if (digits === null) context.addIssue('Not a Phone')
      return digits ?? ''
    }),
  email: oneLine(254).min(1, 'Email is required').pipe(z.email('Must be valid email')),
})
export type AgencyIdentity = z.output<typeof AgencyIdentity>
