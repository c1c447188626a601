import { commonWordIn, ownWordIn } from '@coverdesk/domain/access/passwords/guessable-password.ts'
import { meetsPasswordRule, passwordMessage } from '@coverdesk/domain/access/passwords/password-rule.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import type { Config } from '../../platform/config/config.ts'
import { commonPasswords } from './common-passwords.ts'

const refuse = (message: string): never => fail('password.refused', { message, details: [{ path: 'pass', message }] })

/** Rejects a password that breaks the installation's rule (AUTH-33, AUTH-34) or is built from a common one (P-02). */
export function refusePassword({ passwordPolicy }: Pick<Config, 'passwordPolicy'>, password: string): void {
  if (!meetsPasswordRule(password, passwordPolicy)) refuse(passwordMessage(passwordPolicy))
  const common = commonWordIn(password, commonPasswords())
  if (common) refuse(`This password is too common: it is made of '${common}', which is tried first`)
}

/** Rejects a password that contains a word known about its owner, the agency or the product (P-02). */
export function refuseOwnWords(password: string, words: readonly string[]): void {
  const word = ownWordIn(password, [...words, 'coverdesk'])
  if (word) refuse(`This password is easy to guess: it contains '${word}'`)
}

export function refuseTemporary(): never {
  return refuse('Choose a password of your own, not the temporary one')
}
