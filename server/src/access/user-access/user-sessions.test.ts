import { access } from '@coverdesk/domain/access/access-contract.ts'
import { passwords } from '@coverdesk/domain/access/password-contract.ts'
import { userAccess } from '@coverdesk/domain/users/user-access-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAs, type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { openSocket, portOf } from '../../testing/test-socket.ts'
import { isSessionAccepted } from '../../users/test-user-edits.ts'

let agency: TestApp
let admin: Person
beforeAll(async () => {
  agency = await startTestApp()
  admin = await agency.person({ roles: ['securityadmin'] })
})
afterAll(() => agency.close())

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
const accessOf = (id: number, by = admin) => by.call(userAccess.one, { id })

describe('sign-ins and sessions of a user', () => {
  test('the security administrator sees device, address and times of each open session', async () => {
    const pat = await agency.person({ roles: ['agent'] })
    await agency.services.sessions.begin(agency.db, pat.userId, { address: '10.1.2.3', userAgent: firefox })
    const { sessions } = await accessOf(pat.userId)
    expect(sessions.map(({ browser, address, current }) => ({ browser, address, current }))).toEqual(
      expect.arrayContaining([
        { browser: 'Firefox on Windows', address: '10.1.2.3', current: false },
        { browser: 'Unknown browser', address: '127.0.0.1', current: false },
      ]),
    )
    for (const { since, lastActive } of sessions)
      expect(Date.parse(lastActive)).toBeGreaterThanOrEqual(Date.parse(since))
    await expect(accessOf(999_999_999)).rejects.toMatchObject({ status: 404 })
  })

  test('the last sign-in outlasts its session, in the list too', async () => {
    const pass = 'Unheard-Of-Phrase1'
    const own = 'Basalt*Farn+9x'
    const user = 'last@agency.test'
    const { id } = await admin.call(passwords.register, {
      user,
      email: user,
      pass,
      pass_confirm: pass,
      roles: ['agent'],
    })
    if (id === null) throw new Error('not registered')
    const rowOf = async () => (await admin.call(users.list, { login: user })).data[0]
    expect(await rowOf()).toMatchObject({ lastSignIn: null, secondFactor: [] })
    const forced = await callAs(agency.app, null, access.login, { user, pass })
    const code = 'code' in forced ? forced.code : ''
    await callAs(agency.app, null, passwords.reset, { user, pass: own, pass_confirm: own, code })
    const before = Date.now() - 60_000
    await callAs(agency.app, null, access.login, { user, pass: own })
    await admin.call(userAccess.signOut, { id })
    const { lastSignIn, sessions } = await accessOf(id)
    expect(sessions).toEqual([])
    expect(Date.parse(lastSignIn ?? '')).toBeGreaterThan(before)
    expect(Date.parse((await rowOf())?.lastSignIn ?? '')).toBe(Date.parse(lastSignIn ?? ''))
  })

  test('the second factor shows the methods that the next login asks for, and the unused recovery codes', async () => {
    const pat = await agency.person({ roles: ['agent'] })
    expect(await accessOf(pat.userId)).toMatchObject({ methods: [], recoveryCodes: 0 })
    await agency.db
      .insertInto('user_authenticators')
      .values({ user_id: pat.userId, secret_sealed: Buffer.from('sealed'), confirmed_at: new Date() })
      .execute()
    const hash = (text: string) => Buffer.from(text)
    await agency.db
      .insertInto('user_recovery_codes')
      .values([
        { user_id: pat.userId, code_hash: hash('used'), used_at: new Date() },
        { user_id: pat.userId, code_hash: hash('free') },
      ])
      .execute()
    await agency.db
      .updateTable('users')
      .set({ codes_by: ['email'], email: 'pat@example.com' })
      .where('id', '=', pat.userId)
      .execute()
    expect(await accessOf(pat.userId)).toMatchObject({ methods: ['authenticator', 'email'], recoveryCodes: 1 })
    const { userName } = await admin.call(users.one, { id: pat.userId })
    expect((await admin.call(users.list, { login: userName })).data[0]?.secondFactor).toEqual([
      'authenticator',
      'email',
    ])
  })

  test('P-15 P-21 signing out everywhere ends each session and its sockets at once, and is recorded', async () => {
    const pat = await agency.person({ roles: ['agent'] })
    const other = await agency.person({ roles: ['agent'] })
    const socket = await openSocket(await portOf(agency.app))
    await socket.signIn(pat.token)
    await admin.call(userAccess.signOut, { id: pat.userId })
    expect(await isSessionAccepted(pat)).toBe(false)
    expect(await socket.closed()).toBeLessThan(5)
    expect(await isSessionAccepted(other)).toBe(true)
    const event = await agency.db
      .selectFrom('audit_events')
      .select(['user_id', 'action', 'outcome', 'facts'])
      .where('entity', '=', 'user')
      .where('entity_id', '=', String(pat.userId))
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(event).toMatchObject({
      user_id: admin.userId,
      action: 'logout',
      outcome: 'done',
      facts: { everywhere: true },
    })
  })

  test('signing oneself out everywhere keeps the current session', async () => {
    const elsewhere = await agency.services.sessions.begin(agency.db, admin.userId, {
      address: '::1',
      userAgent: firefox,
    })
    await admin.call(userAccess.signOut, { id: admin.userId })
    expect((await accessOf(admin.userId)).sessions).toMatchObject([{ current: true }])
    await expect(callAs(agency.app, elsewhere, access.currentUser, {})).rejects.toMatchObject({ code: 'session.ended' })
  })
})
