import { everything } from '@coverdesk/domain/access/rights.ts'
import { failField } from '@coverdesk/domain/invalid-fields.ts'
import { normalizeRoles, rightChanges } from '@coverdesk/domain/users/right-changes.ts'
import { areasAbove, rightsAbove } from '@coverdesk/domain/users/rights-above.ts'
import { queueMessage } from '../../messages/queue-message.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { hashPassword } from '../../platform/auth/password-hash.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Call, SignedInCall } from '../../platform/http/http-call.ts'
import { agentOfEmail } from '../../users/agent-of-email.ts'
import { needsApproval, recordGrant, requestApproval } from '../../users/grants/grant-rights.ts'
import { lockUser } from '../../users/user-queries.ts'
import { requireUserType } from '../../users/user-type.ts'
import { addUser } from '../accounts/add-user.ts'
import { inPublicTransaction } from '../public-transaction.ts'
import { type NewUser, personOf } from './person-of.ts'

const noRights = { claims: [], hasFullAgentAccess: false, enable: true, applicationId: null }
const noOne = { ...noRights, roles: [] }

/**
 * Adds a user with a temporary password (A-035, P-12). A user with the email address of an agent gets the agent's contact.
 * Rights that the caller does not hold wait for approval if the agency requires it.
 */
export async function registerByAdmin(call: SignedInCall, user: NewUser): Promise<{ id: number; waiting?: true }> {
  const passwordHash = await hashPassword(user.pass)
  return await inPublicTransaction(call.db, async (db) => {
    if (user.typeId !== undefined) await requireUserType(db, user.typeId)
    const link = await linkOf(db, call, user.email)
    const wanted = normalizeRoles(user.roles ?? [])
    const rights = rightsAbove(call.user, null, { ...noRights, roles: wanted })
    const needed = (rights.length > 0 || link.above.length > 0) && (await needsApproval(db, call.user.id, null))
    const waits = { rights: needed && rights.length > 0, link: needed && link.above.length > 0 }
    const roles = waits.rights ? wanted.filter((role) => !rights.includes(`role ${role}`)) : wanted
    const id = await addUser(db, call, {
      ...personOf(user),
      passwordHash,
      roles,
      typeId: user.typeId ?? 1,
      org: user.org || call.services.config.org,
      temporary: true,
      contactId: link.agentId === null ? undefined : waits.link ? null : link.contactId,
    })
    await writeAudit(db, call.audit, {
      action: 'create',
      entity: 'user',
      entityId: id,
      outcome: 'done',
      facts: {
        byAdmin: true,
        ...rightChanges(noOne, { ...noRights, roles }),
        ...(link.agentId === null || waits.link ? {} : { contactId: link.contactId, agentId: link.agentId }),
      },
    })
    await welcome(db, call, id, user)
    const grant = { userId: id, act: 'rights' as const, rights }
    if (!waits.rights) await recordGrant(db, call, grant)
    else await requestApproval(db, call, grant, { ...(await editOf(db, id)), roles: wanted })
    const linkGrant = { userId: id, act: 'contact' as const, rights: link.above }
    if (!waits.link) await recordGrant(db, call, linkGrant)
    else await requestApproval(db, call, linkGrant, { id, contactId: link.contactId })
    return needed ? { id, waiting: true as const } : { id }
  })
}

/** Agent's contact for the new user, with the areas that it opens beyond what the caller sees. */
async function linkOf(db: Db, call: SignedInCall, email: string) {
  const { answer, contactId } = await agentOfEmail(db, call.services.config.org, email)
  if (answer.problem !== null) failField('email', answer.problem)
  const own = answer.agentId === null ? [] : [{ agentId: String(answer.agentId), resourceId: everything }]
  return { agentId: answer.agentId, contactId, above: areasAbove(call.user.visibility, [], own, null) }
}

/** The new user as an unchanged Edit User request. */
async function editOf(db: Db, id: number) {
  const { userName: _, contactId: __, agentId: ___, ...edit } = await lockUser(db, null, id)
  return edit
}

async function welcome(db: Db, { services }: Call, userId: number, { user, email, language }: NewUser): Promise<void> {
  await queueMessage(db, services, {
    kind: 'welcome',
    channel: 'email',
    userId,
    recipient: email,
    language,
    facts: { userName: user, link: `${services.config.publicUrl}/login` },
  })
}
