import { z } from 'zod'
import { SecretCode } from '../access/access-contract.ts'
import { signedIn } from '../access/claim-expression.ts'
import { secondFactorMethods } from '../access/second-factor-rule.ts'
import { Nothing, route } from '../platform/route.ts'

/** The current password, asked for with every change, so that a page left open is not enough to make one. */
const CurrentPassword = z.string().min(1, 'Password is required').max(200)
/** Only whoever must set up the app before anything else came here straight from the login, with the password. */
const PasswordUnlessEnrolling = CurrentPassword.optional()
const Channel = z.enum(['email', 'sms'])

/** A person's own second factors as they are now. */
export const OwnSecondFactor = z.object({
  /** What the next login offers; empty: the password alone. */
  methods: z.array(z.enum(secondFactorMethods)),
  /** Since when the app is on. */
  authenticatorSince: z.string().nullable(),
  recoveryCodesLeft: z.number().int(),
  /** The role must keep the app. */
  appKept: z.boolean(),
  /** The role is asked for a second factor in any case. */
  required: z.boolean(),
  /** Where codes can be sent, and whether the person chose to be asked for them at each login. */
  channels: z.array(z.object({ channel: Channel, recipient: z.string(), chosen: z.boolean() })),
})
export type OwnSecondFactor = z.infer<typeof OwnSecondFactor>

/** What goes into the app: as an address in a picture, or typed. */
export const AppOffer = z.object({ secret: z.string(), uri: z.string() })
export type AppOffer = z.infer<typeof AppOffer>

/** Shown once and never again. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const ownSecondFactor = {
  status: route({
    method: 'GET',
    path: '/api/user/secondFactor',
    allow: signedIn,
    whileEnrolling: true,
    audit: { nothing: 'oneself' },
    summary: "A person's own second factors",
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
    summary: 'Make the secret of an authenticator app; the app counts once it is confirmed',
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
    summary: 'Turn the authenticator app on with a code that it shows; answers the recovery codes once',
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
    summary: 'Make new recovery codes in place of the old ones; answers them once',
    input: z.strictObject({ password: CurrentPassword }),
    output: RecoveryCodes,
  }),
  chooseCodes: route({
    method: 'PUT',
    path: '/api/user/secondFactor/codes',
    allow: signedIn,
    audit: 'own',
    repeat: { never: 'it carries a secret' },
    summary: 'Choose in which ways to be sent a code at each login',
    input: z.strictObject({ channels: z.array(Channel).max(2), password: CurrentPassword }),
    output: OwnSecondFactor,
  }),
}
