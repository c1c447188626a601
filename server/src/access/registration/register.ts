import { setTimeout as pause } from 'node:timers/promises'
import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import type { passwords } from '@coverdesk/domain/access/password-contract.ts'
import { fail } from '@coverdesk/domain/failures.ts'
import { failField } from '@coverdesk/domain/invalid-fields.ts'
import type { ParsedInputOf } from '@coverdesk/domain/platform/route.ts'
import { normalizeRoles, rightChanges } from '@coverdesk/domain/users/right-changes.ts'
import { rightsAbove } from '@coverdesk/domain/users/rights-above.ts'
import { canSend, queueMessage } from '../../messages/queue-message.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { hashPassword } from '../../platform/auth/password-hash.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Call, Handler, SignedInCall } from '../../platform/http/http-call.ts'
import { needsApproval, recordGrant, requestApproval } from '../../users/grants/grant-rights.ts'
import { lockUser } from '../../users/user-queries.ts'
import { requireUserType } from '../../users/user-type.ts'
import { accountOf, callerOf } from '../accounts/account-name.ts'
import { addUser } from '../accounts/add-user.ts'
import { refuseOwnWords, refusePassword } from '../passwords/refuse-password.ts'
import { inPublicTransaction } from '../public-transaction.ts'
import { rateLimit } from '../rate-limit.ts'
import { addRegistration } from './registrations.ts'

type NewUser = ParsedInputOf<typeof passwords.register>

/** Public registrations per hour, by IP address and by email address. */
const limits = { address: 20, email: 3, minutes: 60 }
/** Longer than both cases take, so that the response time does not reveal whether the user exists (P-05). */
const answerMilliseconds = 250

/**
 * Registers a user. A security administrator adds users directly, with a temporary password (A-035, P-12). A public
 * registration is stored and becomes a consumer account once its email address is confirmed. Only a security administrator
 * may set roles, type or organization; a single-organization installation adds users of that organization only.
 */
export const register: Handler<typeof passwords.register> = async (call, user) => {
  const { caller, services } = call
  const byAdmin = caller !== null && mayPass('securityadmin', caller)
  if (!byAdmin && (user.roles ?? user.typeId ?? user.org) !== undefined) fail('right.missing')
  const { org } = services.config
  if (org !== null && user.org && user.org !== org) failField('org', `Users here belong to ${org}`)
  refusePassword(services.config, user.pass)
  const names = [user.user, user.email, user.firstName, user.lastName]
  refuseOwnWords(user.pass, [...names, user.org ?? org ?? '', services.brandName])
  return byAdmin ? await addByAdmin({ ...call, user: caller }, user) : { id: await registerPublicly(call, user) }
}

async function addByAdmin(call: SignedInCall, user: NewUser): Promise<{ id: number; waiting?: true }> {
  const passwordHash = await hashPassword(user.pass)
  return await inPublicTransaction(call.db, async (db) => {
    if (user.typeId !== undefined) await requireUserType(db, user.typeId)
    const wanted = normalizeRoles(user.roles ?? [])
    const rights = rightsAbove(call.user, null, { ...noRights, roles: wanted })
    const waits = rights.length > 0 && (await needsApproval(db, call.user.id, null))
    const roles = waits ? wanted.filter((role) => !rights.includes(`role ${role}`)) : wanted
    const id = await addUser(db, call, {
      ...personOf(user),
      passwordHash,
      roles,
      typeId: user.typeId ?? 1,
      org: user.org || call.services.config.org,
      temporary: true,
    })
    await writeAudit(db, call.audit, {
      action: 'create',
      entity: 'user',
      entityId: id,
      outcome: 'done',
      facts: { byAdmin: true, ...rightChanges(noOne, { ...noRights, roles }) },
    })
    await welcome(db, call, id, user)
    const grant = { userId: id, act: 'rights' as const, rights }
    if (!waits) await recordGrant(db, call, grant)
    else await requestApproval(db, call, grant, { ...(await editOf(db, id)), roles: wanted })
    return waits ? { id, waiting: true as const } : { id }
  })
}

const noRights = { claims: [], hasFullAgentAccess: false, enable: true, applicationId: null }
const noOne = { ...noRights, roles: [] }

/** The new user as an unchanged Edit User request. */
async function editOf(db: Db, id: number) {
  const { userName: _, contactId: __, agentId: ___, ...edit } = await lockUser(db, null, id)
  return edit
}

/** Responds identically, in the same time, whether or not the user exists; only the email differs. */
async function registerPublicly(call: Call, user: NewUser): Promise<null> {
  const { db, address, services } = call
  if (!canSend(services.config, 'email')) fail('registration.no_mail')
  if (user.user.includes('@') && accountOf(user.user) !== accountOf(user.email))
    failField('user', 'A user name that is an email address must be your own email address')
  const { minutes } = limits
  await rateLimit(db, { call: 'register', caller: callerOf(address), limit: limits.address, minutes })
  await rateLimit(db, { call: 'register', caller: user.email.toLowerCase(), limit: limits.email, minutes })
  const minimumTime = pause(answerMilliseconds)
  const passwordHash = await hashPassword(user.pass)
  const [stored] = await Promise.allSettled([
    inPublicTransaction(db, (db) => storeRegistration(db, call, user, passwordHash)),
    minimumTime,
  ])
  if (stored.status === 'rejected') throw stored.reason
  return null
}

async function storeRegistration(db: Db, call: Call, user: NewUser, passwordHash: string): Promise<void> {
  const { services } = call
  const person = personOf(user)
  const taken = await db
    .selectFrom('users')
    .select('id')
    .where((where) => where(where.fn<string>('lower', ['user_name']), '=', accountOf(user.user)))
    .where('address_unproven', '=', false)
    .executeTakeFirst()
  const registration = taken ? null : await addRegistration(db, { ...person, passwordHash })
  await writeAudit(db, call.audit, {
    action: 'create',
    entity: 'registration',
    entityId: registration?.id ?? '',
    outcome: registration ? 'done' : 'refused',
  })
  await queueMessage(db, services, {
    channel: 'email',
    userId: null,
    recipient: person.email,
    language: person.language,
    ...(registration
      ? {
          kind: 'confirm-registration',
          facts: { link: `${services.config.publicUrl}/login/confirm/${registration.code}` },
        }
      : {
          kind: 'registration-known',
          facts: { userName: person.userName, link: `${services.config.publicUrl}/login/forgot` },
        }),
  })
}

function personOf({ user, email, firstName, lastName, phone, language }: NewUser) {
  return { userName: user.normalize('NFKC'), email, firstName, lastName, phone: phone ?? null, language }
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
