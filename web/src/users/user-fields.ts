import { passwordForm, Register, ResetByAdmin } from '@coverdesk/domain/access/password-contract.ts'
import type { PasswordPolicy } from '@coverdesk/domain/access/password-rule.ts'
import type { Role } from '@coverdesk/domain/access/rights.ts'
import { readPhone, showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { normalizeClaims } from '@coverdesk/domain/users/right-changes.ts'
import { UserEdit } from '@coverdesk/domain/users/user-contract.ts'
import { z } from 'zod'
import type { LoadedUser } from './loaded-user.tsx'

/** What the form for a new user holds, with the phone as it is typed and '' for what is left empty. */
export interface RegisterForm {
  user: string
  email: string
  pass: string
  pass_confirm: string
  firstName: string
  lastName: string
  phone: string
  typeId: number
  language: 'en' | 'es'
  org: string
  roles: Role[]
}

/** A new user as the form begins: an agent, since nobody else gets into the portal. */
export const nobodyYet: RegisterForm = {
  user: '',
  email: '',
  pass: '',
  pass_confirm: '',
  firstName: '',
  lastName: '',
  phone: '',
  typeId: 1,
  language: 'en',
  org: '',
  roles: ['agent'],
}

/** Digits of a phone number, or what was typed when it is none, for the contract to refuse. */
function phoneOf(typed: string): string | undefined {
  return typed.trim() === '' ? undefined : (readPhone(typed) ?? typed)
}

/** The form for a new user as the call of the contract wants it; its sentences and those of the policy stand at the fields. */
export function registerInForm(policy: PasswordPolicy) {
  return z.custom<RegisterForm>().transform((form, context) => {
    const { phone, org, ...rest } = form
    const call = Register.safeParse({ ...rest, phone: phoneOf(phone), org: org.trim() || undefined })
    return judged(call, form, policy, context)
  })
}

/** A password twice; the rest of the call is the dialog's. */
export function resetInForm(policy: PasswordPolicy) {
  return z
    .custom<PasswordTwice>()
    .transform((form, context) => judged(ResetByAdmin.safeParse({ ...form, id: 1 }), form, policy, context))
}

export interface PasswordTwice {
  pass: string
  pass_confirm: string
}

/** What the contract makes of a form, with the complaints of the policy about the password in place of its own. */
function judged<Output>(
  call: z.ZodSafeParseResult<Output>,
  form: PasswordTwice,
  policy: PasswordPolicy,
  context: z.RefinementCtx,
): Output {
  const { pass, pass_confirm } = form
  const onPassword = ({ path }: z.core.$ZodIssue) => path[0] === 'pass'
  const issues = [
    ...(call.error?.issues.filter((issue) => !onPassword(issue)) ?? []),
    ...(passwordForm(policy).safeParse({ pass, pass_confirm }).error?.issues.filter(onPassword) ?? []),
  ]
  for (const { path, message } of issues) context.addIssue({ code: 'custom', path, message })
  return call.success && issues.length === 0 ? call.data : z.NEVER
}

const emptyIsNull = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((text) => text || null)

/** What Edit User holds: the contract's edit, with '' for what is not set and the phone as it is typed. */
export const UserForm = UserEdit.omit({ id: true, version: true }).extend({
  phone: z
    .string()
    .refine((typed) => typed.trim() === '' || readPhone(typed) !== null, 'Not a Phone')
    .transform(readPhone),
  org: emptyIsNull(100),
  applicationId: emptyIsNull(60),
})
export type UserForm = z.input<typeof UserForm>

/** The user as the form holds it when it opens. */
export function formOf({ user }: LoadedUser): UserForm {
  return {
    email: user.email,
    phone: showPhone(user.phone),
    typeId: user.typeId,
    language: user.language,
    enable: user.enable,
    org: user.org ?? '',
    roles: user.roles,
    claims: normalizeClaims(user.claims),
    hasFullAgentAccess: user.hasFullAgentAccess,
    applicationId: user.applicationId ?? '',
  }
}
