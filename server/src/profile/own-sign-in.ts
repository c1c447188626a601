import { randomUUID, timingSafeEqual } from 'node:crypto'
import { fail } from '@coverdesk/domain/fail.ts'
import { confirmCodeMinutes, type OwnSignIn, type ownSignIn } from '@coverdesk/domain/profile/own-sign-in-contract.ts'
import { sql } from 'kysely'
import { rateLimit } from '../access/rate-limit.ts'
import { canSend, queueMessage } from '../messages/queue-message.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { endSessionsOf } from '../platform/auth/session.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { confirmPassword } from '../second-factor/confirm-password.ts'
import { codeHash, newSentCode } from '../second-factor/factor-codes.ts'

const maxGuesses = 5
const maxCodesPerHour = 5

/** What a change of one's own waits for: a code at the new address, or at the new number. */
const changes = {
  email: { table: 'email_changes', column: 'email', kind: 'confirm-email', channel: 'email' },
  phone: { table: 'phone_changes', column: 'phone', kind: 'confirm-phone', channel: 'sms' },
} as const
type Part = keyof typeof changes

/** Address, number and language for a user's codes and messages. */
export async function readSignIn(db: Db, userId: number): Promise<OwnSignIn> {
  const isOpen = (alias: string) =>
    sql`${sql.ref(`${alias}.expires_at`)} > now() and ${sql.ref(`${alias}.failures`)} < ${maxGuesses}`
  const { rows } = await sql<OwnSignIn>`
    select u.user_name as "userName", u.email, u.phone, u.language, u.version, e.email as "pendingEmail", p.phone as "pendingPhone"
    from users u left join email_changes e on e.user_id = u.id and ${isOpen('e')}
    left join phone_changes p on p.user_id = u.id and ${isOpen('p')}
    where u.id = ${userId}`.execute(db)
  return rows[0] ?? fail('session.ended')
}

/**
 * Sets the user's address, number and language for codes and messages. A new address or number gives access to the account, so
 * it needs the current password, and waits for the code that is sent to it (P-12): a mistyped one would lock its owner out. It is
 * used at once if the installation can't send the code; that ends the other sessions and notifies the owner (P-13).
 */
export const saveSignIn: Handler<typeof ownSignIn.save> = async (call, { current, version, ...wanted }) => {
  const before = await readSignIn(call.db, call.user.id)
  if (before.version !== version) fail('record.changed')
  const changed = {
    email: wanted.email !== before.email,
    phone: wanted.phone !== before.phone,
    language: wanted.language !== before.language,
  }
  if (changed.email || changed.phone) await confirmPassword(call, current || needPassword())
  const waits = {
    email: changed.email && canSend(call.services.config, 'email'),
    phone: changed.phone && wanted.phone !== null && canSend(call.services.config, 'sms'),
  }
  const caller = String(call.user.id)
  for (const part of ['email', 'phone'] as const)
    if (waits[part]) await rateLimit(call.db, { call: part, caller, limit: maxCodesPerHour, minutes: 60 })
  return await inTransaction(call.db, async (db) => {
    await writeSignIn(db, call.user.id, version, {
      ...wanted,
      email: waits.email ? before.email : wanted.email,
      phone: waits.phone ? before.phone : wanted.phone,
    })
    if (waits.email) await beginChange(db, call, { part: 'email', to: wanted.email, language: wanted.language })
    if (waits.phone && wanted.phone !== null)
      await beginChange(db, call, { part: 'phone', to: wanted.phone, language: wanted.language })
    const now = { email: changed.email && !waits.email, phone: changed.phone && !waits.phone }
    if (now.phone || now.email)
      await endSessionsOf(db, call.user.id, now.phone ? 'second factor' : 'email', call.user.sessionId)
    if (now.phone) await tellOwner(db, call, 'second-factor-changed', [before.email], wanted.language)
    const named = { ...changed, ...now, pendingEmail: waits.email, pendingPhone: waits.phone }
    const fields = Object.entries(named).flatMap(([name, is]) => (is ? [name] : []))
    await auditFields(db, call, fields.join(', '))
    return await readSignIn(db, call.user.id)
  })
}

async function auditFields(db: Db, { audit, user }: SignedInCall, fields: string): Promise<void> {
  await writeAudit(db, audit, {
    action: 'update',
    entity: 'user',
    entityId: user.id,
    outcome: 'done',
    facts: { fields },
  })
}

type Wanted = Pick<OwnSignIn, 'email' | 'phone' | 'language'>

