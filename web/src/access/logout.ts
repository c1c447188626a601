import { access } from '@coverdesk/domain/access/access-contract.ts'
import { call } from '../platform/call.ts'
import { currentToken, endSession, type SessionEnd } from '../platform/session.ts'

/** What a person reads when a session is over (AUTH-17, AUTH-18, AUTH-20). */
export const farewells: Record<SessionEnd, string> = {
  logout: "You've been logged out.",
  expired: 'Your session has expired.',
  inactive: 'Logged out due to inactivity.',
}

/**
 * Ends the session on the server and in all tabs (AUTH-18 to AUTH-20). The tabs do not wait for the server, and when it
 * cannot be reached the token is forgotten all the same; the server ends such a session by its own clock.
 */
export async function logout(reason: 'logout' | 'inactive' = 'logout'): Promise<void> {
  if (currentToken() === null) return
  const told = call(access.logout, {}).catch(() => undefined)
  endSession(reason)
  await told
}
