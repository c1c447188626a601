import { z } from 'zod'
import { anyone } from '../access/claim-expression.ts'
import { barRules, sectionRules } from '../access/portal-rules.ts'
import { Nothing, route } from '../platform/route.ts'
import { telephonyRoles } from '../telephony/telephony-role.ts'

/** The applications beside ours to which a signed-in person can go over, each with a token of its own (P-20). */
export const audiences = ['marketplace', 'ede', 'telephony', 'marketing'] as const
export const Audience = z.enum(audiences)
export type Audience = z.infer<typeof Audience>

/** How long a token may be on its way, in seconds (P-20: at most 60). */
export const handOffSeconds = 60

/** What goes to the other application: by a form that the browser posts, or to its frame by a message. */
export const HandOff = z.object({
  /** Where it goes: the configured address. */
  address: z.string(),
  /** Worth one redeeming by that application within a minute, and nothing here. */
  token: z.string(),
  /** Where the other application sends the person back to, in installations that tell it (ENROLL-16). */
  returnUrl: z.string().nullable(),
})
export type HandOff = z.infer<typeof HandOff>

/** What the other application learns of who comes. */
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
  /** For the phone app: a super user or an agent there (TEL-03). */
  telephonyRole: z.enum(telephonyRoles).optional(),
})

const repeat = { never: 'its answer is a secret' } as const
const made = { method: 'POST', audit: 'own', repeat, input: Nothing, output: HandOff } as const

export const handoffs = {
  marketplace: route({
    ...made,
    path: '/api/HandOff/marketplace',
    allow: barRules.marketplace,
    summary: 'Go over to the marketplace: a token for it that is good once, for a minute',
  }),
  ede: route({
    ...made,
    path: '/api/HandOff/ede',
    allow: barRules.ede,
    summary: 'Go over to the enhanced direct enrollment application: a token for it, good once, for a minute',
  }),
  telephony: route({
    ...made,
    path: '/api/HandOff/telephony',
    allow: barRules.telephony,
    summary: 'Sign in to the embedded phone app: a token for it, good once, for a minute',
  }),
  marketing: route({
    ...made,
    path: '/api/HandOff/marketing',
    allow: sectionRules.Marketing.allow,
    summary: 'Sign in to the embedded conversations app: a token for it, good once, for a minute',
  }),
  redeem: route({
    method: 'POST',
    path: '/api/HandOff/redeem',
    allow: anyone,
    audit: 'own',
    repeat: { never: 'it carries a secret' },
    summary: 'For the other application: who came with this token; answers once, to its own secret only',
    input: z.strictObject({ audience: Audience, secret: z.string().max(500), token: z.string().max(200) }),
    output: HandedOver,
  }),
}
