import { z } from 'zod'
import { Nothing, route } from '../platform/route.ts'
import { PostalAddress } from './postal-address.ts'

/** Who says how the agency is written to. */
export const mayRunAgency = 'administrator'

/** What administrators say of the agency. */
export const AgencySettings = z.object({
  version: z.number().int(),
  /** Null until it is set: then no e-mail goes out to a contact. */
  postalAddress: PostalAddress.nullable(),
  /** Whether rights beyond the giver's own wait for a second security administrator. */
  secondApproval: z.boolean(),
})
export type AgencySettings = z.output<typeof AgencySettings>

export const AgencyToSave = z.strictObject({ version: z.number().int().min(1), postalAddress: PostalAddress })

/** The agency's own settings. */
export const agency = {
  settings: route({
    method: 'GET',
    path: '/api/Agency',
    allow: mayRunAgency,
    audit: { nothing: 'the agency’s own address' },
    summary: 'What the agency says of itself',
    input: Nothing,
    output: AgencySettings,
  }),
  save: route({
    method: 'PUT',
    path: '/api/Agency',
    allow: mayRunAgency,
    audit: 'own',
    summary: 'Set the postal address that stands under e-mails to contacts',
    input: AgencyToSave,
    output: AgencySettings,
  }),
  setApproval: route({
    method: 'PUT',
    path: '/api/Agency/SecondApproval',
    allow: mayRunAgency,
    audit: 'own',
    summary: "Have rights beyond the giver's own wait for a second security administrator, or not",
    input: z.strictObject({ version: z.number().int().min(1), secondApproval: z.boolean() }),
    output: AgencySettings,
  }),
}
