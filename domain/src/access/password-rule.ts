import { z } from 'zod'

/** Which rule new passwords keep: the specification's, or that of NIST SP 800-63B-4 (docs/decisions/008-sign-in.md). */
export const passwordPolicies = ['default', 'nist'] as const
export type PasswordPolicy = (typeof passwordPolicies)[number]

/** The specification's sentence for every password that its rule refuses (AUTH-33, AUTH-34). */
export const passwordRuleMessage = 'At least 1 lowercase, 1 Uppercase, and 1 special, min 12, max 20'

const rules: Record<PasswordPolicy, { least: number; most: number; composed: boolean; message: string }> = {
  default: { least: 12, most: 20, composed: true, message: passwordRuleMessage },
  nist: { least: 15, most: 128, composed: false, message: 'At least 15 and at most 128 characters' },
}

/** The sentence of a policy for every password that it refuses. */
export function passwordMessage(policy: PasswordPolicy): string {
  return rules[policy].message
}

/** One part of a rule, in words, and whether a password keeps it. */
export interface PasswordPart {
  what: string
  kept: boolean
}

/** The parts of a policy's rule, so that a form can show which of them are kept while somebody types. */
export function passwordParts(password: string, policy: PasswordPolicy = 'default'): PasswordPart[] {
  const { least, most, composed } = rules[policy]
  const text = password.normalize('NFKC')
  const length = [...text].length
  const size = { what: `${least} to ${most} characters`, kept: length >= least && length <= most }
  if (!composed) return [size]
  return [
    size,
    { what: '1 lowercase letter', kept: /\p{Ll}/u.test(text) },
    { what: '1 uppercase letter', kept: /\p{Lu}/u.test(text) },
    { what: '1 special character', kept: /[^\p{L}\p{M}\p{N}\s]/u.test(text) },
  ]
}

/**
 * The rule for setting a password; signing in does not ask it. Digits are not required; special is any
 * character that is no letter, no digit and no blank. Length counts characters as people do, not code units, in the
 * form (NFKC) that is hashed, so that the rule judges the same on every keyboard. Half a character is refused: two of
 * them would be one password.
 */
export function keepsPasswordRule(password: string, policy: PasswordPolicy = 'default'): boolean {
  if (password.length > rules[policy].most * 20 || !password.isWellFormed()) return false
  return passwordParts(password, policy).every(({ kept }) => kept)
}

/** A password that is being set, judged by a policy; forms take the policy from the configuration of the installation. */
export function newPassword(policy: PasswordPolicy) {
  return z.string().refine((password) => keepsPasswordRule(password, policy), passwordMessage(policy))
}
