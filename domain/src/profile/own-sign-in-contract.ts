import { z } from 'zod'
import { signedIn } from '../access/claim-expression.ts'
import { newPassword, type PasswordPolicy } from '../access/passwords/password-rule.ts'
import { EmailText, PhoneText } from '../contacts/contact-fields.ts'
import { Done, NoInput, route } from '../platform/route.ts'

const Current = z.string().min(1, 'Current password is required').max(200)
const same = (typed: { pass: string; pass_confirm: string }) => typed.pass === typed.pass_confirm
const mustMatch = { path: ['pass_confirm'], message: 'Passwords must match' }

/** Form for changing the user's own password, validated by the configured policy. */
export function ownPasswordForm(policy: PasswordPolicy) {
  return z
    .strictObject({ current: Current, pass: newPassword(policy), pass_confirm: z.string() })
    .refine(same, mustMatch)
}

/** Where codes and reset links are sent, and in which language. */
const OwnSignIn = z.object({
  userName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  language: z.enum(['en', 'es']),
  /** New address, unused until it is confirmed with the code sent to it. */
  pendingEmail: z.string().nullable(),
  /** New number, unused until it is confirmed with the code sent to it. */
  pendingPhone: z.string().nullable(),
  version: z.number().int(),
})
export type OwnSignIn = z.infer<typeof OwnSignIn>

/** Minutes for which the code that confirms a new address or number is valid. */
export const confirmCodeMinutes = 30

/** Editable part. Another email or number needs the current password. */
export const OwnSignInFields = z.strictObject({
  email: EmailText,
  /** '' and null mean no number. */
  phone: z.union([z.null(), z.literal('').transform(() => null), PhoneText]),
  language: z.enum(['en', 'es']),
  current: z.string().max(200).optional(),
})

const ConfirmInput = z.strictObject({
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/, 'The code has 6 digits'),
})

export const ownSignIn = {
  read: route({
    method: 'GET',
    path: '/api/user/sign-in',
    allow: signedIn,
    audit: { nothing: 'the own sign-in' },
    summary: 'Where the user’s codes and messages are sent, and in which language',
    input: NoInput,
    output: OwnSignIn,
  }),
  save: route({
    method: 'PUT',
    path: '/api/user/sign-in',
    allow: signedIn,
    audit: 'own',
    repeat: { never: 'it carries a secret' },
    summary:
      'Set where the user’s codes and messages are sent; a new address or number is used once its code is confirmed',
    input: z.strictObject({ ...OwnSignInFields.shape, version: z.int32() }),
    output: OwnSignIn,
  }),
  confirmEmail: route({
    method: 'POST',
    path: '/api/user/sign-in/confirm',
    allow: signedIn,
    audit: 'own',
    repeat: { never: 'it carries a secret' },
    summary: 'Confirm a new address with the code sent to it; ends the other sessions',
    input: ConfirmInput,
    output: OwnSignIn,
  }),
  confirmPhone: route({
    method: 'POST',
    path: '/api/user/sign-in/confirm-phone',
    allow: signedIn,
    audit: 'own',
    repeat: { never: 'it carries a secret' },
    summary: 'Confirm a new number for codes with the code sent to it; ends the other sessions',
    input: ConfirmInput,
    output: OwnSignIn,
  }),
  changePassword: route({
    method: 'POST',
    path: '/api/user/password',
    allow: signedIn,
    audit: 'own',
    repeat: { never: 'it carries a secret' },
    summary: 'Change the user’s password; ends the other sessions',
    input: z
      .strictObject({
        current: Current,
        pass: z.string().min(1, 'Password is required').max(500),
        pass_confirm: z.string(),
      })
      .refine(same, mustMatch),
    output: Done,
  }),
}
