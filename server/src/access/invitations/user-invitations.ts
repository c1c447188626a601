import { type InvitationState, invitationHours } from '@coverdesk/domain/access/invitation-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import { canSend, queueMessage } from '../../messages/queue-message.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Services } from '../../platform/http/http-call.ts'
import { invitationState } from '../../users/user-list.ts'
import { linkCodeHash, newLinkCode } from '../sign-in/sign-in-attempts.ts'

export interface InvitedUser {
  id: number
  userName: string
  email: string
  language: 'en' | 'es'
}

/** Mails an invitation that is valid for 72 hours; the link of an earlier one ends. Must run in a transaction. */
export async function mailInvitation(db: Db, services: Services, user: InvitedUser): Promise<void> {
  if (!canSend(services.config, 'email')) fail('invitation.no_mail')
  const code = newLinkCode()
  await sql`
    insert into user_invitations (user_id, code_hash, expires_at)
    values (${user.id}, ${linkCodeHash(code)}, now() + make_interval(hours => ${invitationHours}))
    on conflict (user_id) do update set code_hash = excluded.code_hash, sent_at = now(), expires_at = excluded.expires_at,
      revoked_at = null`.execute(db)
  await queueMessage(db, services, {
    kind: 'invitation',
    channel: 'email',
    userId: user.id,
    recipient: user.email,
    language: user.language,
    facts: { userName: user.userName, link: `${services.config.publicUrl}/login/invitation/${code}` },
  })
}

/** Enabled user whom the code of an open invitation invites. */
export interface Invitee {
  id: number
  userName: string
  name: string
}

/** Finds whom a code invites, and locks the invitation until the transaction ends, so that it works once. */
export async function lockInvitation(db: Db, code: string): Promise<Invitee | undefined> {
  const { rows } = await sql<Invitee>`
    select u.id, u.user_name as "userName", concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name, '')) as name
    from user_invitations i join users u on u.id = i.user_id left join contacts c on c.id = u.contact_id
    where i.code_hash = ${linkCodeHash(code)} and i.revoked_at is null and i.expires_at > now() and u.enabled
    for update of i`.execute(db)
  return rows[0]
}

/** State of a user's invitation; null for a user who was not invited or has set a password. */
export async function invitationOf(
  db: Db,
  userId: number,
): Promise<{ state: InvitationState; sentAt: Date; expiresAt: Date } | null> {
  const { rows } = await sql<{ state: InvitationState; sentAt: Date; expiresAt: Date }>`
    select ${sql.raw(invitationState)} as state, sent_at as "sentAt", expires_at as "expiresAt"
    from user_invitations i where user_id = ${userId}`.execute(db)
  return rows[0] ?? null
}
