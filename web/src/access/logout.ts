import { access } from '@coverdesk/domain/access/access-contract.ts'
import { call } from '../platform/api/call.ts'
import { currentToken, endSession } from '../platform/session/session.ts'

/**
 * Ends the session on the server and in all tabs (AUTH-18 to AUTH-20). Tabs do not wait for the server; if it is
 * unreachable the token is dropped anyway, and the server expires the session.
 */
export async function logout(reason: 'logout' | 'inactive' = 'logout'): Promise<void> {
  if (currentToken() === null) return
  const request = call(access.logout, {}).catch(() => undefined)
  endSession(reason)
  await request
}
