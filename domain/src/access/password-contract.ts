import { z } from 'zod'
import { VisitorDraft } from '../eligibility/visitor-draft.ts'
import { Id } from '../platform/page.ts'
import { Done, route } from '../platform/route.ts'
import { SecretCode, UserName } from './access-contract.ts'
import { anyone } from './claim-expression.ts'
import { ClaimText } from './claim-text.ts'
import { newPassword, type PasswordPolicy } from './passwords/password-rule.ts'
import { roles } from './rights.ts'

/**
 * Password and its confirmation, as in every form that sets one. The password rule is a setting that a contract cannot
 * know: the server applies it, and forms use `passwordForm` with the configured policy.
 */
export const passwordTwice = { pass: z.string().min(1, 'Password is required'), pass_confirm: z.string() }
export const same = (typed: { pass: string; pass_confirm: string }) => typed.pass === typed.pass_confirm
/** Reported together with other problems, so that a form is corrected in one round. */
const together = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }
export const mustMatch = { path: ['pass_confirm'], message: 'Passwords must match', ...together }

/** The two password fields of a form, validated by the configured policy. */
export function passwordForm(policy: PasswordPolicy) {
  return z.object({ pass: newPassword(policy), pass_confirm: z.string() }).refine(same, mustMatch)
}

/** Sets a password with the code of a reset link or of a login with a temporary password (AUTH-30). */
export const Reset = z.strictObject({ user: UserName, ...passwordTwice, code: SecretCode }).refine(same, mustMatch)

/** An email address of at most 62 characters (portal §5). */
export const Email = z.email('Must be valid email').max(62)

/**
 * New user. A public registration always creates a consumer, once the email address is confirmed. Rights, `typeId` and
 * `org` are for security administrators, whose passwords for other users are temporary (A-035, P-12).
 */
export const Register = z
  .strictObject({
    user: UserName,
    email: z.string().trim().min(1, 'Email is required').pipe(Email),
    /** Mails a link by which the user sets the first password, instead of a temporary one. */
    invite: z.literal(true).optional(),
    pass: z.string().optional(),
    pass_confirm: z.string().optional(),
    firstName: z.string().trim().max(50).default(''),
    lastName: z.string().trim().max(50).default(''),
    phone: z
      .string()
      .regex(/^\d{10}$/, 'Not a Phone')
      .optional(),
    language: z.enum(['en', 'es']).default('en'),
    /** Household and plan of a visitor, with which the new consumer starts the application. */
    draft: VisitorDraft.optional(),
    roles: z.array(z.enum(roles)).optional(),
    claims: z.array(ClaimText).max(200).optional(),
    hasFullAgentAccess: z.boolean().optional(),
    /** Colleague whose visibility rules the user gets as well. */
    visibilityFrom: Id.optional(),
    typeId: Id.optional(),
    org: z.string().trim().max(100).optional(),
  })
  .refine(({ invite, pass }) => invite || pass, { path: ['pass'], message: 'Password is required', ...together })
  .refine(({ invite, pass, pass_confirm }) => invite || pass === pass_confirm, mustMatch)

/** Confirms a registration: the code of the mailed link, and the password chosen when registering. */
export const ConfirmRegistration = z.strictObject({
  code: SecretCode,
  pass: z.string().min(1, 'Password is required').max(1000),
})

/** Password that a security administrator sets for another user: temporary, for 24 hours (P-12). */
export const ResetByAdmin = z.strictObject({ id: Id, ...passwordTwice }).refine(same, mustMatch)

const Forgot = z.strictObject({ user: UserName })
export const passwords = {
  forgot: route({
    method: 'POST',
    path: '/identity/forgot',
    whileDiskIsLow: true,
    allow: anyone,
    audit: 'own',
    repeat: { never: 'each request sends a link, and how often is limited' },
    summary: 'Send a link to set a new password; the answer is the same for an unknown user',
    input: Forgot,
    output: Done,
  }),
  forgotByGet: route({
    method: 'GET',
    path: '/identity/forgot/{user}',
    whileDiskIsLow: true,
    allow: anyone,
    ownPagesOnly: true,
    audit: 'own',
    summary: 'Send a link to set a new password, as the specification calls it',
    input: Forgot,
    output: Done,
  }),
  reset: route({
    method: 'POST',
    path: '/identity/reset',
    whileDiskIsLow: true,
    allow: anyone,
    audit: 'own',
    repeat: { never: 'it carries a secret' },
    summary: 'Set a password with the code of a reset',
    input: Reset,
    output: Done,
  }),
  register: route({
    method: 'POST',
    path: '/identity/register',
    allow: anyone,
    knowsWho: true,
    audit: 'own',
    repeat: { never: 'it carries a secret' },
    summary:
      'Make a user, as the security administrator; for the public, mail a link that confirms the address and makes a consumer',
    input: Register,
    /**
     * Null for a public registration: the user does not exist until the address is confirmed, and the answer never
     * reveals another user.
     */
    output: z.strictObject({ id: z.number().int().nullable(), waiting: z.literal(true).optional() }),
  }),
  confirm: route({
    method: 'POST',
    path: '/identity/confirm',
    allow: anyone,
    audit: 'own',
    repeat: { never: 'it carries a secret' },
    summary: 'Create the consumer of a registration with the code of the mailed link and the password chosen before',
    input: ConfirmRegistration,
    output: z.strictObject({ user: z.string() }),
  }),
  resetByAdmin: route({
    method: 'POST',
    path: '/identity/resetByAdmin',
    allow: 'securityadmin',
    audit: 'own',
    repeat: { never: 'it carries a secret' },
    summary: 'Give a user a temporary password',
    input: ResetByAdmin,
    output: Done,
  }),
}
