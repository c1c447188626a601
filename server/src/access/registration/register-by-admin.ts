import { everything } from '@coverdesk/domain/access/rights.ts'
import { failField } from '@coverdesk/domain/invalid-fields.ts'
import type { Rights } from '@coverdesk/domain/users/own-rights.ts'
import { normalizeClaims, normalizeRoles, rightChanges } from '@coverdesk/domain/users/right-changes.ts'
import { areasAbove, rightsAbove } from '@coverdesk/domain/users/rights-above.ts'
import { EditedFields } from '@coverdesk/domain/users/waiting-edit.ts'
import { queueMessage } from '../../messages/queue-message.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { hashPassword } from '../../platform/auth/password-hash.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Call, SignedInCall } from '../../platform/http/http-call.ts'
import { agentOfEmail } from '../../users/agent-of-email.ts'
import { needsApproval, recordGrant, requestApproval, type WaitingChange } from '../../users/grants/grant-rights.ts'
import { findUser, lockUser, visibilityOf } from '../../users/user-queries.ts'
import { requireUserType } from '../../users/user-type.ts'
import { saveVisibility } from '../../users/visibility/set-visibility.ts'
import { addUser } from '../accounts/add-user.ts'
import { unknownPasswordHash } from '../invitations/invite-user.ts'
import { mailInvitation } from '../invitations/user-invitations.ts'
import { inPublicTransaction } from '../public-transaction.ts'
import { type NewUser, personOf } from './person-of.ts'

const noRights: Rights = { roles: [], claims: [], hasFullAgentAccess: false, enable: true, applicationId: null }

function rightsOf({ roles = [], claims = [], hasFullAgentAccess = false }: NewUser): Rights {
  return { ...noRights, roles: normalizeRoles(roles), claims: normalizeClaims(claims), hasFullAgentAccess }
}

/** The rights without those that wait for approval, by the names of `rightsAbove`. */
function without(rights: Rights, waiting: readonly string[]): Rights {
  return {
    ...rights,
    roles: rights.roles.filter((role) => !waiting.includes(`role ${role}`)),
    claims: rights.claims.filter((claim) => !waiting.includes(`claim ${claim}`)),
    hasFullAgentAccess: rights.hasFullAgentAccess && !waiting.includes('full agent access'),
  }
}

/**
 * Adds a user with an invitation or a temporary password (A-035, P-12). A user with the email address of an agent gets the agent's contact.
 * Rights that the caller does not hold wait for approval if the agency requires it.
 */
export async function registerByAdmin(call: SignedInCall, user: NewUser): Promise<{ id: number; waiting?: true }> {
  const passwordHash = await (user.invite ? unknownPasswordHash() : hashPassword(user.pass ?? ''))
  return await inPublicTransaction(call.db, async (db) => {
    if (user.typeId !== undefined) await requireUserType(db, user.typeId)
    const link = await linkOf(db, call, user.email)
    const wanted = rightsOf(user)
    const rights = rightsAbove(call.user, null, wanted)
    const needed = (rights.length > 0 || link.above.length > 0) && (await needsApproval(db, call.user.id, null))
    const waits = { rights: needed && rights.length > 0, link: needed && link.above.length > 0 }
    const given = waits.rights ? without(wanted, rights) : wanted
    const id = await addUser(db, call, {
      ...personOf(user),
      passwordHash,
      roles: given.roles,
      claims: given.claims,
      hasFullAgentAccess: given.hasFullAgentAccess,
      typeId: user.typeId ?? 1,
      org: user.org || call.services.config.org,
      temporary: !user.invite,
      contactId: link.agentId === null ? undefined : waits.link ? null : link.contactId,
    })
    await writeAudit(db, call.audit, {
      action: 'create',
      entity: 'user',
      entityId: id,
      outcome: 'done',
      facts: {
        byAdmin: true,
        ...(user.invite ? { invitation: 'sent' } : {}),
        ...rightChanges(noRights, given),
        ...(link.agentId === null || waits.link ? {} : { contactId: link.contactId, agentId: link.agentId }),
      },
    })
    if (user.invite) await mailInvitation(db, call.services, { ...personOf(user), id })
    else await welcome(db, call, id, user)
    const rulesWait = await copyVisibility(db, call, user.visibilityFrom, id)
    const grant = { userId: id, act: 'rights' as const, rights }
    if (!waits.rights) await recordGrant(db, call, grant)
    else await requestApproval(db, call, grant, await changeOf(db, id, wanted))
    const linkGrant = { userId: id, act: 'contact' as const, rights: link.above }
    if (!waits.link) await recordGrant(db, call, linkGrant)
    else
      await requestApproval(db, call, linkGrant, {
        payload: { id, contactId: link.contactId },
        before: { contactId: null },
      })
    return needed || rulesWait ? { id, waiting: true as const } : { id }
  })
}

/** Gives the user the visibility rules of a colleague; true if they wait for approval. */
async function copyVisibility(db: Db, call: SignedInCall, from: number | undefined, id: number): Promise<boolean> {
  if (from === undefined) return false
  await findUser(db, call.services.config.org, from)
  const rules = await visibilityOf(db, from)
  return rules.length > 0 && (await saveVisibility(db, call, { id, rules }, call.user)) === true
}

/** Agent's contact for the new user, with the areas that it opens beyond what the caller sees. */
async function linkOf(db: Db, call: SignedInCall, email: string) {
  const { answer, contactId } = await agentOfEmail(db, call.services.config.org, email)
  if (answer.problem !== null) failField('email', answer.problem)
  const own = answer.agentId === null ? [] : [{ agentId: String(answer.agentId), resourceId: everything }]
  return { agentId: answer.agentId, contactId, above: areasAbove(call.user.visibility, [], own, null) }
}

/** The wanted rights of the new user, as an Edit User request that waits. */
async function changeOf(db: Db, id: number, wanted: Rights): Promise<WaitingChange> {
  const user = await lockUser(db, null, id)
  const before = EditedFields.parse(user)
  return { payload: { id, version: user.version, ...before, ...wanted }, before }
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
