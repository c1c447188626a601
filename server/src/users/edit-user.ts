import { fail } from '@coverdesk/domain/fail.ts'
import { failField } from '@coverdesk/domain/invalid-fields.ts'
import { mayChangeOwn, raises } from '@coverdesk/domain/users/own-rights.ts'
import { normalizeClaims, normalizeRoles, rightChanges } from '@coverdesk/domain/users/right-changes.ts'
import { type Granter, rightsAbove } from '@coverdesk/domain/users/rights-above.ts'
import type { UserEdit, users } from '@coverdesk/domain/users/user-contract.ts'
import { EditedFields } from '@coverdesk/domain/users/waiting-edit.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { loginMethods } from '../messages/login-methods.ts'
import { canSend, queueMessage } from '../messages/queue-message.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { endSessionsOf } from '../platform/auth/session.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, Services, SignedInCall } from '../platform/http/http-call.ts'
import { endInvitation } from './end-invitation.ts'
import { endWithRights } from './grants/end-with-rights.ts'
import { needsApproval, recordGrant, requestApproval } from './grants/grant-rights.ts'
import { requireSecurityAdmin } from './require-security-admin.ts'
import { findUser, type LockedUser, lockUser } from './user-queries.ts'
import { requireUserType } from './user-type.ts'

type Edit = z.output<typeof UserEdit>

/**
 * Saves a user from the Edit dialog, in one transaction with its audit event. Fails with `record.changed` when someone
 * else saved it first, with `user.own_rights` when it raises the caller's own rights (P-34), and with
 * `user.last_security` when no security administrator would remain. A change of rights, email address or phone for codes ends
 * the user's other sessions (P-13), and a loss of rights what the user asked for with them.
 */
export const editUser: Handler<typeof users.edit> = async (call, given) => {
  const edit = {
    ...given,
    roles: normalizeRoles(given.roles),
    claims: normalizeClaims(given.claims),
    org: given.org || null,
  }
  return await inTransaction(call.db, async (db) => {
    const outcome = await saveEdit(db, call, edit, call.user)
    const saved = await findUser(db, call.services.config.org, edit.id)
    return outcome ? { ...saved, [outcome]: true } : saved
  })
}

/**
 * Saves an edit. `waiting` if it must wait instead: it grants rights that the grantor does not hold, and the agency
 * requires a second approver; `invitationRevoked` if an invitation had gone to the old email address. A null `granter` means
 * that it is already approved.
 */