/** Users who receive codes by phone must keep a number, or they could not sign in. */
async function writeSignIn(db: Db, userId: number, version: number, { email, phone, language }: Wanted): Promise<void> {
  const { rows } = await sql<{ codesBy: string[] }>`
    update users set email = ${email}, phone = ${phone}, language = ${language}, version = version + 1
    where id = ${userId} and version = ${version} returning codes_by as "codesBy"`.execute(db)
  const { codesBy } = rows[0] ?? fail('record.changed')
  if (phone === null && codesBy.includes('sms'))
    refuseField('phone', 'The codes of your second factor go to this number')
}

async function tellOwner(
  db: Db,
  { user, services }: SignedInCall,
  kind: 'email-changed' | 'second-factor-changed',
  addresses: readonly string[],
  language: OwnSignIn['language'],
): Promise<void> {
  if (!canSend(services.config, 'email')) return
  for (const recipient of new Set(addresses))
    if (recipient !== '')
      await queueMessage(db, services, { kind, channel: 'email', userId: user.id, recipient, language, facts: {} })
}

/** Stores a new address or number, replacing an unconfirmed one, and sends it a code. */
async function beginChange(
  db: Db,
  { user, services }: SignedInCall,
  { part, to, language }: { part: Part; to: string; language: OwnSignIn['language'] },
): Promise<void> {
  const { table, column, kind, channel } = changes[part]
  const [id, code] = [randomUUID(), newSentCode()]
  await sql`delete from ${sql.table(table)} where user_id = ${user.id}`.execute(db)
  await sql`
    insert into ${sql.table(table)} (user_id, id, ${sql.ref(column)}, code_hash, expires_at)
    values (${user.id}, ${id}, ${to}, ${codeHash(services.config, id, code)},
      now() + make_interval(mins => ${confirmCodeMinutes}))`.execute(db)
  await queueMessage(db, services, { kind, channel, userId: user.id, recipient: to, language, facts: { code } })
}

/**
 * Confirms the new address with its code. Ends the other sessions and notifies the owner at the old and the new address
 * (P-13).
 */
export const confirmEmail: Handler<typeof ownSignIn.confirmEmail> = async (call, { code }) => {
  const change = await rightChange(call, 'email', code)
  return await inTransaction(call.db, async (db) => {
    const before = await useChange(db, call, 'email', change)
    await endSessionsOf(db, call.user.id, 'email', call.user.sessionId)
    await tellOwner(db, call, 'email-changed', [before.email, change.to], before.language)
    return await readSignIn(db, call.user.id)
  })
}

/** Confirms the new number with its code. Ends the other sessions and notifies the owner (P-13). */
export const confirmPhone: Handler<typeof ownSignIn.confirmPhone> = async (call, { code }) => {
  const change = await rightChange(call, 'phone', code)
  return await inTransaction(call.db, async (db) => {
    const before = await useChange(db, call, 'phone', change)
    await endSessionsOf(db, call.user.id, 'second factor', call.user.sessionId)
    await tellOwner(db, call, 'second-factor-changed', [before.email], before.language)
    return await readSignIn(db, call.user.id)
  })
}

/** The change that a code confirms. Each code allows five guesses, counted before the check (P-07). */
async function rightChange(
  { db, user, services }: SignedInCall,
  part: Part,
  code: string,
): Promise<{ id: string; to: string }> {
  const { table, column } = changes[part]
  const { rows } = await sql<{ id: string; to: string; hash: Buffer }>`
    update ${sql.table(table)} set failures = failures + 1
    where user_id = ${user.id} and expires_at > now() and failures < ${maxGuesses}
    returning id, ${sql.ref(column)} as "to", code_hash as hash`.execute(db)
  const change = rows[0] ?? fail(`${part}_change.ended`)
  if (!timingSafeEqual(change.hash, codeHash(services.config, change.id, code))) fail(`${part}_change.code_wrong`)
  return change
}

/** Uses a confirmed address or number, once; returns what was used before. */
async function useChange(
  db: Db,
  call: SignedInCall,
  part: Part,
  { id, to }: { id: string; to: string },
): Promise<OwnSignIn> {
  const before = await readSignIn(db, call.user.id)
  const { table, column } = changes[part]
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where id = ${id}`.execute(db)
  if (numAffectedRows === 0n) fail(`${part}_change.ended`)
  await sql`update users set ${sql.ref(column)} = ${to}, version = version + 1 where id = ${call.user.id}`.execute(db)
  await auditFields(db, call, part)
  return before
}

function needPassword(): never {
  return refuseField('current', 'Current password is required')
}

function refuseField(path: string, message: string): never {
  return fail('request.invalid', { message, details: [{ path, message }] })
}
