import { z } from 'zod'
import { anyone } from '../access/claim-expression.ts'
import { Nothing, route } from '../platform/route.ts'

/** Name and colours of a brand, chosen by the first label of the host. */
export const Brand = z.object({
  key: z.string(),
  name: z.string(),
  tagline: z.string(),
  footer: z.string(),
  phone: z.string(),
  email: z.string(),
  hideContactLinks: z.boolean(),
  hidePrivacyLink: z.boolean(),
  /** Dashboard shows the carriers' logos. */
  carrierLinks: z.boolean(),
  colors: z.object({ light: z.string(), lightHover: z.string(), dark: z.string(), darkHover: z.string() }),
})
export type Brand = z.infer<typeof Brand>

/** What the page needs before and after sign-in; public, no secrets. */
export const Configuration = z.object({
  org: z.string().nullable(),
  brand: Brand,
  inactivitySeconds: z.number().int(),
  buildId: z.string(),
  demo: z.boolean(),
  timeZone: z.string(),
  marketplaceRedirectUrl: z.string().nullable(),
  marketplaceReturnUrl: z.boolean(),
  telephonyUrl: z.string().nullable(),
  marketingUrl: z.string().nullable(),
})
export type Configuration = z.infer<typeof Configuration>

export const shell = {
  configuration: route({
    method: 'GET',
    path: '/api/Configuration',
    allow: anyone,
    background: true,
    summary: 'Configuration of this installation for the page',
    input: Nothing,
    output: Configuration,
  }),
}
