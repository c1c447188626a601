import { access } from '@coverdesk/domain/access/access-contract.ts'
import { call } from '../platform/api/call.ts'
import { currentToken, endSession } from '../platform/session/session.ts'

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
