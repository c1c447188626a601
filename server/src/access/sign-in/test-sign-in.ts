import type { Role } from '@coverdesk/domain/access/rights.ts'
import { sql } from 'kysely'
import { contentOf } from '../../messages/queue-message.ts'
import { hashPassword } from '../../platform/auth/password-hash.ts'
import type { TestApp } from '../../testing/test-app.ts'

/** Password of every test account. */
export const testPassword = 'Sturdy-Kettle-41'
let hash: Promise<string> | undefined

export interface Account {
  id: number
  user: string
  email: string
}

/** Creates a user who can sign in with `testPassword`. */
export async function makeAccount(
  agency: TestApp,
  user: string,
  options: { roles?: Role[]; enabled?: boolean; email?: string } = {},
): Promise<Account> {
  hash ??= hashPassword(testPassword)
  const email = options.email ?? `mail-${user}`
  const { id } = await agency.db
    .insertInto('users')
    .values({
      user_name: user,
      email,
      org: agency.services.config.org,
      password_hash: await hash,
      enabled: options.enabled ?? true,
      roles: options.roles ?? ['agent'],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, user, email }
}

/** Response as the client receives it. */
export interface TestResponse {
  status: number
  body: Record<string, unknown>
  headers: Record<string, unknown>
  /** Cookie from Set-Cookie, as the browser would send it back. */
  cookie: string
}

/** Sends a request as a browser or an attacker would, from any address and with any headers. */
export async function send(
  agency: TestApp,
  path: string,
  payload: object | null,
  from: { address?: string; headers?: Record<string, string>; token?: string } = {},
): Promise<TestResponse> {
  const answer = await agency.app.inject({
    method: payload === null ? 'GET' : 'POST',
    url: path,
    ...(payload === null ? {} : { payload }),
    remoteAddress: from.address ?? '192.0.2.1',
    headers: { ...from.headers, ...(from.token ? { authorization: `Bearer ${from.token}` } : {}) },
  })
  const set = String(answer.headers['set-cookie'] ?? '')
  return {
    status: answer.statusCode,
    body: answer.body === '' ? {} : JSON.parse(answer.body),
    headers: answer.headers,
    cookie: set.split(';')[0] ?? '',
  }
}

export function logIn(
  agency: TestApp,
  user: string,
  pass: string = testPassword,
  from: Parameters<typeof send>[3] = {},
) {
  return send(agency, '/identity/login', { user, pass }, from)
}

/** Messages to a user, oldest first, as the user would read them. */
export async function messagesTo(
  agency: TestApp,
  userId: number,
): Promise<{ kind: string; to: string; text: string }[]> {
  const { rows } = await sql<{ id: string; kind: string; recipient: string; content_sealed: Buffer | null }>`
    select id, kind, recipient, content_sealed from outbox where user_id = ${userId} order by created_at, id`.execute(
    agency.db,
  )
  return rows.map(({ id, kind, recipient, content_sealed: content }) => ({
    kind,
    to: recipient,
    text: content ? agency.services.sealer.open(contentOf(id), content) : '',
  }))
}

/** Requests a reset link and returns its code. */
export async function resetCode(agency: TestApp, account: Account): Promise<string> {
  await send(agency, '/identity/forgot', { user: account.user })
  const links = (await messagesTo(agency, account.id)).filter(({ kind }) => kind === 'reset-link')
  return /\/login\/reset\/([\w-]+)/.exec(links.at(-1)?.text ?? '')?.[1] ?? ''
}

/** Newest message to an address, and the code of the link in it. */
export async function newestMessage(agency: TestApp, recipient: string) {
  const { rows } = await sql<{ id: string; kind: string; content_sealed: Buffer }>`
    select id, kind, content_sealed from outbox where recipient = ${recipient} order by created_at desc, id limit 1`.execute(
    agency.db,
  )
  const letter = rows[0]
  if (!letter) throw new Error(`No letter to ${recipient}`)
  const text = agency.services.sealer.open(contentOf(letter.id), letter.content_sealed)
  return { kind: letter.kind, text, code: /\/login\/confirm\/([\w-]+)/.exec(text)?.[1] ?? '' }
}

/** Opens the link last mailed to an address and enters a password. */
export async function confirmRegistration(agency: TestApp, email: string, pass = testPassword): Promise<TestResponse> {
  const { code } = await newestMessage(agency, email)
  return await send(agency, '/identity/confirm', { code, pass })
}

/** Simulates the passing of `seconds`: moves the rows back, since the database clock decides. */
export async function letTimePass(agency: TestApp, seconds: number): Promise<void> {
  const back = sql`make_interval(secs => ${seconds})`
  await sql`update sign_in_failures set at = at - ${back}`.execute(agency.db)
  await sql`update public_calls set at = at - ${back}`.execute(agency.db)
  await sql`update sign_in_attempts set created_at = created_at - ${back}, expires_at = expires_at - ${back}`.execute(
    agency.db,
  )
  await sql`update registrations set expires_at = expires_at - ${back}`.execute(agency.db)
  await sql`update email_changes set expires_at = expires_at - ${back}`.execute(agency.db)
  await sql`update phone_changes set expires_at = expires_at - ${back}`.execute(agency.db)
  await sql`update users set temporary_until = temporary_until - ${back}`.execute(agency.db)
}
