import { z } from 'zod'
import { anyone } from '../access/claim-expression.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { oneLine } from '../fields/one-line.ts'
import { PhoneInput } from '../fields/way-inputs.ts'
import { ZipCode } from '../fields/zip-code.ts'
import { sexes } from '../offline/offline-fields.ts'
import { Done, route } from '../platform/route.ts'
import { relationships } from './household-rule.ts'

/** What the browser of somebody who came over holds: worth what its visit is, on the sandbox exchange alone. */
const Visit = z.string().max(100)
const visit = { visit: Visit }

const filled = (most: number) => oneLine(most).min(1, 'Required')

export const SandboxPerson = z.strictObject({
  firstName: filled(50),
  lastName: filled(50),
  dob: CalendarDate,
  sex: z.string().pipe(z.enum(sexes, 'Required')),
  relationship: z.string().pipe(z.enum(relationships, 'Required')),
  /** Wants to be covered; others only count for the tax return. */
  applies: z.boolean(),
})
export type SandboxPerson = z.infer<typeof SandboxPerson>

/** A household application as it is filled in on the sandbox exchange. */
export const SandboxHousehold = z.strictObject({
  persons: z.array(SandboxPerson).min(1).max(12),
  phone: PhoneInput,
  email: z.union([z.literal(''), z.email('Must be valid email').max(254)]).transform((typed) => typed || null),
  address: oneLine(200).transform((typed) => typed || null),
  zipCode: ZipCode,
  /** Which county of the zip code, by its FIPS number. */
  countyFips: z.string().regex(/^\d{5}$/, 'Choose a county'),
  /** Of everybody on the tax return together, a year. */
  income: z
    .string()
    .trim()
    .regex(/^\d{1,8}(\.\d{2})?$/, 'Must be an amount'),
})
export type SandboxHousehold = z.infer<typeof SandboxHousehold>

const nobodys = { nothing: 'the sandbox exchange’s own, of somebody whom a hand-off told it of' } as const

export const sandbox = {
  visit: route({
    method: 'POST',
    path: '/api/SandboxExchange/visit',
    allow: anyone,
    audit: nobodys,
    repeat: { harmless: 'it changes nothing' },
    summary: 'The sandbox exchange: who came over with a hand-off',
    input: z.strictObject(visit),
    output: z.object({
      name: z.string(),
      /** The year that is applied for. */
      year: z.number().int(),
      today: z.string(),
    }),
  }),
  counties: route({
    method: 'POST',
    path: '/api/SandboxExchange/counties',
    allow: anyone,
    audit: nobodys,
    repeat: { harmless: 'it changes nothing' },
    summary: 'The sandbox exchange: the counties of a zip code',
    input: z.strictObject({ ...visit, zipCode: ZipCode }),
    output: z.array(z.object({ fips: z.string(), name: z.string(), state: z.string() })),
  }),
  submit: route({
    method: 'POST',
    path: '/api/SandboxExchange/applications',
    allow: anyone,
    audit: 'own',
    summary: 'The sandbox exchange: send a household application in; a second time in one visit answers the first one',
    input: SandboxHousehold.extend(visit),
    output: z.object({ exchangeId: z.string() }),
  }),
  leave: route({
    method: 'POST',
    path: '/api/SandboxExchange/leave',
    allow: anyone,
    audit: nobodys,
    repeat: { harmless: 'a visit ends once' },
    summary: 'The sandbox exchange: end the visit',
    input: z.strictObject(visit),
    output: Done,
  }),
}
