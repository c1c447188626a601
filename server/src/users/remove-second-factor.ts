import { fail } from '@coverdesk/domain/fail.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { type Granter, rightsAbove } from '@coverdesk/domain/users/rights-above.ts'
import type { users } from '@coverdesk/domain/users/user-contract.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import { endSessionsOf } from '../platform/auth/session.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { deleteSecondFactor } from './delete-second-factor.ts'
import { tellOwner } from './edit-user.ts'
import { needsApproval, recordGrant, requestApproval } from './grants/grant-rights.ts'
import { lockUser } from './user-queries.ts'

/**
 * Removes a lost authenticator app and its recovery codes from a user, who gets an email, and ends the user's sessions (P-13). Not from
 * oneself: anyone who finds an open session could then keep it. Users remove their own in My Account, with their
 * password.
 */
export const removeSecondFactor: Handler<typeof users.removeSecondFactor> = async (call, { id }) => {
  return await inTransaction(call.db, async (db) => {
    const waiting = await takeSecondFactor(db, call, id, call.user)
    return waiting ? { ...done, waiting } : done
  })
}

/** Removes it, or lets that wait for approval when the user holds rights that the granter does not (see `saveEdit`). */
export async function takeSecondFactor(
  db: Db,
  call: SignedInCall,
  id: number,
  granter: Granter | null,
): Promise<true | null> {
  const user = await lockUser(db, call.services.config.org, id)
  if (id === call.user.id) fail('user.own_rights', { message: 'Remove your own authenticator app in My Account' })
  const grant = {
    userId: id,
    act: 'second factor' as const,
    rights: granter ? rightsAbove(granter, null, user) : [],
  }
  if (grant.rights.length > 0 && (await needsApproval(db, call.user.id, id))) {
    await requestApproval(db, call, grant, { payload: { id }, before: null })
    return true
  }
  const isRemoved = await deleteSecondFactor(db, id)
  if (isRemoved) await tellOwner(db, call.services, 'second-factor-changed', [user.email], user)
  await sql`update users set version = version + 1 where id = ${id}`.execute(db)
  await endSessionsOf(db, id, 'second factor')
  await writeAudit(db, call.audit, {
    action: 'update',
    entity: 'user',
    entityId: id,
    outcome: 'done',
    facts: { secondFactorRemoved: isRemoved },
  })
  await recordGrant(db, call, grant)
  return null
}
