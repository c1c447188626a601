import { access } from '@coverdesk/domain/access/access-contract.ts'
import type { Role } from '@coverdesk/domain/access/rights.ts'
import { ownSecondFactor } from '@coverdesk/domain/second-factor/own-second-factor-contract.ts'
import { Secret, TOTP } from 'otpauth'
import { contentOf } from '../messages/queue-message.ts'
import { hashPassword } from '../platform/auth/password-hash.ts'
import { withConnection } from '../platform/db/connection.ts'
import { callAs, type TestApp } from '../testing/test-app.ts'

export const password = 'Coverdesk-Demo1'
let made = 0
let hash: Promise<string> | undefined

/** Somebody with a password and a mailbox, who is asked for codes in the ways of `codesBy`. */
export async function account(
  agency: TestApp,
  wish: { roles?: Role[]; codesBy?: ('email' | 'sms')[]; phone?: string; email?: string } = {},
) {
  hash ??= hashPassword(password)
  const name = `factor-${++made}@agency.test`
  const { id } = await agency.db
    .insertInto('users')
    .values({
      user_name: name,
      email: wish.email ?? name,
      phone: wish.phone ?? null,
      password_hash: await hash,
      roles: wish.roles ?? ['agent'],
      codes_by: wish.codesBy ?? [],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, name }
}

/** Logs in by the real door up to the second factor and gives the login's code. */
export async function loginUpToFactor(agency: TestApp, name: string): Promise<{ code: string; methods: string[] }> {
  const answer = await callAs(agency.app, null, access.login, { user: name, pass: password })
  if (!('twoFactorRequired' in answer)) throw new Error(`Not asked for a second factor: ${Object.keys(answer)}`)
  return answer
}

/** Logs in by the real door with the password alone and gives the token. */
export async function tokenOf(agency: TestApp, name: string): Promise<string> {
  const answer = await callAs(agency.app, null, access.login, { user: name, pass: password })
  if (!('token' in answer)) throw new Error(`No token: ${Object.keys(answer)}`)
  return answer.token
}

/** A session as a login begins it, for what comes after the login. */
export function sessionOf(agency: TestApp, userId: number): Promise<string> {
  return agency.services.sessions.begin(agency.db, userId, { address: '127.0.0.1', userAgent: null })
}

/** The newest code in a person's mailbox or phone. */
export async function codeSentTo(agency: TestApp, userId: number): Promise<string> {
  const message = await agency.db
    .selectFrom('outbox')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', 'second-factor-code')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const content = agency.services.sealer.open(contentOf(message.id), message.content_sealed ?? Buffer.alloc(0))
  return /\b\d{6}\b/.exec(JSON.parse(content).text)?.[0] ?? ''
}

/** What the app on a person's phone shows, `steps` of 30 s from now. */
export function shownByApp(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
}

/**
 * Sets up the app as the person does, with the code of the present step, which is taken with that. Gives secret and
 * recovery codes.
 */
export async function setUpApp(agency: TestApp, token: string) {
  const { secret, uri } = await callAs(agency.app, token, ownSecondFactor.beginApp, { password })
  const code = shownByApp(secret)
  const { recoveryCodes } = await callAs(agency.app, token, ownSecondFactor.confirmApp, { code, password })
  return { secret, uri, recoveryCodes }
}

/** A moment that is not about to become the next time step, so that a test sees one present step. */
export async function settledStep(): Promise<void> {
  const left = 30_000 - (Date.now() % 30_000)
  if (left < 4_000) await new Promise((resolve) => setTimeout(resolve, left + 100))
}

/** Moves the rows of a test into the past, which the application itself does not do. */
export async function asOwner(agency: TestApp, sql: string, values: unknown[] = []): Promise<void> {
  await withConnection(agency.ownerUrl, 'test', (connection) => connection.query(sql, values))
}