export async function saveEdit(
  db: Db,
  call: SignedInCall,
  edit: Edit,
  granter: Granter | null,
): Promise<'waiting' | 'invitationRevoked' | null> {
  const { org } = call.services.config
  if (org !== null && edit.org !== org) failField('org', `Users here belong to ${org}`)
  const before = await lockUser(db, org, edit.id)
  if (before.version !== edit.version) fail('record.changed')
  if (before.id === call.user.id && !mayChangeOwn(before, edit)) fail('user.own_rights')
  await requireSecurityAdmin(db, before.id, before, edit)
  if (before.typeId !== edit.typeId) await requireUserType(db, edit.typeId)
  const fields = changedFields(before, edit)
  const changedWays: Way[] = fields.includes('email') ? ['email'] : []
  if (await redirectsCodes(db, call, before, edit)) changedWays.push('phone')
  if (before.id === call.user.id && changedWays.length > 0) fail('user.own_rights', { message: ownWays })
  const above = granter && before.id !== call.user.id ? givenAbove(granter, before, edit, changedWays) : []
  if (above.length > 0 && (await needsApproval(db, call.user.id, before.id))) {
    const given = [...new Set(above.flatMap(({ rights }) => rights))]
    await requestApproval(
      db,
      call,
      { userId: before.id, act: 'rights', rights: given },
      { payload: edit, before: EditedFields.parse(before) },
    )
    return 'waiting'
  }
  await sql`
    update users set email = ${edit.email}, phone = ${edit.phone}, type_id = ${edit.typeId}, language = ${edit.language},
      enabled = ${edit.enable}, org = ${edit.org}, roles = ${edit.roles}, claims = ${edit.claims},
      has_full_agent_access = ${edit.hasFullAgentAccess}, application_id = ${edit.applicationId}, version = version + 1
    where id = ${edit.id}`.execute(db)
  const rights = rightChanges(before, edit)
  // Its link went to the old address, which may be another person's.
  const isUninvited = fields.includes('email') && (await endInvitation(db, edit.id))
  const tell = (kind: OwnersNews, addresses: readonly string[]) => tellOwner(db, call.services, kind, addresses, edit)
  if (changedWays.includes('email')) await tell('email-changed', [before.email, edit.email])
  if (changedWays.includes('phone')) await tell('second-factor-changed', [before.email])
  const [reason] = [
    ...(Object.keys(rights).length > 0 ? ['rights' as const] : []),
    ...changedWays.map((way) => endOf[way]),
  ]
  if (reason) await endSessionsOf(db, edit.id, reason, ownSession(call.user, edit.id))
  await writeAudit(db, call.audit, {
    action: 'update',
    entity: 'user',
    entityId: edit.id,
    outcome: 'done',
    facts: { ...rights, fields: fields.join(', '), ...(isUninvited ? { invitation: 'revoked' } : {}) },
  })
  if (raises(edit, before)) await endWithRights(db, call, edit.id)
  for (const given of above) await recordGrant(db, call, { ...given, userId: edit.id })
  return isUninvited ? 'invitationRevoked' : null
}

/** What a user signs in with beside the password: the mailbox, and the phone if codes go to it. */
type Way = 'email' | 'phone'

const ownWays = 'Change your own email address and phone for codes in My Account'

/** Why the sessions end when it changes. */
const endOf = { email: 'email', phone: 'second factor' } as const satisfies Record<Way, string>

/** Whether codes of the second factor go to another phone with this edit than before. */
async function redirectsCodes(db: Db, { services }: SignedInCall, before: LockedUser, edit: Edit): Promise<boolean> {
  if (before.phone === edit.phone) return false
  for (const user of [before, edit]) if ((await loginMethods(db, services.config, user)).includes('sms')) return true
  return false
}

/** Rights in an edit that the grantor does not hold, or the mailbox or phone of a user who holds such rights. */
function givenAbove(
  granter: Granter,
  before: LockedUser,
  edit: Edit,
  ways: readonly Way[],
): { act: 'rights' | Way; rights: string[] }[] {
  const rights = rightsAbove(granter, before, edit)
  const held = rightsAbove(granter, null, before)
  return [
    ...(rights.length > 0 ? [{ act: 'rights' as const, rights }] : []),
    ...(held.length > 0 ? ways.map((act) => ({ act, rights: held })) : []),
  ]
}

/** The caller's session, which stays when they change their own record. */
export function ownSession(caller: { id: number; sessionId: string }, userId: number): string | null {
  return caller.id === userId ? caller.sessionId : null
}

/** Names of changed fields other than rights; their values stay out of the record. */
function changedFields(before: LockedUser, edit: Edit): string[] {
  const names = ['email', 'phone', 'typeId', 'language', 'org'] as const
  return names.filter((name) => before[name] !== edit[name])
}

type OwnersNews = 'email-changed' | 'second-factor-changed'

/** Tells the owner of the account; of a new address at the old one too, so that the change cannot go unnoticed. */
export async function tellOwner(
  db: Db,
  services: Services,
  kind: OwnersNews,
  addresses: readonly string[],
  { id, language }: Pick<Edit, 'id' | 'language'>,
): Promise<void> {
  if (!canSend(services.config, 'email')) return
  for (const recipient of new Set(addresses))
    if (recipient !== '')
      await queueMessage(db, services, { kind, channel: 'email', userId: id, recipient, language, facts: {} })
}
