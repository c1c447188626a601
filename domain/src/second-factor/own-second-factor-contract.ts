import { z } from 'zod'
import { SecretCode } from '../access/access-contract.ts'
import { signedIn } from '../access/claim-expression.ts'
import { secondFactorMethods } from '../access/second-factor-rule.ts'
import { Nothing, route } from '../platform/route.ts'

/** Current password, required with every change, so that an unattended page is not enough. */
const CurrentPassword = z.string().min(1, 'Password is required').max(200)
/** Optional only when the app must be set up right after login, where the password was just given. */
const PasswordUnlessEnrolling = CurrentPassword.optional()
const Channel = z.enum(['email', 'sms'])

/** The user's second factors. */
export const OwnSecondFactor = z.object({
  /** Methods that the next login offers; empty: password only. */
  methods: z.array(z.enum(secondFactorMethods)),
  /** When the app was turned on. */
  authenticatorSince: z.string().nullable(),
  recoveryCodesLeft: z.number().int(),
  /** The role requires the app. */
  appKept: z.boolean(),
  /** The role always requires a second factor. */
  required: z.boolean(),
  /** Where codes can be sent, and whether the user chose to get them at each login. */
  channels: z.array(z.object({ channel: Channel, recipient: z.string(), chosen: z.boolean() })),
})
export type OwnSecondFactor = z.infer<typeof OwnSecondFactor>

/** Secret for the app: as the URI of a QR code, or to type. */
export const AppOffer = z.object({ secret: z.string(), uri: z.string() })
export type AppOffer = z.infer<typeof AppOffer>

/** Shown only once. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const ownSecondFactor = {
  status: route({
    method: 'GET',
    path: '/api/user/secondFactor',
    allow: signedIn,
    whileEnrolling: true,
    audit: { nothing: 'oneself' },
    summary: "The user's second factors",
    input: Nothing,
    output: OwnSecondFactor,
  }),
  beginApp: route({
    method: 'POST',
    path: '/api/user/secondFactor/begin',
    allow: signedIn,
    whileEnrolling: true,
    audit: { nothing: 'only a confirmed app counts' },
    repeat: { never: 'its answer is a secret' },
    summary: 'Create the secret of an authenticator app; the app is active once it is confirmed',
    input: z.strictObject({ password: PasswordUnlessEnrolling }),
    output: AppOffer,
  }),
  confirmApp: route({
    method: 'POST',
    path: '/api/user/secondFactor/confirm',
    allow: signedIn,
    whileEnrolling: true,
    audit: 'own',
    repeat: { never: 'its answer is a secret' },
    summary: 'Turn the authenticator app on with one of its codes; returns the recovery codes once',
    input: z.strictObject({ code: SecretCode, password: PasswordUnlessEnrolling }),
    output: RecoveryCodes,
  }),
  turnOffApp: route({
    method: 'POST',
    path: '/api/user/secondFactor/turnOff',
    allow: signedIn,
    audit: 'own',
    repeat: { never: 'it carries a secret' },
    summary: 'Turn the authenticator app off',
    input: z.strictObject({ password: CurrentPassword }),
    output: OwnSecondFactor,
  }),
  newRecoveryCodes: route({
    method: 'POST',
    path: '/api/user/secondFactor/recoveryCodes',
    allow: signedIn,
    audit: 'own',
    repeat: { never: 'its answer is a secret' },
    summary: 'Replace the recovery codes; returns them once',
    input: z.strictObject({ password: CurrentPassword }),
    output: RecoveryCodes,
  }),
  chooseCodes: route({
    method: 'PUT',
    path: '/api/user/secondFactor/codes',
    allow: signedIn,
    audit: 'own',
    repeat: { never: 'it carries a secret' },
    summary: 'Choose the channels for a code at each login',
    input: z.strictObject({ channels: z.array(Channel).max(2), password: CurrentPassword }),
    output: OwnSecondFactor,
  }),
}
