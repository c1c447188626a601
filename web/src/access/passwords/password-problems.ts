import { passwordForm, passwords } from '@coverdesk/domain/access/password-contract.ts'
import type { PasswordPolicy } from '@coverdesk/domain/access/passwords/password-rule.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { type FieldProblems, problemsOf } from '../use-sign-in-form.ts'

/** Text of a field; '' if the form has no such field. */
export function textIn(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

/** All problems at once: the user, the rule, the repeated password (AUTH-33 to AUTH-35). */
export function passwordProblems(fields: FormData, policy: PasswordPolicy): FieldProblems {
  const user = passwords.forgot.input.safeParse({ user: textIn(fields, 'user') })
  return { ...(user.error && problemsOf(user.error)), ...newPasswordProblems(fields, policy) }
}

/** Problems of the new password: the rule, the repeated password. */
export function newPasswordProblems(fields: FormData, policy: PasswordPolicy): FieldProblems {
  const pair = passwordForm(policy).safeParse({
    pass: textIn(fields, 'pass'),
    pass_confirm: textIn(fields, 'pass_confirm'),
  })
  return pair.error ? problemsOf(pair.error) : {}
}

/** Problems by field from a server error, such as a common password, in the reader's language. */
export function refusedFields(error: unknown): FieldProblems {
  if (!(error instanceof Failure)) return {}
  if (error.code === 'password.refused') return { pass: failureMessage(error) }
  return error.code === 'user.name_taken' ? { user: failureMessage(error) } : {}
}
