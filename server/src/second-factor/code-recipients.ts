import { fail } from '@coverdesk/domain/fail.ts'
import { maskedRecipient } from '@coverdesk/domain/second-factor/masked-recipient.ts'
import type { secondFactor } from '@coverdesk/domain/second-factor/second-factor-contract.ts'
import { lockAttempt } from '../access/sign-in/sign-in-attempts.ts'
import { loginMethods } from '../messages/login-methods.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { factorPerson } from './factor-person.ts'

/** Masked addresses of the methods that the pending login offers, to choose by; the app has none. */
export const codeRecipients: Handler<typeof secondFactor.recipients> = async ({ db, services }, { code }) => {
  const attempt = (await lockAttempt(db, code, 'second_factor')) ?? fail('sign_in.attempt_ended')
  const person = await factorPerson(db, attempt.userId)
  const recipientOf = { email: person.email, sms: person.phone ?? '' }
  const methods = await loginMethods(db, services.config, person)
  return {
    recipients: methods
      .filter((method) => method !== 'authenticator')
      .map((method) => ({ method, recipient: maskedRecipient(method, recipientOf[method]) })),
  }
}
