import { z } from 'zod'

/** The specification's sentence for every password that the rule refuses (AUTH-33, AUTH-34). */
export const passwordRuleMessage = 'At least 1 lowercase, 1 Uppercase, and 1 special, min 12, max 20'

/**
 * The rule for setting a password; signing in does not ask it. Digits are not required; special is any
 * character that is no letter, no digit and no blank. Length counts characters as people do, not code units.
 */
export function keepsPasswordRule(password: string): boolean {
  const length = [...password].length
  return (
    length >= 12 &&
    length <= 20 &&
    /\p{Ll}/u.test(password) &&
    /\p{Lu}/u.test(password) &&
    /[^\p{L}\p{M}\p{N}\s]/u.test(password)
  )
}

/** A password that is being set. */
export const NewPassword = z.string().refine(keepsPasswordRule, passwordRuleMessage)
