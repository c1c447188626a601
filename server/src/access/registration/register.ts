import { setTimeout as pause } from 'node:timers/promises'
import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import type { passwords } from '@coverdesk/domain/access/password-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { failField } from '@coverdesk/domain/invalid-fields.ts'
import { canSend, queueMessage } from '../../messages/queue-message.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { hashPassword } from '../../platform/auth/password-hash.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Call, Handler } from '../../platform/http/http-call.ts'
import { accountOf, callerOf } from '../accounts/account-name.ts'
import { refuseOwnWords, refusePassword } from '../passwords/refuse-password.ts'
import { inPublicTransaction } from '../public-transaction.ts'
import { rateLimit } from '../rate-limit.ts'
import { type NewUser, personOf } from './person-of.ts'
import { registerByAdmin } from './register-by-admin.ts'
import { addRegistration } from './registrations.ts'

/** What only a security administrator may set. */
const forAdmins = ['roles', 'claims', 'hasFullAgentAccess', 'visibilityFrom', 'typeId', 'org', 'invite'] as const
/** Public registrations per hour, by IP address and by email address. */
const limits = { address: 20, email: 3, minutes: 60 }
/** Longer than both cases take, so that the response time does not reveal whether the user exists (P-05). */
const answerMilliseconds = 250

/**
 * Registers a user. A security administrator adds users directly, with a temporary password (A-035, P-12). A public
 * registration is stored and becomes a consumer account once its email address is confirmed. Only a security administrator
 * may set rights, type or organization; a single-organization installation adds users of that organization only.
 */
export const register: Handler<typeof passwords.register> = async (call, user) => {
  const { caller, services } = call
  const byAdmin = caller !== null && mayPass('securityadmin', caller)
  if (!byAdmin && forAdmins.some((name) => user[name] !== undefined)) fail('right.missing')
  const { org } = services.config
  if (org !== null && user.org && user.org !== org) failField('org', `Users here belong to ${org}`)
  const { pass = '' } = user
  if (!user.invite) {
    refusePassword(services.config, pass)
    const names = [user.user, user.email, user.firstName, user.lastName]
    refuseOwnWords(pass, [...names, user.org ?? org ?? '', services.brands.own.name])
  }
  return byAdmin
    ? await registerByAdmin({ ...call, user: caller }, user)
    : { id: await registerPublicly(call, user, pass) }
}

/** Responds identically, in the same time, whether or not the user exists; only the email differs. */
async function registerPublicly(call: Call, user: NewUser, pass: string): Promise<null> {
  const { db, address, services } = call
  if (!canSend(services.config, 'email')) fail('registration.no_mail')
  if (user.user.includes('@') && accountOf(user.user) !== accountOf(user.email))
    failField('user', 'A user name that is an email address must be your own email address')
  const { minutes } = limits
  await rateLimit(db, { call: 'register', caller: callerOf(address), limit: limits.address, minutes })
  await rateLimit(db, { call: 'register', caller: user.email.toLowerCase(), limit: limits.email, minutes })
  const minimumTime = pause(answerMilliseconds)
  const passwordHash = await hashPassword(pass)
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
  const registration = taken ? null : await addRegistration(db, { ...person, passwordHash, draft: user.draft ?? null })
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
