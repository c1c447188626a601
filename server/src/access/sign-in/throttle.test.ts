import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { callerOf } from '../accounts/account-name.ts'
import { recordFailure } from './sign-in-throttle.ts'
import { letTimePass, logIn, makeAccount, messagesTo, resetCode, send, testPassword } from './test-sign-in.ts'

let agency: TestApp
beforeEach(async () => {
  agency = await startTestApp({ demo: true })
})
afterEach(() => agency.close())

let addresses = 0
const nextAddress = () => `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}`
const wrong = 'Wrong-Kettle-41'
/** Fails once through the API; further failures are recorded directly, which skips the password hashing. */
const failTimes = async (user: string, times: number) => {
  await logIn(agency, user, wrong, { address: nextAddress() })
  for (let turn = 1; turn < times; turn++) await recordFailure(agency.db, user, nextAddress())
}

describe('the throttle of an account', () => {
  test('P-04 AUTH-15 of 200 logins with different spellings and forged addresses, the first ten are checked and the rest rejected', async () => {
    await makeAccount(agency, 'target@agency.test')
    const answers = []
    for (let turn = 0; turn < 200; turn++) {
      const user = [...'target@agency.test'].map((c, at) => ((turn >> (at % 8)) & 1 ? c.toUpperCase() : c)).join('')
      const padded = turn % 3 === 0 ? `  ${user} ` : user
      answers.push(
        await send(
          agency,
          '/identity/login',
          { user: padded, pass: wrong, rememberUsername: turn % 2 === 0 },
          { address: nextAddress(), headers: { 'x-forwarded-for': `10.1.2.${turn}`, 'x-real-ip': `10.9.9.${turn}` } },
        ),
      )
    }
    expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(401))
    expect(new Set(answers.slice(10).map(({ status }) => status))).toEqual(new Set([429]))
    const retryAfter = Number(answers.at(-1)?.headers['retry-after'])
    expect(retryAfter).toBeGreaterThan(800)
    expect(retryAfter).toBeLessThanOrEqual(900)
    expect(answers.at(-1)?.body.message).toBe('Too many attempts, please wait (try again in 15 minutes)')
    expect((await logIn(agency, 'target@agency.test')).status).toBe(429)
    const junk = await send(agency, '/identity/login', { user: 'target@agency.test', pass: wrong, junk: 1 })
    expect(junk.status).toBe(400)
  })

  test('P-04 fullwidth letters and composed accents count as the same account', async () => {
    await makeAccount(agency, 'josé@agency.test')
    await failTimes('jose\u0301@agency.test', 5)
    await failTimes('ｊosé@agency.test', 5)
    expect((await logIn(agency, 'JOSÉ@agency.test')).status).toBe(429)
  })

  test('P-04 concurrent attempts cannot exceed the limit', async () => {
    await makeAccount(agency, 'storm@agency.test')
    const tries = Array.from({ length: 40 }, () =>
      logIn(agency, 'storm@agency.test', wrong, { address: nextAddress() }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  })

  test('P-04 the account is unlocked when the window has passed, and not before', async () => {
    await makeAccount(agency, 'patient@agency.test')
    await failTimes('patient@agency.test', 10)
    await letTimePass(agency, 890)
    expect((await logIn(agency, 'patient@agency.test')).status).toBe(429)
    await letTimePass(agency, 11)
    expect((await logIn(agency, 'patient@agency.test')).status).toBe(200)
  })

  test('P-04 a complete sign-in resets the failures of the account, a correct password alone does not', async () => {
    const { id } = await makeAccount(agency, 'typo@agency.test')
    await failTimes('typo@agency.test', 9)
    expect((await logIn(agency, 'typo@agency.test')).status).toBe(200)
    await failTimes('typo@agency.test', 9)
    await sql`update users set codes_by = '{email}' where id = ${id}`.execute(agency.db)
    expect((await logIn(agency, 'typo@agency.test')).body).toMatchObject({ twoFactorRequired: true })
    await failTimes('typo@agency.test', 1)
    expect((await logIn(agency, 'typo@agency.test')).status).toBe(429)
  })

  test('P-05 an unknown user name is throttled like a known one', async () => {
    await failTimes('unknown@agency.test', 10)
    expect((await logIn(agency, 'unknown@agency.test')).status).toBe(429)
  })
})

describe('access for the owner during an attack', () => {
  test('P-04 AUTH-15 the owner can sign in from a known browser, and a forged device cookie does not help', async () => {
    await makeAccount(agency, 'owner@agency.test')
    const first = await logIn(agency, 'owner@agency.test')
    const set = String(first.headers['set-cookie'])
    expect(set).toMatch(/^coverdesk_device=[\w-]{22}; Max-Age=\d+; Path=\/identity; HttpOnly; SameSite=Strict$/)
    await failTimes('owner@agency.test', 10)
    expect((await logIn(agency, 'owner@agency.test')).status).toBe(429)
    const stranger = { headers: { cookie: `coverdesk_device=${'A'.repeat(22)}` } }
    expect((await logIn(agency, 'owner@agency.test', testPassword, stranger)).status).toBe(429)
    expect((await logIn(agency, 'owner@agency.test', testPassword, { headers: { cookie: first.cookie } })).status).toBe(
      200,
    )
  })

  test('P-04 a known browser is limited to ten failures of its own, so a stolen one does not bypass the throttle', async () => {
    await makeAccount(agency, 'stolen@agency.test')
    const { cookie } = await logIn(agency, 'stolen@agency.test')
    const from = { headers: { cookie } }
    for (let turn = 0; turn < 10; turn++)
      expect((await logIn(agency, 'stolen@agency.test', wrong, from)).status).toBe(401)
    expect((await logIn(agency, 'stolen@agency.test', testPassword, from)).status).toBe(429)
    expect((await logIn(agency, 'stolen@agency.test')).status).toBe(200)
  })

  test('P-04 a browser is known only for the users who signed in there, and remembers several users', async () => {
    await makeAccount(agency, 'desk-a@agency.test')
    await makeAccount(agency, 'desk-b@agency.test')
    const first = await logIn(agency, 'desk-a@agency.test')
    const second = await logIn(agency, 'desk-b@agency.test', testPassword, { headers: { cookie: first.cookie } })
    expect(second.cookie).toMatch(/^coverdesk_device=[\w-]{22}\.[\w-]{22}$/)
    await failTimes('desk-a@agency.test', 10)
    await failTimes('desk-b@agency.test', 10)
    const tryWith = async (user: string, cookie: string) =>
      (await logIn(agency, user, testPassword, { headers: { cookie } })).status
    expect(await tryWith('desk-b@agency.test', first.cookie)).toBe(429)
    expect(await tryWith('desk-a@agency.test', second.cookie)).toBe(200)
    expect(await tryWith('desk-b@agency.test', second.cookie)).toBe(200)
    const { rows } = await sql<{ device_hash: Buffer }>`select device_hash from known_devices`.execute(agency.db)
    expect(rows.every((row) => row.device_hash.length === 32)).toBe(true)
  })

  test('P-04 after 90 consecutive failures by strangers, only a known browser or a new password opens the account', async () => {
    const account = await makeAccount(agency, 'besieged@agency.test')
    const { cookie } = await logIn(agency, account.user)
    await failTimes(account.user, 10)
    await sql`update sign_in_streaks set failures = failures + 80 where account = ${account.user}`.execute(agency.db)
    await letTimePass(agency, 901)
    const refused = await logIn(agency, account.user)
    expect(refused).toMatchObject({ status: 429, body: { message: expect.stringContaining('Forgot Password') } })
    expect(refused.headers['retry-after']).toBeDefined()
    expect((await logIn(agency, 'BESIEGED@agency.test', wrong)).status).toBe(429)
    for (let turn = 0; turn < 10; turn++)
      expect((await logIn(agency, account.user, wrong, { headers: { cookie } })).status).toBe(401)
    await letTimePass(agency, 901)
    expect((await logIn(agency, account.user, testPassword, { headers: { cookie } })).status).toBe(429)
    const pass = 'Other-Teapot-77'
    const code = await resetCode(agency, account)
    expect((await send(agency, '/identity/reset', { user: account.user, pass, pass_confirm: pass, code })).status).toBe(
      200,
    )
    expect((await logIn(agency, account.user, pass)).status).toBe(200)
  })
})

describe('the throttle of an address', () => {
  test('P-04 AUTH-15 a hundred failures lock the address for its whole IPv6 network', async () => {
    await makeAccount(agency, 'neighbour@agency.test')
    const from = { address: '2001:db8:1:2::1' }
    await logIn(agency, 'unknown-0@agency.test', wrong, from)
    await sql`
      insert into sign_in_failures (account, address)
      select 'unknown-' || n, '2001:db8:1:2::/64' from generate_series(1, 98) n`.execute(agency.db)
    expect((await logIn(agency, 'unknown-99@agency.test', wrong, { address: '2001:DB8:1:2:ffff::9' })).status).toBe(401)
    expect((await logIn(agency, 'neighbour@agency.test', testPassword, from)).status).toBe(429)
    expect(
      (await logIn(agency, 'neighbour@agency.test', testPassword, { address: '2001:db8:1:2:9:9:9:9' })).status,
    ).toBe(429)
    const elsewhere = await logIn(agency, 'neighbour@agency.test', testPassword, { address: '2001:db8:1:3::1' })
    expect(elsewhere.status).toBe(200)
    const known = { ...from, headers: { cookie: elsewhere.cookie } }
    expect((await logIn(agency, 'neighbour@agency.test', testPassword, known)).status).toBe(200)
  })

  test('P-04 signing in to one’s own account does not allow more guesses at others', async () => {
    await makeAccount(agency, 'mine@agency.test')
    const address = '203.0.113.77'
    await sql`
      insert into sign_in_failures (account, address)
      select 'victim-' || n, ${address} from generate_series(1, 99) n`.execute(agency.db)
    expect((await logIn(agency, 'mine@agency.test', testPassword, { address })).status).toBe(200)
    await logIn(agency, 'mine@agency.test', wrong, { address })
    expect((await logIn(agency, 'victim-1@agency.test', wrong, { address })).status).toBe(429)
  })

  test('P-04 an address is normalized before it is counted', () => {
    expect(callerOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
    expect(callerOf('2001:0db8:0000:0000:1:2:3:4')).toBe('2001:db8:0:0::/64')
    expect(callerOf('::1')).toBe('0:0:0:0::/64')
    expect(callerOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
    expect(callerOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
    expect(callerOf('192.0.2.7')).toBe('192.0.2.7')
  })

  test('P-04 X-Forwarded-For is trusted only from a configured proxy, and only the entry that the proxy added', async () => {
    const behind = await startTestApp({ trustedProxies: ['10.0.0.0/8'] })
    const addressSeen = async (address: string, forwarded: string) => {
      await logIn(behind, 'anyone@agency.test', wrong, { address, headers: { 'x-forwarded-for': forwarded } })
      const { rows } = await sql<{ address: string }>`
        select address from sign_in_failures order by id desc limit 1`.execute(behind.db)
      return rows[0]?.address
    }
    expect(await addressSeen('10.0.0.5', '203.0.113.9')).toBe('203.0.113.9')
    expect(await addressSeen('10.0.0.5', '198.51.100.1, 203.0.113.9')).toBe('203.0.113.9')
    expect(await addressSeen('192.0.2.99', '203.0.113.9')).toBe('192.0.2.99')
    await behind.close()
  })
})

describe('public requests', () => {
  test('P-04 reset links and registrations are rate limited', async () => {
    const account = await makeAccount(agency, 'flooded@agency.test')
    for (let turn = 0; turn < 5; turn++)
      expect(
        (await send(agency, '/identity/forgot', { user: 'Flooded@agency.test' }, { address: nextAddress() })).status,
      ).toBe(200)
    const sixth = await send(agency, '/identity/forgot/flooded@agency.test', null, { address: nextAddress() })
    expect(sixth).toMatchObject({
      status: 429,
      body: { code: 'request.too_many', message: 'Too many requests, please wait (try again in 15 minutes)' },
    })
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(800)
    expect(await messagesTo(agency, account.id)).toHaveLength(5)
    const newcomer = (turn: number) => ({
      user: `newcomer-${turn}`,
      email: 'newcomer@mail.test',
      pass: testPassword,
      pass_confirm: testPassword,
    })
    for (let turn = 0; turn < 3; turn++)
      expect((await send(agency, '/identity/register', newcomer(turn), { address: nextAddress() })).status).toBe(200)
    expect((await send(agency, '/identity/register', newcomer(4), { address: nextAddress() })).status).toBe(429)
  })

  test('P-81 a flood of logins at one account does not block signed-in users', async () => {
    await makeAccount(agency, 'flood@agency.test')
    const inside = await agency.person({ roles: ['agent'] })
    const flood = Array.from({ length: 180 }, () =>
      logIn(agency, 'flood@agency.test', wrong, { address: nextAddress() }),
    )
    for (let call = 0; call < 10; call++)
      expect((await send(agency, '/api/CurrentUser', null, { token: inside.token })).status).toBe(200)
    const statuses = (await Promise.all(flood)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
    expect(statuses.every((status) => [401, 429, 503].includes(status))).toBe(true)
  })
})
