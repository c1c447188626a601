import { randomBytes } from 'node:crypto'
import type { invitations } from '@coverdesk/domain/access/invitation-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import { writeAudit } from '../../platform/audit/audit.ts'
import { hashPassword } from '../../platform/auth/password-hash.ts'
import { endSessionsOf } from '../../platform/auth/session.ts'
import type { Handler } from '../../platform/http/http-call.ts'
import { endInvitation } from '../../users/end-invitation.ts'
import { lockUser } from '../../users/user-queries.ts'
import { inPublicTransaction } from '../public-transaction.ts'
import { invitationOf, mailInvitation } from './user-invitations.ts'

/** Hash of a password that no one knows: the user can only set one by a mailed link. */
export const unknownPasswordHash = (): Promise<string> => hashPassword(randomBytes(32).toString('base64url'))

/**
 * Mails an invitation, again or instead of a temporary password, which ends. Users with a password of their own are
 * refused: they reset it themselves.
 */
export const inviteUser: Handler<typeof invitations.send> = async (call, { id }) => {
  const passwordHash = await unknownPasswordHash()
  return await inPublicTransaction(call.db, async (db) => {
    const user = await lockUser(db, call.services.config.org, id)
    if (!user.enable) fail('invitation.disabled')
    if (user.email === '') fail('invitation.no_email')
    if (!(await invitationOf(db, id))) {
      const { rows } = await sql`
        update users set password_hash = ${passwordHash}, temporary_until = null
        where id = ${id} and temporary_until is not null returning id`.execute(db)
      if (rows.length === 0) fail('invitation.has_password')
      await endSessionsOf(db, id, 'password')
    }
    await mailInvitation(db, call.services, user)
    await writeAudit(db, call.audit, {
      action: 'update',
      entity: 'user',
      entityId: id,
      outcome: 'done',
      facts: { invitation: 'sent' },
    })
    return done
  })
}

/** Ends the link of an invitation; the user stays and can be invited again. */
export const revokeInvitation: Handler<typeof invitations.revoke> = async (call, { id }) =>
  await inPublicTransaction(call.db, async (db) => {
    await lockUser(db, call.services.config.org, id)
    if (!(await endInvitation(db, id))) fail('invitation.none')
    await writeAudit(db, call.audit, {
      action: 'update',
      entity: 'user',
      entityId: id,
      outcome: 'done',
      facts: { invitation: 'revoked' },
    })
    return done
  })
