import { z } from 'zod'
import { roles } from './rights.ts'

/**
 * A claim is `key.value` in an expression: `view.Policy` has the key view and the value Policy (USER-12). Expressions
 * contain role and claim names alike, so a claim must not be named like a role.
 */
export const ClaimText = z
  .string()
  .regex(/^[A-Za-z][\w-]{0,39}(\.[A-Za-z][\w-]{0,59})?$/, 'Not a claim')
  .refine((claim) => !roles.some((role) => role === claim.toLowerCase()), 'A role is not a claim')
