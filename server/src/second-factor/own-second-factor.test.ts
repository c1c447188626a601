import { access } from '@coverdesk/domain/access/access-contract.ts'
import { allRoutes } from '@coverdesk/domain/all-routes.ts'
import { ownSecondFactor } from '@coverdesk/domain/second-factor/own-second-factor-contract.ts'
import { secondFactor } from '@coverdesk/domain/second-factor/second-factor-contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messagesTo } from '../access/sign-in/test-sign-in.ts'
import { withConnection } from '../platform/db/connection.ts'
import { callAs, startTestApp, type TestApp } from '../testing/test-app.ts'
import {
  account,
  asOwner,
  loginUpToFactor,
  password,
  sessionOf,
  settledStep,
  setUpApp,
  shownByApp,
  tokenOf,
} from './factor-test-person.ts'

let agency: TestApp
beforeAll(async () => {
  agency = await startTestApp({ demo: true })
})
afterAll(() => agency.close())

const verify = (code: string, loginCode: string) =>
  callAs(agency.app, null, secondFactor.verifyCode, { code, loginCode })
const status = (token: string) => callAs(agency.app, token, ownSecondFactor.status, {})
const endSessions = (userId: number) =>
  asOwner(agency, 'update sessions set ended_at = now() where user_id = $1', [userId])
/** Resets consumed time steps, as if minutes had passed. */
const forgetSteps = (userId: number) =>
  asOwner(agency, 'update user_authenticators set last_step = 0 where user_id = $1', [userId])

/** A user with the app turned on and no session. */
async function withApp() {
  const person = await account(agency)
  const app = await setUpApp(agency, await sessionOf(agency, person.id))
  await endSessions(person.id)
  await forgetSteps(person.id)
  return { ...person, ...app }
}

