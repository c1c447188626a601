import { z } from 'zod'
import { anyone } from '../access/claim-expression.ts'
import { actionRules, barRules, sectionRules } from '../access/portal-rules.ts'
import { NoInput, route } from '../platform/route.ts'
import { telephonyRoles } from '../telephony/telephony-role.ts'

/** Applications that a signed-in user can be handed off to, each with its own token (P-20). */
export const audiences = ['marketplace', 'ede', 'telephony', 'marketing'] as const
export const Audience = z.enum(audiences)
export type Audience = z.infer<typeof Audience>

/** Lifetime of a token in seconds (P-20: at most 60). */
export const handOffSeconds = 60

/** Hand-off to the other application: a form that the browser posts, or a message to its frame. */
export const HandOff = z.object({
  /** Configured address of the other application. */
  address: z.string(),
  /** Redeemable once by that application within a minute, and useless here. */
  token: z.string(),
  /** Where the other application sends the user back to, if the installation is configured to pass it (ENROLL-16). */
  returnUrl: z.string().nullable(),
})
export type HandOff = z.infer<typeof HandOff>

/** What the other application learns about the user. */
export const HandedOver = z.object({
  audience: Audience,
  user: z.object({
    id: z.number().int(),
    userName: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    emailaddress: z.string(),
    roles: z.array(z.string()),
    npn: z.string().nullable(),
    ffeUserId: z.string().nullable(),
    org: z.string().nullable(),
    applicationId: z.string().nullable(),
  }),
  /** Role in the phone app: super user or agent (TEL-03). */
  telephonyRole: z.enum(telephonyRoles).optional(),
})

const repeat = { never: 'its answer is a secret' } as const
const made = { method: 'POST', audit: 'own', repeat, input: NoInput, output: HandOff } as const

const ofNoClient = { notNeeded: 'it names the user, and no client' } as const

export const handoffs = {
  marketplace: route({
    ...made,
    path: '/api/HandOff/marketplace',
    allow: actionRules.visitsMarketplace,
    clientConsent: ofNoClient,
    summary: 'Hand off to the marketplace: a single-use token, valid for a minute',
  }),
  ede: route({
    ...made,
    path: '/api/HandOff/ede',
    allow: barRules.ede,
    clientConsent: ofNoClient,
    summary: 'Hand off to the enhanced direct enrollment application: a single-use token, valid for a minute',
  }),
  telephony: route({
    ...made,
    path: '/api/HandOff/telephony',
    allow: barRules.telephony,
    summary: 'Sign in to the embedded phone app: a single-use token, valid for a minute',
  }),
  marketing: route({
    ...made,
    path: '/api/HandOff/marketing',
    allow: sectionRules.Marketing.allow,
    summary: 'Sign in to the embedded conversations app: a single-use token, valid for a minute',
  }),
  redeem: route({
    method: 'POST',
    path: '/api/HandOff/redeem',
    allow: anyone,
    audit: 'own',
    repeat: { never: 'it carries a secret' },
    summary: 'For the other application: the user of this token; answers once, only with its own secret',
    input: z.strictObject({ audience: Audience, secret: z.string().max(500), token: z.string().max(200) }),
    output: HandedOver,
  }),
}
