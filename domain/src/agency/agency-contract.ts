import { z } from 'zod'
import { oneLine } from '../fields/one-line.ts'
import { NoInput, route } from '../platform/route.ts'
import { plainNpn } from '../uploads/reading/plain-npn.ts'
import { AgencyIdentity } from './agency-identity.ts'
import { PostalAddress } from './postal-address.ts'

/** Claim expression for changing the agency's settings. */
export const mayRunAgency = 'administrator'

/** The agency's settings, maintained by administrators. */
export const AgencySettings = z.object({
  version: z.number().int(),
  /** Null until it is set; clients see the brand of the installation instead, without phone and email. */
  identity: AgencyIdentity.nullable(),
  /** Null until it is set; without it, no email is sent to contacts. */
  postalAddress: PostalAddress.nullable(),
  /** The agency's own NPN, which carriers give in books and statement lines; null if it has none. */
  npn: z.string().nullable(),
  /** Whether rights beyond the granter's own wait for a second security administrator. */
  secondApproval: z.boolean(),
})
export type AgencySettings = z.output<typeof AgencySettings>

export const AgencyToSave = z.strictObject({
  version: z.number().int().min(1),
  /** Null or absent leaves it as it is. */
  identity: AgencyIdentity.nullish(),
  postalAddress: PostalAddress,
  /** Empty: it has none; null or absent leaves it as it is. */
  npn: oneLine(35).transform(plainNpn).nullish(),
})
export type AgencyToSave = z.output<typeof AgencyToSave>

export const agency = {
  settings: route({
    method: 'GET',
    path: '/api/Agency',
    allow: mayRunAgency,
    audit: { nothing: 'the agency’s own name and address' },
    summary: "The agency's settings",
    input: NoInput,
    output: AgencySettings,
  }),
  save: route({
    method: 'PUT',
    path: '/api/Agency',
    allow: mayRunAgency,
    audit: 'own',
    summary: 'Set name, contact and postal address of the agency as clients see them',
    input: AgencyToSave,
    output: AgencySettings,
  }),
  setApproval: route({
    method: 'PUT',
    path: '/api/Agency/SecondApproval',
    allow: mayRunAgency,
    audit: 'own',
    summary: "Turn the second approval of rights beyond the granter's own on or off",
    input: z.strictObject({ version: z.number().int().min(1), secondApproval: z.boolean() }),
    output: AgencySettings,
  }),
}
