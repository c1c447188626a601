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

/**
 * The rule for setting a password; signing in does not ask it. Digits are not required; special is any
 * character that is no letter, no digit and no blank. Length counts characters as people do, not code units, in the
 * form (NFKC) that is hashed, so that the rule judges the same on every keyboard. Half a character is refused: two of
 * them would be one password.
 */
export function keepsPasswordRule(password: string, policy: PasswordPolicy = 'default'): boolean {
  const { least, most, composed } = rules[policy]
  if (password.length > most * 20 || !password.isWellFormed()) return false
  const text = password.normalize('NFKC')
  const length = [...text].length
  if (length < least || length > most) return false
  return !composed || (/\p{Ll}/u.test(text) && /\p{Lu}/u.test(text) && /[^\p{L}\p{M}\p{N}\s]/u.test(text))
}

/** A password that is being set, judged by a policy; forms take the policy from the configuration of the installation. */
export function newPassword(policy: PasswordPolicy) {
  return z.string().refine((password) => keepsPasswordRule(password, policy), passwordMessage(policy))
}
