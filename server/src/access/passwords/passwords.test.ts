import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  type Account,
  confirmRegistration,
  letTimePass,
  logIn,
  makeAccount,
  messagesTo,
  resetCode,
  send,
  testPassword,
} from '../sign-in/test-sign-in.ts'

const rule = 'At least 1 lowercase, 1 Uppercase, and 1 special, min 12, max 20'
const fresh = 'Other-Teapot-77'
let agency: TestApp
let security: Person
let clerk: Person
beforeAll(async () => {
  agency = await startTestApp({ demo: true, publicUrl: 'https://portal.agency.example', org: 'Sunshine' })
  security = await agency.person({ roles: ['securityadmin'] })
  clerk = await agency.person({ roles: ['administrator', 'agent'] })
})
afterAll(() => agency.close())

let made = 0
const account = (wish: Parameters<typeof makeAccount>[2] = {}) =>
  makeAccount(agency, `user-${++made}@agency.test`, wish)
const reset = (user: string, code: string, pass = fresh, pass_confirm = pass) =>
  send(agency, '/identity/reset', { user, pass, pass_confirm, code })
const tokenOf = async ({ user }: Account, pass = testPassword) => String((await logIn(agency, user, pass)).body.token)
const current = (token: string) => send(agency, '/api/CurrentUser', null, { token })

