import { z } from 'zod'
import { consentScopes } from '../platform/consent-rule.ts'

/** Months for which a consent is valid from the day of signing, at most and by default. */
export const maxConsentMonths = 12

/** What a consent is requested for: scope, whom it allows, and for how long. */
export const ConsentTerms = z.strictObject({
  scopes: z
    .array(z.enum(consentScopes))
    .min(1, 'Choose at least one')
    .max(consentScopes.length)
    .refine((chosen) => new Set(chosen).size === chosen.length, 'Each only once')
    .default([...consentScopes]),
  covers: z.enum(['agency', 'agent']).default('agency'),
  months: z.coerce
    .number('Enter a number of months')
    .int('Enter a whole number of months')
    .min(1, 'At least 1 month')
    .max(maxConsentMonths, `At most ${maxConsentMonths} months`)
    .default(maxConsentMonths),
})
export type ConsentTerms = z.output<typeof ConsentTerms>

/** Everything, for the agency with its agents, for the longest time. */
export const allTerms: ConsentTerms = ConsentTerms.parse({})
