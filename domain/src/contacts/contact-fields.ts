import { z } from 'zod'
import { oneLine } from '../fields/one-line.ts'
import { digitsOf, readPhone } from '../fields/personal-numbers.ts'

/** Maximum number of entries in each list of a contact. */
export const maxEntries = 20

const LookupId = z.int32().min(1, 'Not valid')
/** An empty select is '' or null. */
const Chosen = z.union([LookupId, z.null(), z.literal('').transform(() => null)])
const Purposes = z.array(z.strictObject({ purposeId: LookupId })).max(maxEntries)

/** An email address of a contact: required, valid, at most 62 characters (PROFILE-09). */
export const EmailText = z
  .string()
  .trim()
  .min(1, 'Email is required')
  .max(62, 'At most 62 characters')
  .pipe(z.email('Must be valid email'))

/** US phone number in any notation; parsed to its ten digits (CONST-11, A-119). */
export const PhoneText = z
  .string()
  .max(40, 'Not a Phone')
  .transform((typed, context) => {
    const digits = readPhone(typed)
    if (digits !== null) return digits
    context.addIssue({ code: 'custom', message: 'Not a Phone' })
    return z.NEVER
  })

const Email = z.strictObject({ email: EmailText, purposes: Purposes })
const Phone = z.strictObject({ phone: PhoneText, purposes: Purposes })
const Address = z.strictObject({
  address: oneLine(95).min(1, 'Address is required'),
  countryId: Chosen,
  stateId: Chosen,
  cityId: Chosen,
  /** Characters other than digits are dropped (PROFILE-10); room for ZIP+4. */
  zipCode: z.string().max(40, 'At most 9 digits').transform(digitsOf).pipe(z.string().max(9, 'At most 9 digits')),
  purposes: Purposes,
})

/** Contact methods, each with its purposes (PROFILE-02, PROFILE-15). */
export const ContactMethodFields = z.strictObject({
  emails: z
    .array(Email)
    .max(maxEntries, `At most ${maxEntries}`)
    .check(noneTwice('email', ({ email }) => email.toLowerCase())),
  phones: z
    .array(Phone)
    .max(maxEntries, `At most ${maxEntries}`)
    .check(noneTwice('phone', ({ phone }) => phone)),
  addresses: z.array(Address).max(maxEntries, `At most ${maxEntries}`),
})
export type ContactMethodFields = z.output<typeof ContactMethodFields>
export type ContactMethodFieldsInput = z.input<typeof ContactMethodFields>

/** Names of the lists in a contact's history. */
export const contactListNames = { emails: 'Emails', phones: 'Phones', addresses: 'Addresses' } as const

/** Reports the second of two entries with the same key. */
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