describe('turning the app on', () => {
  test('a code of the app turns it on; the login then requires it and nothing else', async () => {
    const { id, name } = await account(agency)
    const token = await tokenOf(agency, name)
    expect(await status(token)).toMatchObject({ methods: [], authenticatorSince: null, recoveryCodesLeft: 0 })
    const { secret, uri, recoveryCodes } = await setUpApp(agency, token)
    expect(uri).toContain(`otpauth://totp/Coverdesk:${encodeURIComponent(name)}?issuer=Coverdesk`)
    expect(uri).toContain(`secret=${secret}`)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await status(token)).toMatchObject({ methods: ['authenticator'], recoveryCodesLeft: 10, appKept: false })
    await endSessions(id)
    const { code, methods } = await loginUpToFactor(agency, name)
    expect(methods).toEqual(['authenticator'])
    expect(await verify(code, shownByApp(secret, 1))).toHaveProperty('token')
    const { second_factor } = await agency.db
      .selectFrom('sessions')
      .select('second_factor')
      .where('user_id', '=', id)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow()
    expect(second_factor).toBe('authenticator')
  })

  test('P-13 turning it on ends the other sessions and pending logins, but not the current session', async () => {
    const { id, name } = await account(agency, { codesBy: ['email'] })
    const from = { address: '127.0.0.1', userAgent: null }
    const ownToken = await agency.services.sessions.begin(agency.db, id, from)
    const other = await agency.services.sessions.begin(agency.db, id, from)
    const { code } = await loginUpToFactor(agency, name)
    await setUpApp(agency, ownToken)
    await expect(callAs(agency.app, other, access.currentUser, {})).rejects.toMatchObject({ status: 401 })
    expect(await callAs(agency.app, ownToken, access.currentUser, {})).toMatchObject({ id })
    await expect(verify(code, '123456')).rejects.toMatchObject({ code: 'sign_in.attempt_ended' })
    const messages = await agency.db.selectFrom('outbox').select('kind').where('user_id', '=', id).execute()
    expect(messages.map(({ kind }) => kind)).toContain('second-factor-changed')
  })

  test('a wrong code, a late one and one without an offer turn nothing on', async () => {
    const { id } = await account(agency)
    const token = await sessionOf(agency, id)
    const confirm = (code: string) => callAs(agency.app, token, ownSecondFactor.confirmApp, { code, password })
    await expect(confirm('123456')).rejects.toMatchObject({ code: 'second_factor.offer_ended', status: 400 })
    const { secret } = await callAs(agency.app, token, ownSecondFactor.beginApp, { password })
    await expect(confirm(shownByApp(secret, 3))).rejects.toMatchObject({ code: 'second_factor.wrong', status: 400 })
    const late = "update user_authenticator_offers set offered_at = now() - interval '31 min' where user_id = $1"
    await asOwner(agency, late, [id])
    await expect(confirm(shownByApp(secret))).rejects.toMatchObject({ code: 'second_factor.offer_ended' })
    expect(await status(token)).toMatchObject({ methods: [], authenticatorSince: null })
  })

  test('P-13 a reload during setup shows the key that the phone has already; another session gets another one', async () => {
    const { id, name } = await account(agency)
    const begin = async (token: string) =>
      (await callAs(agency.app, token, ownSecondFactor.beginApp, { password })).secret
    const token = await tokenOf(agency, name)
    const scanned = await begin(token)
    expect(await begin(token)).toBe(scanned)
    await asOwner(
      agency,
      "update user_authenticator_offers set offered_at = now() - interval '31 min' where user_id = $1",
      [id],
    )
    const second = await begin(token)
    expect(second).not.toBe(scanned)
    expect(await begin(await sessionOf(agency, id))).not.toBe(second)
  })

  test('an unfinished move to another phone leaves the old app unchanged', async () => {
    const { id, name, secret } = await withApp()
    const { code } = await loginUpToFactor(agency, name)
    const answer = await verify(code, shownByApp(secret))
    const token = 'token' in answer ? answer.token : ''
    const { secret: next } = await callAs(agency.app, token, ownSecondFactor.beginApp, { password })
    expect(next).not.toBe(secret)
    await endSessions(id)
    await forgetSteps(id)
    const again = await loginUpToFactor(agency, name)
    await expect(verify(again.code, shownByApp(next))).rejects.toMatchObject({ code: 'second_factor.wrong' })
    expect(await verify(again.code, shownByApp(secret))).toHaveProperty('token')
  })

  test('every change needs the current password, and ten wrong ones block further attempts for a while', async () => {
    const { id } = await account(agency)
    const token = await sessionOf(agency, id)
    const changes = [
      () => callAs(agency.app, token, ownSecondFactor.beginApp, {}),
      () => callAs(agency.app, token, ownSecondFactor.beginApp, { password: 'Wrong-Password-1' }),
      () => callAs(agency.app, token, ownSecondFactor.confirmApp, { code: '123456', password: 'Wrong-Password-1' }),
      () => callAs(agency.app, token, ownSecondFactor.turnOffApp, { password: 'Wrong-Password-1' }),
      () => callAs(agency.app, token, ownSecondFactor.newRecoveryCodes, { password: 'Wrong-Password-1' }),
      () => callAs(agency.app, token, ownSecondFactor.chooseCodes, { channels: [], password: 'Wrong-Password-1' }),
    ]
    for (const change of changes) await expect(change()).rejects.toMatchObject({ code: 'password.wrong', status: 400 })
    const guess = () => callAs(agency.app, token, ownSecondFactor.beginApp, { password: 'Wrong-Password-1' })
    for (let more = 0; more < 5; more++) await expect(guess()).rejects.toMatchObject({ code: 'password.wrong' })
    await expect(callAs(agency.app, token, ownSecondFactor.beginApp, { password })).rejects.toMatchObject({
      code: 'sign_in.throttled',
    })
  })

  test('without a session there are no second factors', async () => {
    await expect(callAs(agency.app, null, ownSecondFactor.status, {})).rejects.toMatchObject({ status: 401 })
    await expect(callAs(agency.app, null, ownSecondFactor.beginApp, { password })).rejects.toMatchObject({
      status: 401,
    })
  })
})

