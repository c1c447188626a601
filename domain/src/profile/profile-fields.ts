import { z } from 'zod'
import { oneLine } from '../fields/one-line.ts'
import { digitsOf, readPhone } from '../fields/personal-numbers.ts'

/** Most entries in each list of a profile. */
export const mostEntries = 20

const LookupId = z.int32().min(1, 'Not valid')
/** A select that nothing is chosen in holds '' or null. */
const Chosen = z.union([LookupId, z.null(), z.literal('').transform(() => null)])
const Purposes = z.array(z.strictObject({ purposeId: LookupId })).max(mostEntries)

/** An e-mail address of a profile: required, valid, at most 62 characters (PROFILE-09). */
export const EmailText = z
  .string()
  .trim()
  .min(1, 'Email is required')
  .max(62, 'At most 62 characters')
  .pipe(z.email('Not valid'))

/** A US phone number however it is written; comes out as its ten digits (CONST-11, A-119). */
export const PhoneText = z
  .string()
  .max(40, 'Not a Phone')
  .transform((typed, context) => {
    const digits = readPhone(typed)
    if (digits !== null) return digits
    context.addIssue({ code: 'custom', message: 'Not a Phone' })
    return z.NEVER
  })

export const ProfileEmail = z.strictObject({ email: EmailText, purposes: Purposes })
export const ProfilePhone = z.strictObject({ phone: PhoneText, purposes: Purposes })
export const ProfileAddress = z.strictObject({
  address: oneLine(95).min(1, 'Address is required'),
  countryId: Chosen,
  stateId: Chosen,
  cityId: Chosen,
  /** Other characters than digits are dropped (PROFILE-10); room for ZIP+4. */
  zipCode: z.string().max(40, 'At most 9 digits').transform(digitsOf).pipe(z.string().max(9, 'At most 9 digits')),
  purposes: Purposes,
})

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
  emails: z
    .array(ProfileEmail)
    .max(mostEntries, `At most ${mostEntries}`)
    .check(noneTwice('email', ({ email }) => email.toLowerCase())),
  phones: z
    .array(ProfilePhone)
    .max(mostEntries, `At most ${mostEntries}`)
    .check(noneTwice('phone', ({ phone }) => phone)),
  addresses: z.array(ProfileAddress).max(mostEntries, `At most ${mostEntries}`),
})
export type ProfileFields = z.output<typeof ProfileFields>
export type ProfileInput = z.input<typeof ProfileFields>

/** Complains at the second of two entries with the same key. */
function noneTwice<Entry>(field: string, keyOf: (entry: Entry) => string) {
  return ({ value, issues }: z.core.ParsePayload<Entry[]>) => {
    const seen = new Set<string>()
    for (const [index, entry] of value.entries()) {
      const key = keyOf(entry)
      if (seen.has(key)) issues.push({ code: 'custom', path: [index, field], message: 'Listed twice', input: entry })
      seen.add(key)
    }
  }
}