describe('a forgotten password', () => {
  test('AUTH-22 AUTH-23 AUTH-31 the mailed link sets a new password, and the old one no longer works', async () => {
    const person = await account()
    expect(await send(agency, `/identity/forgot/${person.user}`, null)).toMatchObject({
      status: 200,
      body: { ok: true },
    })
    const [letter] = await messagesTo(agency, person.id)
    expect(letter).toMatchObject({ kind: 'reset-link', to: person.email })
    const code = /https:\/\/portal\.agency\.example\/login\/reset\/([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
    expect(await reset(person.user.toUpperCase(), code)).toMatchObject({ status: 200, body: { ok: true } })
    expect((await logIn(agency, person.user)).status).toBe(401)
    expect((await logIn(agency, person.user, fresh)).body).toHaveProperty('token')
  })

  test('P-11 the link uses the configured origin regardless of the Host header, and its code has 192 bits', async () => {
    const person = await account()
    await send(
      agency,
      '/identity/forgot',
      { user: person.user },
      {
        headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
      },
    )
    const [letter] = await messagesTo(agency, person.id)
    expect(letter?.text).toContain('https://portal.agency.example/login/reset/')
    expect(letter?.text).not.toContain('evil.example')
    expect(/\/login\/reset\/([\w-]+)/.exec(letter?.text ?? '')?.[1]).toHaveLength(32)
    const { rows } = await sql<{ code_hash: Buffer }>`
      select code_hash from sign_in_attempts where user_id = ${person.id}`.execute(agency.db)
    expect(rows.map((row) => row.code_hash.length)).toEqual([32])
  })

  test('AUTH-32 P-11 the link works once, for 30 minutes and for its own user; every other use gets the same error', async () => {
    const [person, other] = [await account(), await account()]
    const refused = { status: 400, body: { code: 'reset.code_invalid' } }
    const first = await resetCode(agency, person)
    expect(await reset(other.user, first)).toMatchObject(refused)
    expect(await reset('unknown@agency.test', first)).toMatchObject(refused)
    expect(await reset(person.user, `${first}x`)).toMatchObject(refused)
    expect((await reset(person.user, first)).status).toBe(200)
    expect(await reset(person.user, first)).toMatchObject(refused)
    const late = await resetCode(agency, person)
    await letTimePass(agency, 30 * 60 + 1)
    expect(await reset(person.user, late)).toMatchObject(refused)
    const inTime = await resetCode(agency, person)
    await letTimePass(agency, 30 * 60 - 20)
    expect((await reset(person.user, inTime, 'Third-Teapot-78')).status).toBe(200)
  })

  test('AUTH-31 when two resets use one link concurrently, exactly one succeeds', async () => {
    const person = await account()
    const code = await resetCode(agency, person)
    const answers = await Promise.all([reset(person.user, code, fresh), reset(person.user, code, 'Third-Teapot-78')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  test('P-13 P-15 a reset ends all sessions, pending logins and other links, and notifies the owner', async () => {
    const person = await account()
    const first = await tokenOf(person)
    const second = await tokenOf(person)
    const otherLink = await resetCode(agency, person)
    const code = await resetCode(agency, person)
    expect((await reset(person.user, code)).status).toBe(200)
    for (const token of [first, second]) expect((await current(token)).status).toBe(401)
    expect((await reset(person.user, otherLink)).status).toBe(400)
    expect((await messagesTo(agency, person.id)).at(-1)).toMatchObject({ kind: 'password-changed', to: person.email })
  })

  test('P-09 a reset does not sign in and does not bypass the second factor', async () => {
    const person = await account()
    await sql`update users set codes_by = '{email}' where id = ${person.id}`.execute(agency.db)
    const answer = await reset(person.user, await resetCode(agency, person))
    expect(Object.keys(answer.body)).toEqual(['ok'])
    expect(answer.cookie).toBe('')
    expect((await logIn(agency, person.user, fresh)).body).toMatchObject({ twoFactorRequired: true })
  })

  test('AUTH-22 P-05 unknown, disabled and known users get the same response, and only the known user gets a message', async () => {
    const [known, disabled] = [await account(), await account({ enabled: false })]
    const answers = []
    for (const user of [known.user, disabled.user, 'unknown-at-all@agency.test'])
      answers.push(await send(agency, '/identity/forgot', { user }))
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect(await messagesTo(agency, known.id)).toHaveLength(1)
    expect(await messagesTo(agency, disabled.id)).toHaveLength(0)
  })

  test('P-43 the GET route of the specification is rejected when another site or a typed address triggers it', async () => {
    const person = await account()
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(
        (await send(agency, `/identity/forgot/${person.user}`, null, { headers: { 'sec-fetch-site': site } })).status,
      ).toBe(403)
    expect(await messagesTo(agency, person.id)).toHaveLength(0)
  })
})

test('P-04 over https the cookie of a known browser is marked Secure', async () => {
  const person = await account()
  expect((await logIn(agency, person.user)).headers['set-cookie']).toMatch(/; HttpOnly; Secure; SameSite=Strict$/)
})

describe('the password rule', () => {
  test('AUTH-33 AUTH-34 AUTH-35 AUTH-36 every request that sets a password enforces the rule and returns its message', async () => {
    const person = await account()
    const code = await resetCode(agency, person)
    const bodies = (user: string, pass: string, pass_confirm: string): [string, object, string?][] => [
      ['/identity/reset', { user, pass, pass_confirm, code }],
      ['/identity/register', { user, email: 'new@mail.test', pass, pass_confirm }],
      ['/identity/resetByAdmin', { id: person.id, pass, pass_confirm }, security.token],
    ]
    for (const weak of [
      'Short-Pot-1',
      'Much-Too-Long-Teapot-',
      'sturdy-kettle-41',
      'STURDY-KETTLE-41',
      'SturdyKettle41',
    ])
      for (const [path, body, token] of bodies(person.user, weak, weak))
        expect(await send(agency, path, body, token ? { token } : {}), `${path} ${weak}`).toMatchObject({
          status: 400,
          body: { message: rule, details: [{ path: 'pass', message: rule }] },
        })
    for (const [path, body, token] of bodies(person.user, fresh, `${fresh}8`))
      expect((await send(agency, path, body, token ? { token } : {})).body, path).toMatchObject({
        code: 'request.invalid',
        details: [{ path: 'pass_confirm', message: 'Passwords must match' }],
      })
    for (const [path, body] of bodies(' ', fresh, fresh).slice(0, 2))
      expect((await send(agency, path, body)).body, path).toMatchObject({
        details: [{ path: 'user', message: 'User is required' }],
      })
    expect((await reset(person.user, code)).status).toBe(200)
  })

  test('P-02 a common password and the user’s own name are rejected with the reason, and the link stays valid', async () => {
    const person = await account()
    const code = await resetCode(agency, person)
    expect(await reset(person.user, code, 'Password2024!')).toMatchObject({
      status: 400,
      body: { code: 'password.refused', message: expect.stringContaining("'password'") },
    })
    for (const own of ['User-0f-Ours-88', 'Agency-0f-Ours-8', 'My-Coverdesk-88'])
      expect((await reset(person.user, code, own)).body.message, own).toMatch(/^This password is easy to guess/)
    expect((await reset(person.user, code)).status).toBe(200)
  })

  test('P-01 passwords of 20 characters are compared in full, without truncation or case folding', async () => {
    const person = await account()
    const twenty = 'Sturdy-Kettle-41-abC'
    await reset(person.user, await resetCode(agency, person), twenty)
    for (const other of [
      'Sturdy-Kettle-41-abD',
      'Sturdy-Kettle-41-abc',
      'sturdy-Kettle-41-abC',
      `${twenty} `,
      ` ${twenty}`,
    ])
      expect((await logIn(agency, person.user, other)).status, other).toBe(401)
    expect((await logIn(agency, person.user, twenty)).status).toBe(200)
  })

  test('P-01 with the NIST policy, passwords of 64 characters and more are accepted without composition rules, and the page shows the policy', async () => {
    const strict = await startTestApp({ demo: true, passwordPolicy: 'nist' })
    expect((await send(strict, '/api/Configuration', null)).body.passwordPolicy).toBe('nist')
    const pass = 'a quiet meadow beyond the mill where no one walks before noon, ever'
    const newUser = { user: 'nist', email: 'nist@mail.test', pass, pass_confirm: pass }
    expect(
      (
        await send(strict, '/identity/register', {
          ...newUser,
          pass: fresh.slice(0, 14),
          pass_confirm: fresh.slice(0, 14),
        })
      ).body.message,
    ).toBe('At least 15 and at most 128 characters')
    expect((await send(strict, '/identity/register', newUser)).status).toBe(200)
    expect((await confirmRegistration(strict, newUser.email, pass)).status).toBe(200)
    expect((await logIn(strict, 'nist', pass.slice(0, -1))).status).toBe(401)
    expect((await logIn(strict, 'nist', pass)).status).toBe(200)
    await strict.close()
  })
})

describe('a temporary password', () => {
  const byAdmin = (id: number, pass = fresh, token = security.token) =>
    send(agency, '/identity/resetByAdmin', { id, pass, pass_confirm: pass }, { token })

  test('AUTH-39 AUTH-11 P-12 P-13 a temporary password from the security administrator ends the sessions and only allows its owner to set a new one', async () => {
    const person = await account()
    const before = await tokenOf(person)
    expect(await byAdmin(person.id)).toMatchObject({ status: 200, body: { ok: true } })
    expect((await current(before)).status).toBe(401)
    expect((await logIn(agency, person.user)).status).toBe(401)
    const { body } = await logIn(agency, person.user, fresh)
    expect(Object.keys(body)).toEqual(['code'])
    const code = String(body.code)
    for (const call of ['/api/CurrentUser', '/api/Policies', '/identity/logout'])
      expect((await send(agency, call, null, { token: code })).status, call).toBe(401)
    expect((await send(agency, '/identity/2fa/validate', { code, loginCode: '123456' })).status).toBeGreaterThanOrEqual(
      400,
    )
    expect((await reset(person.user, code, fresh)).body.message).toBe(
      'Choose a password of your own, not the temporary one',
    )
    expect((await reset(person.user, code, 'Third-Teapot-78')).status).toBe(200)
    expect((await reset(person.user, code, 'Fourth-Teapot-79')).status).toBe(400)
    expect((await logIn(agency, person.user, fresh)).status).toBe(401)
    expect((await logIn(agency, person.user, 'Third-Teapot-78')).body).toHaveProperty('token')
  })

  test('P-12 after 24 hours a temporary password no longer works, nor does a code obtained with it', async () => {
    const person = await account()
    await byAdmin(person.id)
    const code = String((await logIn(agency, person.user, fresh)).body.code)
    await letTimePass(agency, 24 * 3600 - 60)
    expect((await logIn(agency, person.user, fresh)).body).toHaveProperty('code')
    await letTimePass(agency, 61)
    expect(await logIn(agency, person.user, fresh)).toMatchObject({
      status: 401,
      body: { code: 'sign_in.temporary_expired' },
    })
    await letTimePass(agency, 60)
    expect((await reset(person.user, code, 'Third-Teapot-78')).status).toBe(400)
    expect((await reset(person.user, await resetCode(agency, person), 'Third-Teapot-78')).status).toBe(200)
    expect((await logIn(agency, person.user, 'Third-Teapot-78')).body).toHaveProperty('token')
  })

  test('AUTH-39 P-12 a security administrator cannot go around the current password by resetting their own', async () => {
    const own = await account({ roles: ['securityadmin'] })
    const token = await tokenOf(own)
    expect(await byAdmin(own.id, fresh, token)).toMatchObject({
      status: 403,
      body: { code: 'user.own_password', message: expect.stringContaining('My Account') },
    })
    expect((await current(token)).status).toBe(200)
    expect((await logIn(agency, own.user)).status).toBe(200)
    expect((await logIn(agency, own.user, fresh)).status).toBe(401)
  })

  test('AUTH-39 other roles cannot set a temporary password, and a missing user is reported as missing', async () => {
    const person = await account()
    expect((await byAdmin(person.id, fresh, clerk.token)).status).toBe(403)
    expect(
      (await send(agency, '/identity/resetByAdmin', { id: person.id, pass: fresh, pass_confirm: fresh })).status,
    ).toBe(401)
    expect(await byAdmin(999_999_999)).toMatchObject({ status: 404, body: { code: 'user.not_found' } })
    expect((await logIn(agency, person.user)).status).toBe(200)
  })
})

describe('registration', () => {
  const newUser = (more: object = {}) => ({
    user: `New-${++made}@Mail.test`,
    email: `new-${made}@mail.test`,
    pass: testPassword,
    pass_confirm: testPassword,
    ...more,
  })
  const post = (body: object, token?: string) =>
    send(agency, '/identity/register', body, { address: `203.0.113.${made % 250}`, ...(token ? { token } : {}) })
  const rowOf = (id: unknown) =>
    agency.db.selectFrom('users').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow()

  test('AUTH-37 P-33 P-34 only the security administrator may set rights, type or organization', async () => {
    for (const more of [
      { roles: ['securityadmin'] },
      { roles: [] },
      { claims: ['admin.Policy'] },
      { hasFullAgentAccess: true },
      { visibilityFrom: 1 },
      { typeId: 2 },
      { org: 'Moonshine' },
      { invite: true },
    ])
      for (const token of [undefined, clerk.token])
        expect(await post(newUser(more), token)).toMatchObject({ status: 403, body: { code: 'right.missing' } })
    for (const more of [{ enabled: true }, { contactId: 1 }])
      expect((await post(newUser(more), security.token)).status).toBe(400)
  })

  test('AUTH-37 P-12 a user added by the security administrator has the given roles and a temporary password', async () => {
    const body = newUser({
      roles: ['agent', 'administrator'],
      typeId: 2,
      firstName: 'Ana',
      lastName: 'Reyes',
      phone: '3055550100',
    })
    const { body: answer } = await post(body, security.token)
    const row = await rowOf(answer.id)
    expect(row).toMatchObject({ roles: ['agent', 'administrator'], type_id: 2, org: 'Sunshine', phone: '3055550100' })
    expect(Object.keys((await logIn(agency, body.user)).body)).toEqual(['code'])
    const letters = await messagesTo(agency, Number(answer.id))
    // The other administrators are notified that the account has more rights than its creator.
    expect(letters.map(({ kind }) => kind)).toEqual(['welcome'])
    expect(JSON.stringify(letters)).not.toContain(testPassword)
    const events = await agency.db
      .selectFrom('audit_events')
      .selectAll()
      .where('entity', '=', 'user')
      .where('entity_id', '=', String(answer.id))
      .execute()
    expect(events[0]).toMatchObject({ action: 'create', user_id: security.userId })
  })

  test('USER-01 P-26 a single-organization installation creates users of its own organization only and sets no password for others', async () => {
    for (const more of [{ org: 'Moonshine' }, { typeId: 99 }])
      expect(await post(newUser(more), security.token)).toMatchObject({
        status: 400,
        body: { code: 'request.invalid' },
      })
    const { body: made } = await post(newUser({ org: 'Sunshine' }), security.token)
    await agency.db.updateTable('users').set({ org: 'Moonshine' }).where('id', '=', Number(made.id)).execute()
    const before = await rowOf(made.id)
    expect(
      await send(
        agency,
        '/identity/resetByAdmin',
        { id: made.id, pass: fresh, pass_confirm: fresh },
        { token: security.token },
      ),
    ).toMatchObject({ status: 404, body: { code: 'user.not_found' } })
    expect((await rowOf(made.id)).password_hash).toBe(before.password_hash)
  })

  test('AUTH-37 a user name that is taken, in any letter case, creates no user', async () => {
    const body = newUser()
    await post(body, security.token)
    const counted = async () => (await agency.db.selectFrom('contacts').select('id').execute()).length
    const before = await counted()
    const again = await post({ ...body, user: body.user.toUpperCase(), email: 'else@mail.test' }, security.token)
    expect(again).toMatchObject({ status: 400, body: { message: 'This user name is taken' } })
    expect(await counted()).toBe(before)
  })

  test('AUTH-36 an invalid email address is rejected', async () => {
    for (const email of ['', 'nobody', 'a@b', `${'a'.repeat(60)}@mail.test`, 'a@mail.test\r\nBcc: all@mail.test'])
      expect((await post(newUser({ email }))).status, email).toBe(400)
  })
})
