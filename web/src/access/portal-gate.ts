import { mayPass, signedIn } from '@coverdesk/domain/access/claim-expression.ts'
import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'

/** Users who pass the portal's gate. */
export const portalUsers = 'agent|customer'

export type Gate = 'open' | 'no-role' | 'not-agent' | 'enrolling'

/**
 * Whether a signed-in user may enter the portal: denied until a required authenticator app is set up and without a
 * role; otherwise as agent or customer.
 */
export function gateOf(user: CurrentUser): Gate {
  if (user.enrolling) return 'enrolling'
  if (user.roles.length === 0) return 'no-role'
  return mayPass(portalUsers, user) ? 'open' : 'not-agent'
}

/** A consumer's home is the consumer app. */
export function isConsumer(user: CurrentUser): boolean {
  return mayPass('consumer', user)
}

/** Whether a user passes the rule of a screen; `signed-in` requires a session only. */
export function passes(allow: string, user: CurrentUser): boolean {
  return allow === signedIn || mayPass(allow, user)
}
