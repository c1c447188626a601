import { everything } from '@coverdesk/domain/access/rights.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { areasAbove } from '@coverdesk/domain/users/rights-above.ts'
import type { users } from '@coverdesk/domain/users/user-contract.ts'
import type { Rule } from '@coverdesk/domain/users/visible-agents.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import { endSessionsOf, type SignedIn } from '../platform/auth/session.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { ownSession } from './edit-user.ts'
import { needsApproval, recordGrant, requestApproval } from './grants/grant-rights.ts'
import { lockUser } from './user-queries.ts'

/**
 * Links a user to a contact. An agent's contact makes the agent's records the user's own, so this is a change of
 * rights. A contact has at most one user (`user.contact_taken`, a database constraint). Users who do not see all
 * records cannot link themselves (P-34).
 */
export const linkUser: Handler<typeof users.link> = async (call, input) => {
  return await inTransaction(call.db, async (db) => {
    const waiting = await saveLink(db, call, input, call.user)
    return waiting ? { ...done, waiting } : done
  })
}

/** Saves the link, or lets it wait for approval when it opens more than the granter sees (see `saveEdit`). */
export async function saveLink(
  db: Db,
  call: SignedInCall,
  { id, contactId }: { id: number; contactId: number },
  granter: SignedIn | null,
): Promise<true | null> {
  const user = await lockUser(db, call.services.config.org, id)
  if (user.contactId === contactId) return null
  if (user.id === call.user.id && !user.hasFullAgentAccess && !user.roles.includes('administrator'))
    fail('user.own_rights')
  const contact = (await findContact(db, contactId)) ?? fail('contact.not_found')
  const own: Rule[] = contact.agentId === null ? [] : [{ agentId: String(contact.agentId), resourceId: everything }]
  const areas = granter && user.id !== call.user.id ? areasAbove(granter.visibility, [], own, null) : []
  const grant = { userId: id, act: 'contact' as const, rights: areas }
  if (areas.length > 0 && (await needsApproval(db, call.user.id, id))) {
    await requestApproval(db, call, grant, { payload: { id, contactId }, before: { contactId: user.contactId } })
    return true
  }
  await sql`update users set contact_id = ${contactId}, version = version + 1 where id = ${id}`.execute(db)
  await endSessionsOf(db, id, 'rights', ownSession(call.user, id))
  await writeAudit(db, call.audit, {
    action: 'update',
    entity: 'user',
    entityId: id,
    outcome: 'done',
    facts: { contactId, contactBefore: user.contactId, agentId: contact.agentId, agentBefore: user.agentId },
  })
  await recordGrant(db, call, grant)
  return null
}

/** The contact, locked, so that it is not merged into another one until it is linked. */
async function findContact(db: Db, id: number): Promise<{ agentId: number | null } | undefined> {
  return await db
    .selectFrom('contacts')
    .leftJoin('agents', 'agents.contact_id', 'contacts.id')
    .select('agents.id as agentId')
    .where('contacts.id', '=', id)
    .where('contacts.merged_into', 'is', null)
    .forKeyShare(['contacts'])
    .executeTakeFirst()
}
