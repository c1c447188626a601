import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import type { passwords } from '@coverdesk/domain/access/password-contract.ts'
import { fail } from '@coverdesk/domain/failures.ts'
import type { ParsedInputOf } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import { queueMessage } from '../messages/queue-message.ts'
import { writeAudit } from '../platform/audit.ts'
import type { Db } from '../platform/database.ts'
import type { Call, Handler } from '../platform/http-call.ts'
import { hashPassword } from '../platform/password-hash.ts'
import { refuseField, refuseUnknownType } from '../users/user-type.ts'
import { callerOf } from './account-name.ts'
import { inDoorTransaction } from './door-transaction.ts'
import { takeTurn } from './public-calls.ts'
import { refuseOwnWords, refusePassword } from './refuse-password.ts'
import { temporaryHours } from './set-password.ts'

type NewUser = ParsedInputOf<typeof passwords.register>

/** Users that the public may make within an hour, per address and per e-mail address. */
const limits = { address: 20, email: 3, minutes: 60 }

/**
 * Makes a user and their contact. The public always makes a consumer, whose password is their own; the security
 * administrator makes anybody, with a password that is temporary (A-035, P-12). Nobody else names roles, type or
 * organisation; an installation of one organisation makes users of that one.
 */
export const register: Handler<typeof passwords.register> = async (call, user) => {
  const { db, caller, address, services } = call
  const byAdmin = caller !== null && mayPass('securityadmin', caller)
  if (!byAdmin && (user.roles ?? user.typeId ?? user.org) !== undefined) fail('right.missing')
  const { org } = services.config
  if (org !== null && user.org && user.org !== org) refuseField('org', `Users here belong to ${org}`)
  refusePassword(services.config, user.pass)
  const names = [user.user, user.email, user.firstName, user.lastName]
  refuseOwnWords(user.pass, [...names, user.org ?? org ?? '', services.brandName])
  if (!byAdmin) await takeTurns(db, address, user.email)
  const hash = await hashPassword(user.pass)
  const id = await inDoorTransaction(db, async (db) => {
    if (user.typeId !== undefined) await refuseUnknownType(db, user.typeId)
    const id = await addUser(db, call, user, { hash, byAdmin })
    await writeAudit(db, byAdmin ? call.audit : { ...call.audit, userId: id }, {
      action: 'create',
      entity: 'user',
      entityId: id,
      outcome: 'done',
      facts: { byAdmin },
    })
    if (byAdmin) await welcome(db, call, id, user)
    return id
  })
  return { id }
}

async function takeTurns(db: Db, address: string, email: string): Promise<void> {
  const { minutes } = limits
  await takeTurn(db, { call: 'register', caller: callerOf(address), most: limits.address, minutes })
  await takeTurn(db, { call: 'register', caller: email.toLowerCase(), most: limits.email, minutes })
}

async function addUser(
  db: Db,
  { services }: Call,
  user: NewUser,
  { hash, byAdmin }: { hash: string; byAdmin: boolean },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with person as (
      insert into contacts (first_name, last_name) values (${user.firstName}, ${user.lastName}) returning id),
    email as (
      insert into contact_emails (contact_id, email) select id, ${user.email} from person),
    phone as (
      insert into contact_phones (contact_id, phone) select id, ${user.phone ?? ''} from person where ${user.phone !== undefined})
    insert into users (user_name, email, phone, password_hash, roles, type_id, language, org, contact_id, temporary_until)
    select ${user.user.normalize('NFKC')}, ${user.email}, ${user.phone ?? null}, ${hash},
      ${byAdmin ? (user.roles ?? []) : ['consumer']}, ${user.typeId ?? (byAdmin ? 1 : 4)}, ${user.language},
      ${user.org || services.config.org}, person.id,
      case when ${byAdmin} then now() + make_interval(hours => ${temporaryHours}) end
    from person returning id`.execute(db)
  return rows[0]?.id ?? fail('server.error')
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