describe('codes of the app', () => {
  test('AUTH-27 a clock one step behind or ahead is accepted, two steps are not', async () => {
    const { id, name, secret } = await withApp()
    await settledStep()
    const { code } = await loginUpToFactor(agency, name)
    for (const steps of [-2, 2])
      await expect(verify(code, shownByApp(secret, steps))).rejects.toMatchObject({ code: 'second_factor.wrong' })
    expect(await verify(code, shownByApp(secret, -1))).toHaveProperty('token')
    await endSessions(id)
    expect(await verify((await loginUpToFactor(agency, name)).code, shownByApp(secret, 1))).toHaveProperty('token')
  })

  test('P-06 a code of the app works once across all logins, and no earlier code works after it', async () => {
    const { name, secret } = await withApp()
    await settledStep()
    const [first, second] = [await loginUpToFactor(agency, name), await loginUpToFactor(agency, name)]
    const shown = shownByApp(secret)
    const answers = await Promise.allSettled([verify(first.code, shown), verify(second.code, shown)])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const third = await loginUpToFactor(agency, name)
    for (const steps of [0, -1])
      await expect(verify(third.code, shownByApp(secret, steps))).rejects.toMatchObject({ code: 'second_factor.wrong' })
    expect(await verify(third.code, shownByApp(secret, 1))).toHaveProperty('token')
  })

  test('P-06 when one code is sent several times concurrently, one request creates a session', async () => {
    const { id, name, secret } = await withApp()
    const { code } = await loginUpToFactor(agency, name)
    const shown = shownByApp(secret)
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => verify(code, shown)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const live = await agency.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', id)
      .where('ended_at', 'is', null)
      .execute()
    expect(live).toHaveLength(1)
  })

  test('AUTH-13 P-09 with another live session the second factor too leads to the question about it', async () => {
    const { name, secret, id } = await withApp()
    const older = await agency.services.sessions.begin(agency.db, id, { address: '127.0.0.1', userAgent: null })
    const { code } = await loginUpToFactor(agency, name)
    const answer = await verify(code, shownByApp(secret))
    expect(answer).toMatchObject({ active_session: true })
    expect(await callAs(agency.app, older, access.currentUser, {})).toMatchObject({ id })
  })

  test('P-04 guesses of the second factor lock the account like wrong passwords, also across new logins', async () => {
    const { name, secret } = await withApp()
    const wrong = shownByApp(secret, 20)
    for (let guess = 0; guess < 10; guess++) {
      const { code } = await loginUpToFactor(agency, name)
      await expect(verify(code, wrong)).rejects.toMatchObject({ code: 'second_factor.wrong' })
    }
    await expect(loginUpToFactor(agency, name)).rejects.toMatchObject({ code: 'sign_in.throttled', status: 429 })
  })
})

