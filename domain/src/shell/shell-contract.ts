import { z } from 'zod'
import { anyone, signedIn } from '../access/claim-expression.ts'
import { passwordPolicies } from '../access/passwords/password-rule.ts'
import { Done, NoInput, route } from '../platform/route.ts'

/** Name and colors of a brand, selected by the first label of the host name. */
export const Brand = z.object({
  key: z.string(),
  name: z.string(),
  tagline: z.string(),
  footer: z.string(),
  phone: z.string(),
  email: z.string(),
  hideContactLinks: z.boolean(),
  hidePrivacyLink: z.boolean(),
  /** The dashboard shows the carriers' logos. */
  carrierLinks: z.boolean(),
  colors: z.object({ light: z.string(), lightHover: z.string(), dark: z.string(), darkHover: z.string() }),
})
export type Brand = z.infer<typeof Brand>

/** Public settings that the page needs before and after sign-in, without secrets. */
export const Configuration = z.object({
  org: z.string().nullable(),
  brand: Brand,
  inactivitySeconds: z.number().int(),
  buildId: z.string(),
  demo: z.boolean(),
  /** Rule for new passwords, see access/passwords/password-rule.ts. */
  passwordPolicy: z.enum(passwordPolicies),
  /** Messages are not sent but shown at /outbox. */
  outbox: z.boolean(),
  /** Links can be mailed, such as invitations. */
  sendsEmail: z.boolean(),
  timeZone: z.string(),
  marketplaceRedirectUrl: z.string().nullable(),
  marketplaceReturnUrl: z.boolean(),
  edeUrl: z.string().nullable(),
  telephonyUrl: z.string().nullable(),
  marketingUrl: z.string().nullable(),
})
export type Configuration = z.infer<typeof Configuration>

/** A user's settings for one screen: visible columns and their order, widths in pixels, density. */
export const ScreenPreference = z.strictObject({
  hidden: z.array(z.string().max(60)).max(100).optional(),
  widths: z.record(z.string().max(60), z.number().int().min(20).max(2000)).optional(),
  density: z.enum(['compact', 'comfortable']).optional(),
  pageSize: z.number().int().min(1).max(500).optional(),
})
export type ScreenPreference = z.infer<typeof ScreenPreference>

export const shell = {
  configuration: route({
    method: 'GET',
    path: '/api/Configuration',
    allow: anyone,
    background: true,
    audit: { nothing: 'public' },
    summary: 'Configuration of this installation for the page',
    input: NoInput,
    output: Configuration,
  }),
  preferences: route({
    method: 'GET',
    path: '/api/Preferences',
    allow: signedIn,
    background: true,
    audit: { nothing: 'one’s own choice of columns' },
    summary: 'The user’s screen settings',
    input: NoInput,
    output: z.record(z.string(), ScreenPreference),
  }),
  savePreference: route({
    method: 'PUT',
    path: '/api/Preferences/{screen}',
    allow: signedIn,
    background: true,
    audit: { nothing: 'one’s own choice of columns' },
    repeat: { harmless: 'saving the same settings twice has no effect' },
    summary: 'Save the user’s settings of one screen',
    input: z.strictObject({ screen: z.string().regex(/^[a-z-]{1,40}$/), chosen: ScreenPreference }),
    output: Done,
  }),
}
