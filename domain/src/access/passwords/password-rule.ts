import { z } from 'zod'

/** Rules for new passwords: the specification's, or NIST SP 800-63B-4 (docs/decisions/008-sign-in.md). */
export const passwordPolicies = ['default', 'nist'] as const
export type PasswordPolicy = (typeof passwordPolicies)[number]

/** The specification's message for every password that its rule refuses (AUTH-33, AUTH-34). */
export const passwordRuleMessage = 'At least 1 lowercase, 1 Uppercase, and 1 special, min 12, max 20'

const rules: Record<PasswordPolicy, { least: number; most: number; composed: boolean; message: string }> = {
  default: { least: 12, most: 20, composed: true, message: passwordRuleMessage },
  nist: { least: 15, most: 128, composed: false, message: 'At least 15 and at most 128 characters' },
}

/** Message of a policy for every password that it refuses. */
export function passwordMessage(policy: PasswordPolicy): string {
  return rules[policy].message
}

/** One part of a rule in words, and whether a password meets it. */
export interface PasswordPart {
  what: string
  kept: boolean
}

/** Parts of a policy's rule, so that a form can show which are met while the user types. */
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
 * Rule for setting a password; signing in does not apply it. Digits are not required; a special character is
 * any that is not a letter, digit or space. Length counts user-perceived characters in the form (NFKC) that is hashed,
 * so the result is the same on every keyboard. Lone surrogates are refused, because two of them would hash alike.
 */
export function meetsPasswordRule(password: string, policy: PasswordPolicy = 'default'): boolean {
  if (password.length > rules[policy].most * 20 || !password.isWellFormed()) return false
  return passwordParts(password, policy).every(({ kept }) => kept)
}

/** New password, validated by a policy; forms take the policy from the configuration. */
export function newPassword(policy: PasswordPolicy) {
  return z.string().refine((password) => meetsPasswordRule(password, policy), passwordMessage(policy))
}