describe('recovery codes', () => {
  test('P-06 each of ten codes of 80 random bits works once, with or without dashes and in any case', async () => {
    const { id, name, recoveryCodes } = await withApp()
    const [first = '', second = ''] = recoveryCodes
    expect(first).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
    const login = async (typed: string) => verify((await loginUpToFactor(agency, name)).code, typed)
    const answer = await login(first.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l'))
    expect(answer).toHaveProperty('token')
    expect(await status('token' in answer ? answer.token : '')).toMatchObject({ recoveryCodesLeft: 9 })
    await endSessions(id)
    await expect(login(first)).rejects.toMatchObject({ code: 'second_factor.wrong' })
    expect(await login(second.replaceAll('-', ''))).toHaveProperty('token')
  })

  test('the owner gets an email about a login with a recovery code, with the number of unused ones', async () => {
    const { id, name, recoveryCodes } = await withApp()
    const told = async () => (await messagesTo(agency, id)).filter(({ kind }) => kind === 'recovery-code-used')
    await verify((await loginUpToFactor(agency, name)).code, recoveryCodes[0] ?? '')
    expect(await told()).toMatchObject([{ to: name, text: expect.stringContaining('Unused recovery codes: 9.') }])
    await endSessions(id)
    await agency.db.updateTable('users').set({ language: 'es' }).where('id', '=', id).execute()
    await verify((await loginUpToFactor(agency, name)).code, recoveryCodes[1] ?? '')
    expect((await told()).at(-1)?.text).toContain('Códigos sin usar: 8.')
    await endSessions(id)
    await expect(verify((await loginUpToFactor(agency, name)).code, recoveryCodes[1] ?? '')).rejects.toThrow()
    expect(await told()).toHaveLength(2)
  })

  test('P-65 recovery codes from before a change of FIELD_SECRET work while the earlier secret is configured', async () => {
    const { config } = agency.services
    const { name, recoveryCodes } = await withApp()
    const before = { fieldSecret: config.fieldSecret, fieldSecretsEarlier: config.fieldSecretsEarlier }
    try {
      Object.assign(config, { fieldSecret: 'another-field-secret-0123456789-abcdefghij', fieldSecretsEarlier: [] })
      const { code } = await loginUpToFactor(agency, name)
      await expect(verify(code, recoveryCodes[0] ?? '')).rejects.toMatchObject({ code: 'second_factor.wrong' })
      Object.assign(config, { fieldSecretsEarlier: [before.fieldSecret] })
      expect(await verify(code, recoveryCodes[0] ?? '')).toHaveProperty('token')
    } finally {
      Object.assign(config, before)
    }
  })

  test('another user’s recovery code does not work', async () => {
    const one = await withApp()
    const other = await withApp()
    const { code } = await loginUpToFactor(agency, other.name)
    await expect(verify(code, one.recoveryCodes[0] ?? '')).rejects.toMatchObject({ code: 'second_factor.wrong' })
  })

  test('new ones invalidate the old ones, and end the other sessions', async () => {
    const { id, name, secret, recoveryCodes } = await withApp()
    const answer = await verify((await loginUpToFactor(agency, name)).code, shownByApp(secret))
    const token = 'token' in answer ? answer.token : ''
    const made = await callAs(agency.app, token, ownSecondFactor.newRecoveryCodes, { password })
    expect(made.recoveryCodes).toHaveLength(10)
    await endSessions(id)
    const { code } = await loginUpToFactor(agency, name)
    await expect(verify(code, recoveryCodes[0] ?? '')).rejects.toMatchObject({ code: 'second_factor.wrong' })
    expect(await verify(code, made.recoveryCodes[0] ?? '')).toHaveProperty('token')
  })

  test('without the app none can be created', async () => {
    const { id } = await account(agency)
    const token = await sessionOf(agency, id)
    await expect(callAs(agency.app, token, ownSecondFactor.newRecoveryCodes, { password })).rejects.toMatchObject({
      code: 'second_factor.off',
      status: 409,
    })
  })
})

describe('turning off, and chosen codes', () => {
  test('an optional app can be turned off; its recovery codes are deleted with it', async () => {
    const { id, name, secret } = await withApp()
    const answer = await verify((await loginUpToFactor(agency, name)).code, shownByApp(secret))
    const token = 'token' in answer ? answer.token : ''
    expect(await callAs(agency.app, token, ownSecondFactor.turnOffApp, { password })).toMatchObject({
      methods: [],
      authenticatorSince: null,
      recoveryCodesLeft: 0,
    })
    const left = await agency.db.selectFrom('user_recovery_codes').select('id').where('user_id', '=', id).execute()
    expect(left).toEqual([])
  })

  test('codes by email can be turned on and off, by text message only with a phone', async () => {
    const { id, name } = await account(agency)
    const token = await sessionOf(agency, id)
    const choose = (channels: ('email' | 'sms')[]) =>
      callAs(agency.app, token, ownSecondFactor.chooseCodes, { channels, password })
    await expect(choose(['sms'])).rejects.toMatchObject({ code: 'second_factor.method', status: 400 })
    expect(await choose(['email'])).toMatchObject({
      methods: ['email'],
      channels: [{ channel: 'email', recipient: name, chosen: true }],
    })
    await endSessions(id)
    expect((await loginUpToFactor(agency, name)).methods).toEqual(['email'])
  })

  test('each change is recorded without a secret in the record', async () => {
    const { id } = await account(agency)
    const { secret, recoveryCodes } = await setUpApp(agency, await sessionOf(agency, id))
    const events = await agency.db.selectFrom('audit_events').selectAll().where('user_id', '=', id).execute()
    expect(events.map(({ facts }) => JSON.stringify(facts))).toContainEqual(expect.stringContaining('app turned on'))
    for (const hidden of [secret, recoveryCodes[0] ?? '']) expect(JSON.stringify(events)).not.toContain(hidden)
  })
})

test('P-61 P-03 secret and recovery codes are nowhere in the database in the clear', async () => {
  const { name, secret, recoveryCodes } = await withApp()
  const bare = recoveryCodes.flatMap((code) => [code, code.replaceAll('-', '')])
  const canaries = [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64'), ...bare]
  const seen = await withConnection(agency.ownerUrl, 'test', async (connection) => {
    const tables = await connection.query<{ name: string }>(
      "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    )
    const texts: string[] = []
    for (const { name } of tables.rows) {
      const { rows } = await connection.query<{ row: string }>(`select t::text as row from ${name} t`)
      texts.push(...rows.map(({ row }) => row))
    }
    return texts.join('\n')
  })
  expect(seen.includes(name)).toBe(true)
  for (const canary of canaries) expect(seen.includes(canary)).toBe(false)
})

describe('required second factors', () => {
  let strict: TestApp
  beforeAll(async () => {
    strict = await startTestApp({ secondFactor: 'required' })
  })
  afterAll(() => strict.close())

  test('P-09 a session that must set up the app can do nothing else: every other request answers 403', async () => {
    const { name } = await account(strict, { roles: ['administrator', 'securityadmin', 'agent'] })
    const token = await tokenOf(strict, name)
    expect(await callAs(strict.app, token, access.currentUser, {})).toMatchObject({ enrolling: true })
    const open = allRoutes.filter((route) => route.allow !== 'anyone' && route.whileEnrolling)
    expect(open.map((route) => `${route.method} ${route.path}`).sort()).toEqual([
      'GET /api/CurrentUser',
      'GET /api/user/secondFactor',
      'GET /identity/logout',
      'POST /api/user/secondFactor/begin',
      'POST /api/user/secondFactor/confirm',
      'POST /identity/logout',
    ])
    for (const route of allRoutes.filter((route) => route.allow !== 'anyone' && !route.whileEnrolling)) {
      const answer = await strict.app.inject({
        method: route.method,
        url: route.path.replace(/\{\w+\}/g, '1'),
        headers: { authorization: `Bearer ${token}` },
        ...(route.method === 'GET' || route.method === 'DELETE' ? {} : { payload: {} }),
      })
      expect([route.path, answer.statusCode, answer.json().code]).toEqual([route.path, 403, 'second_factor.needed'])
    }
  })

  test('P-09 the app set up without a password gives full access; the next login requires it, and it cannot be removed', async () => {
    const { id, name } = await account(strict, { roles: ['securityadmin'] })
    const token = await tokenOf(strict, name)
    const { secret } = await callAs(strict.app, token, ownSecondFactor.beginApp, {})
    const code = shownByApp(secret)
    const { recoveryCodes } = await callAs(strict.app, token, ownSecondFactor.confirmApp, { code })
    expect(recoveryCodes).toHaveLength(10)
    expect(await callAs(strict.app, token, access.currentUser, {})).toMatchObject({ enrolling: false })
    await expect(callAs(strict.app, token, ownSecondFactor.beginApp, {})).rejects.toMatchObject({
      code: 'password.wrong',
    })
    expect(await callAs(strict.app, token, ownSecondFactor.status, {})).toMatchObject({ appKept: true, required: true })
    await expect(callAs(strict.app, token, ownSecondFactor.turnOffApp, { password })).rejects.toMatchObject({
      code: 'second_factor.kept',
      status: 409,
    })
    await asOwner(strict, 'update sessions set ended_at = now() where user_id = $1', [id])
    expect((await loginUpToFactor(strict, name)).methods).toEqual(['authenticator'])
  })

  test('without a gateway an agent sets up the app too; customers and consumers need no second factor', async () => {
    const agent = await account(strict)
    expect(await callAs(strict.app, await tokenOf(strict, agent.name), access.currentUser, {})).toMatchObject({
      enrolling: true,
    })
    for (const role of ['customer', 'consumer'] as const) {
      const person = await account(strict, { roles: [role] })
      expect(await callAs(strict.app, await tokenOf(strict, person.name), access.currentUser, {})).toMatchObject({
        enrolling: false,
      })
    }
  })
})

test('P-09 with a gateway an agent needs a code, an administrator a code and then the app', async () => {
  const strict = await startTestApp({ secondFactor: 'required', demo: true })
  try {
    const agent = await account(strict, { phone: '5550100200' })
    expect((await loginUpToFactor(strict, agent.name)).methods).toEqual(['email', 'sms'])
    const admin = await account(strict, { roles: ['administrator'] })
    expect((await loginUpToFactor(strict, admin.name)).methods).toEqual(['email'])
    const token = await strict.services.sessions.begin(strict.db, admin.id, {
      address: '127.0.0.1',
      userAgent: null,
      secondFactor: 'email',
    })
    expect(await callAs(strict.app, token, access.currentUser, {})).toMatchObject({ enrolling: true })
  } finally {
    await strict.close()
  }
})
