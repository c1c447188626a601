import { mayPass, signedIn } from '@coverdesk/domain/access/claim-expression.ts'
import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'

export type Gate = 'open' | 'no-role' | 'not-agent' | 'enrolling'

/**
 * Whether somebody with a session may enter the portal: not before the app that the role needs is set up, not without a
 * role, and else as agent or customer.
 */
export function gateOf(person: CurrentUser): Gate {
  if (person.enrolling) return 'enrolling'
  if (person.roles.length === 0) return 'no-role'
  return mayPass('agent|customer', person) ? 'open' : 'not-agent'
}

/** A consumer's own place is the consumer app. */
export function isConsumer(person: CurrentUser): boolean {
  return mayPass('consumer', person)
}

/** Whether somebody passes the rule of a screen; `signed-in` asks for a session only. */
export function passes(allow: string, person: CurrentUser): boolean {
  return allow === signedIn || mayPass(allow, person)
}
