import { done } from '@coverdesk/domain/platform/route.ts'
import type { ownSignIn } from '@coverdesk/domain/profile/own-sign-in-contract.ts'
import { refusePassword } from '../access/passwords/refuse-password.ts'
import { setPassword } from '../access/passwords/set-password.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { confirmPassword } from '../second-factor/confirm-password.ts'
import { readSignIn } from './own-sign-in.ts'

/**
 * Changes the user's password after a check of the current one; wrong guesses count as failed sign-ins. Other sessions
 * end, and the owner is notified by email (P-13).
 */
export const changePassword: Handler<typeof ownSignIn.changePassword> = async (call, { current, pass }) => {
  const { user, services } = call
  refusePassword(services.config, pass)
  await confirmPassword(call, current)
  return await inTransaction(call.db, async (db) => {
    const { userName } = await readSignIn(db, user.id)
    await setPassword(db, call, {
      userId: user.id,
      userName,
      password: pass,
      temporary: false,
      except: user.sessionId,
    })
    return done
  })
}
