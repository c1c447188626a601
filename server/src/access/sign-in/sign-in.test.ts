import { argon2Sync } from 'node:crypto'
import { access } from '@coverdesk/domain/access/access-contract.ts'
import { profile } from '@coverdesk/domain/profile/profile-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '../../platform/auth/password-hash.ts'
import { callAs, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { logIn, send } from './test-sign-in.ts'

let agency: TestApp
const pass = 'Coverdesk-Demo1'
let hash: Promise<string> | undefined
beforeEach(async () => {
  agency = await startTestApp()
})
afterEach(() => agency.close())

async function account(name: string, more: { enabled?: boolean; roles?: string[] } = {}): Promise<number> {
  hash ??= hashPassword(pass)
  const row = await agency.db
    .insertInto('users')
    .values({
      user_name: name,
      password_hash: await hash,
      enabled: more.enabled ?? true,
      roles: more.roles ?? ['agent'],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
const login = (user: string, password = pass) => callAs(agency.app, null, access.login, { user, pass: password })

describe('signing in', () => {
  test('AUTH-09 AUTH-10 user and password return a token that opens the portal, ignoring the case of the name', async () => {
    await account('first@agency.test')
    const answer = await login('First@Agency.test')
    expect(Object.keys(answer)).toEqual(['token'])
    const token = 'token' in answer ? answer.token : ''
    expect((await callAs(agency.app, token, access.currentUser, {})).emailaddress).toBe('first@agency.test')
  })

  test('ACCESS-01 users of each role can sign in', async () => {
    for (const role of ['customer', 'agent', 'administrator', 'securityadmin', 'consumer']) {
      await account(`${role}@agency.test`, { roles: [role] })
      expect(await login(`${role}@agency.test`)).toHaveProperty('token')
    }
  })

  test('AUTH-15 a disabled user gets a specific error, but only with the right password', async () => {
    await account('disabled@agency.test', { enabled: false })
    await expect(login('disabled@agency.test')).rejects.toMatchObject({
      code: 'sign_in.disabled',
      message: 'User is disabled',
    })
    await expect(login('disabled@agency.test', 'Wrong-Password-1')).rejects.toMatchObject({ code: 'sign_in.refused' })
  })

  test('P-03 the password is stored with Argon2id, and no response contains the password or its hash', async () => {
    await account('third@agency.test')
    const { password_hash } = await agency.db
      .selectFrom('users')
      .select('password_hash')
      .where('user_name', '=', 'third@agency.test')
      .executeTakeFirstOrThrow()
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/)
    const answer = await login('third@agency.test')
    const token = 'token' in answer ? answer.token : ''
    const seen = JSON.stringify([
      answer,
      await callAs(agency.app, token, access.currentUser, {}),
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
    ])
    expect(seen).not.toContain('argon2')
    expect(seen).not.toContain(pass)
  })

  test('every attempt is audited without the user name or password', async () => {
    const id = await account('recorded@agency.test')
    await login('recorded@agency.test', 'Wrong-Password-1').catch(() => undefined)
    await login('recorded@agency.test')
    const events = await agency.db
      .selectFrom('audit_events')
      .selectAll()
      .where('entity', '=', 'user')
      .where('entity_id', '=', String(id))
      .orderBy('id')
      .execute()
    expect(events.map((event) => event.outcome)).toEqual(['refused', 'done'])
    expect(JSON.stringify(events)).not.toContain('Wrong-Password')
  })

  test('AUTH-09 user name and password are required, and other fields are rejected', async () => {
    for (const [body, message] of [
      [{ user: ' ', pass }, 'User is required'],
      [{ user: 'first@agency.test', pass: '' }, 'Password is required'],
    ] as const)
      expect(await send(agency, '/identity/login', body)).toMatchObject({ status: 400, body: { message } })
    expect((await send(agency, '/identity/login', { user: 'first@agency.test', pass, roles: ['agent'] })).status).toBe(
      400,
    )
  })

  test('AUTH-12 a user with a second factor gets a code of 192 bits for this login and the methods, but no token', async () => {
    const id = await account('factor@agency.test', { roles: ['agent'] })
    await sql`update users set codes_by = '{email}', email = user_name where id = ${id}`.execute(agency.db)
    const answer = await logIn(agency, 'factor@agency.test', pass)
    expect(answer.body).toEqual({
      code: expect.stringMatching(/^[\w-]{32}$/),
      twoFactorRequired: true,
      methods: ['email'],
    })
    expect(answer.cookie).toBe('')
  })

  test('P-03 a password hash with weak parameters is replaced at the next sign-in, and only then', async () => {
    const id = await account('cheap@agency.test')
    const cheap = '$argon2id$v=19$m=4096,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$'
    const tag = argon2Sync('argon2id', {
      message: pass,
      nonce: Buffer.from('c29tZXNhbHRzb21lc2FsdA', 'base64'),
      parallelism: 1,
      tagLength: 32,
      memory: 4096,
      passes: 1,
    })
    const stored = cheap + tag.toString('base64').replace(/=+$/, '')
    await sql`update users set password_hash = ${stored} where id = ${id}`.execute(agency.db)
    const hashNow = async () =>
      (await agency.db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow())
        .password_hash
    expect((await logIn(agency, 'cheap@agency.test', 'Wrong-Kettle-41')).status).toBe(401)
    expect(await hashNow()).toBe(stored)
    expect((await logIn(agency, 'cheap@agency.test', pass)).status).toBe(200)
    expect(await hashNow()).not.toBe(stored)
    expect((await logIn(agency, 'cheap@agency.test', pass)).status).toBe(200)
  })
})

describe('a second sign-in', () => {
  const ask = async (token: unknown) => (await send(agency, '/api/CurrentUser', null, { token: String(token) })).status

  test('AUTH-13 AUTH-14 P-10 a second token is inactive until its first request, which ends the older session', async () => {
    await account('twice@agency.test')
    const first = (await logIn(agency, 'twice@agency.test', pass)).body
    const second = (await logIn(agency, 'twice@agency.test', pass)).body
    expect(second).toEqual({ active_session: true, token: expect.any(String), previous: expect.anything() })
    expect(await ask(first.token)).toBe(200)
    expect((await send(agency, '/api/Preferences', null, { token: String(second.token) })).status).toBe(401)
    expect(await ask(first.token)).toBe(200)
    expect(await ask(second.token)).toBe(200)
    expect(await ask(first.token)).toBe(401)
  })

  test('AUTH-13 the question names device and time of the older session, and the older session learns what ended it', async () => {
    const user = 'devices@agency.test'
    await account(user)
    const agent = (system: string) => ({
      headers: { 'user-agent': `Mozilla/5.0 (${system}) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36` },
    })
    const before = Date.now()
    const first = (await logIn(agency, user, pass, agent('Windows NT 10.0'))).body
    const { token, previous } = (await logIn(agency, user, pass, agent('Macintosh; Intel Mac OS X 10_15'))).body
    expect(previous).toEqual({
      device: 'Chrome on Windows',
      since: expect.any(String),
      lastActive: expect.any(String),
    })
    const { since } = Object(previous)
    expect(Date.parse(since)).toBeGreaterThan(before - 60_000)
    expect(await ask(token)).toBe(200)
    const { body } = await send(agency, '/api/CurrentUser', null, { token: String(first.token) })
    expect(body).toMatchObject({
      code: 'session.ended',
      message: expect.stringMatching(
        /^You were logged out because you logged in on Chrome on Mac on \w{3} \d+, \d+:\d\d [AP]M E[SD]T\. If that was not you, /,
      ),
      details: { reason: 'replaced', device: 'Chrome on Mac', at: expect.any(String) },
    })
  })

  test('AUTH-14 P-10 answering No ends only the pending token, and an unanswered one expires', async () => {
    await account('thrice@agency.test')
    const first = (await logIn(agency, 'thrice@agency.test', pass)).body
    const dropped = (await logIn(agency, 'thrice@agency.test', pass)).body
    expect((await send(agency, '/identity/logout', null, { token: String(dropped.token) })).status).toBe(200)
    expect(await ask(dropped.token)).toBe(401)
    const waiting = (await logIn(agency, 'thrice@agency.test', pass)).body
    await sql`update sessions set created_at = created_at - interval '301 seconds' where pending`.execute(agency.db)
    expect(await ask(waiting.token)).toBe(401)
    expect(await ask(first.token)).toBe(200)
  })

  test('P-10 of concurrent logins, all but one get a pending session', async () => {
    await account('at-once@agency.test')
    const answers = await Promise.all([1, 2, 3].map(() => logIn(agency, 'at-once@agency.test', pass)))
    expect(answers.filter(({ body }) => body.active_session)).toHaveLength(2)
  })
})

describe('the life of a session', () => {
  const back = (id: number, seconds: number, kept: 'last_active_at' | 'none' = 'none') =>
    sql`
    update sessions set created_at = created_at - make_interval(secs => ${seconds}),
      expires_at = expires_at - make_interval(secs => ${seconds}),
      last_active_at = case when ${kept === 'last_active_at'} then now()
        else last_active_at - make_interval(secs => ${seconds}) end
    where user_id = ${id}`.execute(agency.db)

  test('AUTH-17 AUTH-40 P-17 a session ends 8 hours after it started regardless of activity, and its token expires then', async () => {
    const id = await account('long@agency.test')
    const token = String((await logIn(agency, 'long@agency.test', pass)).body.token)
    const { iat, exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(exp - iat).toBeGreaterThanOrEqual(8 * 3600 - 1)
    expect(exp - iat).toBeLessThanOrEqual(8 * 3600 + 1)
    await back(id, 8 * 3600 - 5, 'last_active_at')
    expect((await send(agency, '/api/CurrentUser', null, { token })).status).toBe(200)
    await back(id, 6, 'last_active_at')
    expect((await send(agency, '/api/CurrentUser', null, { token })).status).toBe(401)
  })

  test('AUTH-40 the token of a sign-in carries the FFE user id and the ORG of the user', async () => {
    const id = await account('ffe@agency.test')
    await agency.db.updateTable('users').set({ ffe_user_id: 'FFE.4711', org: 'Bayside' }).where('id', '=', id).execute()
    const token = String((await logIn(agency, 'ffe@agency.test', pass)).body.token)
    expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
      FFEUserId: 'FFE.4711',
      ORG: 'Bayside',
    })
  })

  test('AUTH-40 the token carries the FFE username that the user saved in My Account', async () => {
    const person = await agency.person({ roles: ['agent'] })
    const { contactId } = await person.call(access.currentUser, {})
    const own = await person.call(profile.one, { id: contactId ?? 0 })
    await person.call(profile.save, { ...own, FFEID: 'pat.ffe' })
    hash ??= hashPassword(pass)
    const { user_name: name } = await agency.db
      .updateTable('users')
      .set({ password_hash: await hash })
      .where('id', '=', person.userId)
      .returning('user_name')
      .executeTakeFirstOrThrow()
    const token = String((await logIn(agency, name, pass)).body.token)
    expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
      FFEUserId: 'pat.ffe',
    })
  })

  test('AUTH-20 P-16 a session with only background polls ends after 900 s', async () => {
    const id = await account('idle@agency.test')
    const token = String((await logIn(agency, 'idle@agency.test', pass)).body.token)
    for (let poll = 0; poll < 3; poll++) {
      await back(id, 299)
      expect((await send(agency, '/api/Preferences', null, { token })).status).toBe(200)
    }
    await back(id, 4)
    expect((await send(agency, '/api/Preferences', null, { token })).status).toBe(401)
    expect((await send(agency, '/api/CurrentUser', null, { token })).status).toBe(401)
  })
})
