import { z } from 'zod'
import { showZip } from '../fields/zip-code.ts'

const purposes = z.array(z.object({ purposeId: z.number().int() }))

/** Contact methods as stored, with ids. Sending them back unchanged changes nothing. */
export const ContactMethods = z.object({
  emails: z.array(z.object({ email: z.string(), purposes })),
  phones: z.array(z.object({ phone: z.string(), purposes })),
  addresses: z.array(
    z.object({
      address: z.string(),
      countryId: z.number().int().nullable(),
      stateId: z.number().int().nullable(),
      cityId: z.number().int().nullable(),
      zipCode: z.string(),
      purposes,
    }),
  ),
})
export type ContactMethods = z.infer<typeof ContactMethods>

const names = z.array(z.string())

/** Contact methods with names instead of ids. */
export const NamedContactMethods = z.object({
  emails: z.array(z.object({ email: z.string(), purposes: names })),
  phones: z.array(z.object({ phone: z.string(), purposes: names })),
  addresses: z.array(
    z.object({
      address: z.string(),
      city: z.string().nullable(),
      state: z.string().nullable(),
      country: z.string().nullable(),
      zipCode: z.string(),
      purposes: names,
    }),
  ),
})
export type NamedContactMethods = z.infer<typeof NamedContactMethods>

/** Address on one line: '12 Palm Ave, Miami, FL 33101, US'. */
export function addressInWords(entry: NamedContactMethods['addresses'][number]): string {
  const place = [entry.state, showZip(entry.zipCode)].filter(Boolean).join(' ')
  return [entry.address, entry.city, place, entry.country].filter(Boolean).join(', ')
}
