import { access } from '@coverdesk/domain/access/access-contract.ts'
import type { Role } from '@coverdesk/domain/access/rights.ts'
import { ownSecondFactor } from '@coverdesk/domain/second-factor/own-second-factor-contract.ts'
import { Secret, TOTP } from 'otpauth'
import { contentOf } from '../messages/queue-message.ts'
import { hashPassword } from '../platform/auth/password-hash.ts'
import { withConnection } from '../platform/db/connection.ts'
import { callAs, type TestApp } from '../testing/test-app.ts'

export const password = 'Coverdesk-Demo1'
let users = 0
let hash: Promise<string> | undefined

/** A user with a password and a mailbox who receives codes by the methods of `codesBy`. */
export async function account(
  agency: TestApp,
  wish: { roles?: Role[]; codesBy?: ('email' | 'sms')[]; phone?: string; email?: string } = {},
) {
  hash ??= hashPassword(password)
  const name = `factor-${++users}@agency.test`
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

/** Logs in through the API up to the second factor; returns the login's code. */
export async function loginUpToFactor(agency: TestApp, name: string): Promise<{ code: string; methods: string[] }> {
  const answer = await callAs(agency.app, null, access.login, { user: name, pass: password })
  if (!('twoFactorRequired' in answer)) throw new Error(`Not asked for a second factor: ${Object.keys(answer)}`)
  return answer
}

/** Logs in through the API with the password only; returns the token. */
export async function tokenOf(agency: TestApp, name: string): Promise<string> {
  const answer = await callAs(agency.app, null, access.login, { user: name, pass: password })
  if (!('token' in answer)) throw new Error(`No token: ${Object.keys(answer)}`)
  return answer.token
}

/** A session as created by a login. */
export function sessionOf(agency: TestApp, userId: number): Promise<string> {
  return agency.services.sessions.begin(agency.db, userId, { address: '127.0.0.1', userAgent: null })
}

/** The newest code sent to a user's email or phone. */
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

/** The current code of a user's app, `steps` of 30 s from now. */
export function shownByApp(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
}

/** Sets up the app with the code of the current step, which is consumed. Returns secret and recovery codes. */
export async function setUpApp(agency: TestApp, token: string) {
  const { secret, uri } = await callAs(agency.app, token, ownSecondFactor.beginApp, { password })
  const code = shownByApp(secret)
  const { recoveryCodes } = await callAs(agency.app, token, ownSecondFactor.confirmApp, { code, password })
  return { secret, uri, recoveryCodes }
}

/** Waits if the next time step is near, so that a test stays within one step. */
export async function settledStep(): Promise<void> {
  const left = 30_000 - (Date.now() % 30_000)
  if (left < 4_000) await new Promise((resolve) => setTimeout(resolve, left + 100))
}

/** Runs SQL as the owner, to move rows of a test into the past. */
export async function asOwner(agency: TestApp, sql: string, values: unknown[] = []): Promise<void> {
  await withConnection(agency.ownerUrl, 'test', (connection) => connection.query(sql, values))
}
