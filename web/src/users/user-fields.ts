import { passwordForm, Register, ResetByAdmin } from '@coverdesk/domain/access/password-contract.ts'
import type { PasswordPolicy } from '@coverdesk/domain/access/passwords/password-rule.ts'
import type { Role } from '@coverdesk/domain/access/rights.ts'
import { readPhone, showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { normalizeClaims } from '@coverdesk/domain/users/right-changes.ts'
import { UserEdit } from '@coverdesk/domain/users/user-contract.ts'
import { z } from 'zod'
import type { LoadedUser } from './loaded-user.tsx'

/** Form values of a new user; '' for empty fields. */
export interface RegisterForm {
  user: string
  email: string
  /** An invitation, or a temporary password. */
  invite: boolean
  pass: string
  pass_confirm: string
  firstName: string
  lastName: string
  phone: string
  typeId: number
  language: 'en' | 'es'
  org: string
  roles: Role[]
  claims: string[]
  hasFullAgentAccess: boolean
  /** Colleague whose rights were copied, or ''. */
  visibilityFrom: number | ''
}

/** Initial values of a new user: an agent, since other roles can't enter the portal. */
export const emptyUser: RegisterForm = {
  user: '',
  email: '',
  invite: true,
  pass: '',
  pass_confirm: '',
  firstName: '',
  lastName: '',
  phone: '',
  typeId: 1,
  language: 'en',
  org: '',
  roles: ['agent'],
  claims: [],
  hasFullAgentAccess: false,
  visibilityFrom: '',
}

/** Digits of a phone number, or the input if invalid, for the contract to reject. */
function phoneOf(typed: string): string | undefined {
  return typed.trim() === '' ? undefined : (readPhone(typed) ?? typed)
}

/** Converts the new user's form to the call's input; validation and policy messages are attached to their fields. */
export function registerFormSchema(policy: PasswordPolicy) {
  return z.custom<RegisterForm>().transform((form, context) => {
    const { phone, org, visibilityFrom, invite, pass, pass_confirm, ...rest } = form
    const call = Register.safeParse({
      ...rest,
      ...(invite ? { invite } : { pass, pass_confirm }),
      phone: phoneOf(phone),
      org: org.trim() || undefined,
      visibilityFrom: visibilityFrom || undefined,
    })
    return validate(call, invite ? null : form, policy, context)
  })
}

/** Password fields; the rest of the call belongs to the dialog. */
export function resetFormSchema(policy: PasswordPolicy) {
  return z
    .custom<PasswordTwice>()
    .transform((form, context) => validate(ResetByAdmin.safeParse({ ...form, id: 1 }), form, policy, context))
}

export interface PasswordTwice {
  pass: string
  pass_confirm: string
}

/** Validates with the contract, with the policy's password messages in place of its own if there is a password. */
function validate<Output>(
  call: z.ZodSafeParseResult<Output>,
  form: PasswordTwice | null,
  policy: PasswordPolicy,
  context: z.RefinementCtx,
): Output {
  const onPassword = ({ path }: z.core.$ZodIssue) => path[0] === 'pass'
  const issues = [
    ...(call.error?.issues.filter((issue) => !onPassword(issue)) ?? []),
    ...((form && passwordForm(policy).safeParse(passwordsOf(form)).error?.issues.filter(onPassword)) || []),
  ]
  for (const { path, message } of issues) context.addIssue({ code: 'custom', path, message })
  return call.success && issues.length === 0 ? call.data : z.NEVER
}

const passwordsOf = ({ pass, pass_confirm }: PasswordTwice) => ({ pass, pass_confirm })

const emptyIsNull = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((text) => text || null)

/** Form schema of Edit User: the contract's edit, with '' for unset values. */
export const UserForm = UserEdit.omit({ id: true, version: true }).extend({
  phone: z
    .string()
    .refine((typed) => typed.trim() === '' || readPhone(typed) !== null, 'Not a Phone')
    .transform(readPhone),
  org: emptyIsNull(100),
  applicationId: emptyIsNull(60),
})
export type UserForm = z.input<typeof UserForm>

/** Form values of a loaded user. */
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
