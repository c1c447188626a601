import type { passwords } from '@coverdesk/domain/access/password-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { rightsAbove } from '@coverdesk/domain/users/rights-above.ts'
import { sql } from 'kysely'
import type { Handler } from '../../platform/http/http-call.ts'
import { needsApproval, recordGrant } from '../../users/grants/grant-rights.ts'
import { lockUser } from '../../users/user-queries.ts'
import { accountOf } from '../accounts/account-name.ts'
import { inPublicTransaction } from '../public-transaction.ts'
import { lockAttempt } from '../sign-in/sign-in-attempts.ts'
import { refusePassword } from './refuse-password.ts'
import { setPassword } from './set-password.ts'

/**
 * Sets a password with the code of a mailed link or of a login with a temporary password. The code works once, for its own
 * user; it does not sign in and does not change the second factor (P-09). A rejected password does not use up the code.
 */
export const resetPassword: Handler<typeof passwords.reset> = async (call, { user, pass, code }) => {
  refusePassword(call.services.config, pass)
  return await inPublicTransaction(call.db, async (db) => {
    const { userId } = (await lockAttempt(db, code, 'reset')) ?? fail('reset.code_invalid')
    const { rows } = await sql<{ userName: string }>`
      select user_name as "userName" from users where id = ${userId} and lower(user_name) = ${accountOf(user)}`.execute(
      db,
    )
    const { userName } = rows[0] ?? fail('reset.code_invalid')
    const asOwner = { ...call, audit: { ...call.audit, userId } }
    await setPassword(db, asOwner, { userId, userName, password: pass, temporary: false })
    // The code came by mail, or from the security administrator.
    await sql`update users set address_unproven = false where id = ${userId} and address_unproven`.execute(db)
    return done
  })
}

/**
 * Gives a user a temporary password, which only lets them set their own within a day (AUTH-39, P-12). Since it could be used
 * to take over greater rights, administrators are notified if the user has more rights than the caller (P-34). One's own
 * password is refused: My Account asks for the current one.
 */
export const resetByAdmin: Handler<typeof passwords.resetByAdmin> = async (call, { id: userId, pass }) => {
  if (userId === call.user.id) fail('user.own_password')
  refusePassword(call.services.config, pass)
  const { org } = call.services.config
  return await inPublicTransaction(call.db, async (db) => {
    const user = await lockUser(db, org, userId)
    const rights = rightsAbove(call.user, null, user)
    if (rights.length > 0 && (await needsApproval(db, call.user.id, userId))) fail('user.above_own')
    await setPassword(db, call, { userId, userName: user.userName, password: pass, temporary: true })
    await recordGrant(db, call, { userId, act: 'password', rights })
    return done
  })
}
