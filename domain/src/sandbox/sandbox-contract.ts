import { z } from 'zod'
import { anyone } from '../access/claim-expression.ts'
import { lifeEvents } from '../eligibility/special-enrollment.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { PhoneInput } from '../fields/contact-method-inputs.ts'
import { oneLine } from '../fields/one-line.ts'
import { ZipCode } from '../fields/zip-code.ts'
import { sexes } from '../offline/offline-fields.ts'
import { Done, route } from '../platform/route.ts'
import { relationships } from './household-rule.ts'

/** Visit token that the browser holds after a hand-off, valid only on the sandbox exchange. */
const Visit = z.string().max(100)
const visit = { visit: Visit }
/** Id of a client's link; accepts any text, so that a malformed id is answered like an unknown one. */
const LinkId = z.string().max(200)

const filled = (most: number) => oneLine(most).min(1, 'Required')

export const SandboxPerson = z.strictObject({
  firstName: filled(50),
  lastName: filled(50),
  dob: CalendarDate,
  sex: z.string().pipe(z.enum(sexes, 'Required')),
  relationship: z.string().pipe(z.enum(relationships, 'Required')),
  /** Applies for coverage; other people only count for the tax return. */
  applies: z.boolean(),
})
export type SandboxPerson = z.infer<typeof SandboxPerson>

/** Household application as entered on the sandbox exchange. */
export const SandboxHousehold = z.strictObject({
  persons: z.array(SandboxPerson).min(1).max(12),
  phone: PhoneInput,
  email: z.union([z.literal(''), z.email('Must be valid email').max(254)]).transform((typed) => typed || null),
  address: oneLine(200).transform((typed) => typed || null),
  zipCode: ZipCode,
  /** County of the ZIP code, by FIPS code. */
  countyFips: z.string().regex(/^\d{5}$/, 'Choose a county'),
  /** Yearly income of everyone on the tax return. */
  income: z
    .string()
    .trim()
    .regex(/^\d{1,8}(\.\d{2})?$/, 'Must be an amount such as 1234.50'),
  /** Life event for which coverage of this year is applied for; none in open enrollment. */
  event: z.enum(lifeEvents).or(z.literal('')).default(''),
  /** Its day, for a loss of coverage the last day that was covered. */
  eventDate: CalendarDate.or(z.literal('')).default(''),
})
export type SandboxHousehold = z.infer<typeof SandboxHousehold>

const sandboxOnly = { nothing: 'the sandbox exchange’s own, about a person whom a hand-off named' } as const

const ofExchange = { notNeeded: 'it is the exchange itself, which asks for consent on its own page' } as const

export const sandbox = {
  visit: route({
    method: 'POST',
    path: '/api/SandboxExchange/visit',
    allow: anyone,
    audit: sandboxOnly,
    repeat: { harmless: 'it changes nothing' },
    clientConsent: ofExchange,
    summary: 'Sandbox exchange: the user of a hand-off',
    input: z.strictObject(visit),
    output: z.object({
      name: z.string(),
      /** Plan year of the application. */
      year: z.number().int(),
      today: z.string(),
    }),
  }),
  counties: route({
    method: 'POST',
    path: '/api/SandboxExchange/counties',
    allow: anyone,
    audit: sandboxOnly,
    repeat: { harmless: 'it changes nothing' },
    clientConsent: ofExchange,
    summary: 'Sandbox exchange: the counties of a ZIP code',
    input: z.strictObject({ ...visit, zipCode: ZipCode }),
    output: z.array(z.object({ fips: z.string(), name: z.string(), state: z.string() })),
  }),
  submit: route({
    method: 'POST',
    path: '/api/SandboxExchange/applications',
    allow: anyone,
    audit: 'own',
    clientConsent: ofExchange,
    summary: 'Sandbox exchange: submit a household application; a second time in one visit returns the first one',
    input: SandboxHousehold.extend(visit),
    output: z.object({ exchangeId: z.string() }),
  }),
  authorization: route({
    method: 'POST',
    path: '/api/SandboxExchange/authorization',
    allow: anyone,
    audit: sandboxOnly,
    repeat: { harmless: 'it changes nothing' },
    clientConsent: ofExchange,
    summary: 'Sandbox exchange: the authorization that a link of a client asks for',
    input: z.strictObject({ id: LinkId }),
    output: z.object({
      agent: z.string(),
      npn: z.string(),
      planYear: z.number().int(),
      language: z.enum(['en', 'es']),
      authorized: z.boolean(),
    }),
  }),
  authorize: route({
    method: 'POST',
    path: '/api/SandboxExchange/authorization/confirm',
    allow: anyone,
    audit: sandboxOnly,
    repeat: { harmless: 'an authorization is given once' },
    clientConsent: ofExchange,
    summary: 'Sandbox exchange: the client authorizes the agent by the link',
    input: z.strictObject({ id: LinkId }),
    output: Done,
  }),
  leave: route({
    method: 'POST',
    path: '/api/SandboxExchange/leave',
    allow: anyone,
    audit: sandboxOnly,
    repeat: { harmless: 'a visit ends once' },
    clientConsent: ofExchange,
    summary: 'Sandbox exchange: end the visit',
    input: z.strictObject(visit),
    output: Done,
  }),
}
