import { fail } from '@coverdesk/domain/fail.ts'
import type { FailureCode } from '@coverdesk/domain/failures.ts'
import type { OwnSecondFactor, ownSecondFactor } from '@coverdesk/domain/second-factor/own-second-factor-contract.ts'
import { sql } from 'kysely'
import { isRequired, loginMethods, mustKeepApp, sendableChannels } from '../messages/login-methods.ts'
import { queueMessage } from '../messages/queue-message.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { endSessionsOf } from '../platform/auth/session.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { deleteSecondFactor } from '../users/delete-second-factor.ts'
import { offerApp, replaceRecoveryCodes, takeOfferedApp } from './authenticators.ts'
import { confirmPassword } from './confirm-password.ts'
import { factorPerson } from './factor-person.ts'
import { appAddress } from './time-codes.ts'

/** The user's own second factors, for My Account. */
export const readStatus: Handler<typeof ownSecondFactor.status> = (call) => statusOf(call.db, call)

async function statusOf(db: Db, { user, services: { config } }: SignedInCall): Promise<OwnSecondFactor> {
  const person = await factorPerson(db, user.id)
  const { rows } = await sql<{ since: Date | null; left: number; codesBy: string[] }>`
    select a.confirmed_at as since, u.codes_by as "codesBy",
      (select count(*) from user_recovery_codes c where c.user_id = u.id and c.used_at is null) as left
    from users u left join user_authenticators a on a.user_id = u.id where u.id = ${user.id}`.execute(db)
  const { since, left, codesBy } = rows[0] ?? fail('session.ended')
  return {
    methods: await loginMethods(db, config, person),
    authenticatorSince: since?.toISOString() ?? null,
    recoveryCodesLeft: left,
    appKept: mustKeepApp(config, person),
    required: isRequired(config, person),
    channels: sendableChannels(config, person).map((channel) => ({
      channel,
      recipient: (channel === 'email' ? person.email : person.phone) ?? '',
      chosen: codesBy.includes(channel),
    })),
  }
}

/** Offers the secret of a new app; the login is unchanged until the app is confirmed. */
export const beginApp: Handler<typeof ownSecondFactor.beginApp> = async (call, { password }) => {
  const { db, user, services } = call
  await confirmUnlessEnrolling(call, password)
  const secret = await offerApp(db, services, user.id, user.sessionId)
  return { secret, uri: appAddress(secret, { issuer: services.brands.own.name, label: user.userName }) }
}

/** Turns the app on, or moves it to another phone, and returns new recovery codes. */
export const confirmApp: Handler<typeof ownSecondFactor.confirmApp> = async (call, { code, password }) => {
  await confirmUnlessEnrolling(call, password)
  const { user, services } = call
  return await inTransaction(call.db, async (db) => {
    const result = await takeOfferedApp(db, services, user.id, code)
    if (result !== 'taken') return fail(notTaken[result])
    const recoveryCodes = await replaceRecoveryCodes(db, services.config, user.id)
    await sql`update sessions set second_factor = 'authenticator' where id = ${user.sessionId}`.execute(db)
    await tellChange(db, call, 'app turned on')
    return { recoveryCodes }
  })
}
const notTaken = { wrong: 'second_factor.wrong', 'no offer': 'second_factor.offer_ended' } as const satisfies Record<
  string,
  FailureCode
>

/** Turns the app off if the role does not require it. */
export const turnOffApp: Handler<typeof ownSecondFactor.turnOffApp> = async (call, { password }) => {
  await confirmPassword(call, password)
  const { user, services } = call
  return await inTransaction(call.db, async (db) => {
    const person = await factorPerson(db, user.id)
    if (mustKeepApp(services.config, person)) fail('second_factor.kept')
    await deleteSecondFactor(db, user.id)
    await tellChange(db, call, 'app turned off')
    return await statusOf(db, call)
  })
}

/** Invalidates the old recovery codes and returns ten new ones. */
export const newRecoveryCodes: Handler<typeof ownSecondFactor.newRecoveryCodes> = async (call, { password }) => {
  await confirmPassword(call, password)
  const { user, services } = call
  return await inTransaction(call.db, async (db) => {
    const { authenticatorSince } = await statusOf(db, call)
    if (authenticatorSince === null) fail('second_factor.off')
    const recoveryCodes = await replaceRecoveryCodes(db, services.config, user.id)
    await tellChange(db, call, 'new recovery codes')
    return { recoveryCodes }
  })
}

/** Sets the methods for codes at each login; only those that reach the user. */
export const chooseCodes: Handler<typeof ownSecondFactor.chooseCodes> = async (call, { channels, password }) => {
  await confirmPassword(call, password)
  const { user, services } = call
  return await inTransaction(call.db, async (db) => {
    const methods = sendableChannels(services.config, await factorPerson(db, user.id))
    if (channels.some((channel) => !methods.includes(channel))) fail('second_factor.method')
    await sql`update users set codes_by = ${channels}::text[] where id = ${user.id}`.execute(db)
    await tellChange(db, call, channels.length > 0 ? 'codes turned on' : 'codes turned off')
    return await statusOf(db, call)
  })
}

async function confirmUnlessEnrolling(call: SignedInCall, password: string | undefined): Promise<void> {
  if (!call.user.enrolling) await confirmPassword(call, password ?? fail('password.wrong'))
}

/** Effects of every change of a second factor: other sessions end (P-13), it is recorded, and its owner is notified. */
async function tellChange(db: Db, call: SignedInCall, change: string): Promise<void> {
  const { user, services } = call
  await endSessionsOf(db, user.id, 'second factor', user.sessionId)
  await writeAudit(db, call.audit, {
    action: 'update',
    entity: 'user',
    entityId: user.id,
    outcome: 'done',
    facts: { secondFactor: change },
  })
  const person = await factorPerson(db, user.id)
  if (!person.email) return
  await queueMessage(db, services, {
    kind: 'second-factor-changed',
    channel: 'email',
    userId: user.id,
    recipient: person.email,
    language: person.language,
    facts: {},
  })
}
