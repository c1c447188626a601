import { Register, ResetByAdmin } from '@coverdesk/domain/access/password-contract.ts'
import type { Role } from '@coverdesk/domain/access/rights.ts'
import { readPhone, showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { tidyClaims } from '@coverdesk/domain/users/right-changes.ts'
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

/** The form's values as the call of the contract wants them; its sentences stand at the fields. */
export const RegisterInForm = z
  .custom<RegisterForm>()
  .transform(
    ({ phone, org, ...rest }): z.input<typeof Register> => ({
      ...rest,
      phone: phoneOf(phone),
      org: org.trim() || undefined,
    }),
  )
  .pipe(Register)

/** The password twice; the rest of the call is the dialog's. */
export const ResetInForm = z
  .custom<{ pass: string; pass_confirm: string }>()
  .transform((typed): z.input<typeof ResetByAdmin> => ({ ...typed, id: 1 }))
  .pipe(ResetByAdmin)

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
    claims: tidyClaims(user.claims),
    hasFullAgentAccess: user.hasFullAgentAccess,
    applicationId: user.applicationId ?? '',
  }
}
