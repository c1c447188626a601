import { createHmac } from 'node:crypto'
import { access } from '@coverdesk/domain/access/access-contract.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { callAs, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { endSessionsOf } from './session.ts'

let agency: TestApp
beforeEach(async () => {
  agency = await startTestApp()
})
afterEach(() => agency.close())

const secret = 'a-secret-for-tests-0123456789-abcdefghijkl'
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const decode = (token: string, part: number): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString())
const signed = (header: object, payload: object, key = secret, hash = 'sha256') => {
  const body = `${encode(header)}.${encode(payload)}`
  return `${body}.${createHmac(hash, key).update(body).digest('base64url')}`
}

describe('the session', () => {
  test('AUTH-19 P-15 after logout the token is refused at the next call', async () => {
    const person = await agency.person({ roles: ['agent'] })
    expect((await person.call(access.currentUser, {})).roles).toEqual(['agent'])
    await person.call(access.logout, {})
    await expect(person.call(access.currentUser, {})).rejects.toMatchObject({ code: 'session.ended' })
  })

  test('P-15 a disabled or deleted person and an expired session are refused at the next call', async () => {
    const [disabled, deleted, expired] = [await agency.person(), await agency.person(), await agency.person()]
    await agency.db.updateTable('users').set({ enabled: false }).where('id', '=', disabled.userId).execute()
    await agency.db.deleteFrom('users').where('id', '=', deleted.userId).execute()
    await sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${expired.userId}`.execute(
      agency.db,
    )
    for (const person of [disabled, deleted, expired])
      await expect(person.call(access.currentUser, {})).rejects.toMatchObject({ status: 401 })
  })

  test('a session that the server ended says why, with the time; expiry and logout say no more than before', async () => {
    const ended = async (end: (userId: number) => Promise<unknown>) => {
      const person = await agency.person({ roles: ['agent'] })
      await end(person.userId)
      const { statusCode, body } = await agency.app.inject({
        url: '/api/CurrentUser',
        headers: { authorization: `Bearer ${person.token}` },
      })
      expect(statusCode).toBe(401)
      const { code, message, details } = JSON.parse(body)
      expect(code).toBe('session.ended')
      return { message, reason: details?.reason, at: details?.at, device: details?.device }
    }
    const bySql = (text: string) => (userId: number) =>
      sql`update sessions set ${sql.raw(text)} where user_id = ${userId}`.execute(agency.db)
    for (const [reason, words] of [
      ['rights', 'your rights were changed on '],
      ['password', 'your password was changed on '],
      ['second factor', 'your second factor was changed on '],
      ['email', 'your email address was changed on '],
      ['administrator', 'A security administrator logged you out on '],
    ] as const) {
      const answer = await ended((userId) => endSessionsOf(agency.db, userId, reason))
      expect(answer).toMatchObject({ message: expect.stringContaining(words), reason, device: null })
      expect(Math.abs(Date.now() - Date.parse(answer.at))).toBeLessThan(60_000)
    }
    expect(
      await ended((userId) => sql`update users set enabled = false where id = ${userId}`.execute(agency.db)),
    ).toMatchObject({ message: 'You were logged out because your user was disabled. Ask your agency.' })
    const plain = { message: 'Your session has expired.', reason: undefined, at: undefined, device: undefined }
    for (const end of ["expires_at = now() - interval '1 second'", "last_active_at = now() - interval '901 seconds'"])
      expect(await ended(bySql(end))).toEqual(plain)
    expect(await ended((userId) => endSessionsOf(agency.db, userId, 'logout'))).toEqual(plain)
  })

  test('AUTH-20 AUTH-21 900 s without activity end it, on the one configured host 3600 s', async () => {
    const quiet = await startTestApp({ inactivityLongHost: 'long.example.test' })
    const person = await quiet.person()
    await sql`update sessions set last_active_at = now() - interval '901 seconds' where user_id = ${person.userId}`.execute(
      quiet.db,
    )
    const ask = (host: string) =>
      quiet.app.inject({
        url: '/api/CurrentUser',
        headers: { host, authorization: `Bearer ${person.token}` },
      })
    expect((await ask('portal.example.test')).statusCode).toBe(401)
    expect((await ask('long.example.test')).statusCode).toBe(200)
    await quiet.close()
  })

  test('AUTH-20 a call keeps the session alive, a poll of the page does not', async () => {
    const person = await agency.person()
    const idle = async () => {
      const { rows } = await sql<{
        idle: number
      }>`select extract(epoch from now() - last_active_at)::float8 as idle from sessions where user_id = ${person.userId}`.execute(
        agency.db,
      )
      return rows[0]?.idle ?? 0
    }
    await sql`update sessions set last_active_at = now() - interval '600 seconds' where user_id = ${person.userId}`.execute(
      agency.db,
    )
    await agency.app.inject({ url: '/api/Preferences', headers: { authorization: `Bearer ${person.token}` } })
    expect(await idle()).toBeGreaterThan(599)
    await person.call(access.currentUser, {})
    expect(await idle()).toBeLessThan(5)
  })

  test('AUTH-40 the token carries the claims of the specification', async () => {
    const person = await agency.person({ roles: ['agent'], claims: ['view.Policy'], npn: '1234567' })
    expect(decode(person.token, 1)).toMatchObject({
      contactId: expect.any(Number),
      exp: expect.any(Number),
      name: expect.any(String),
      emailaddress: expect.any(String),
      roles: ['agent'],
      claims: ['view.Policy'],
      hasFullAgentAccess: false,
      NPN: '1234567',
      FFEUserId: null,
      ORG: null,
    })
  })

  test('AUTH-41 the current user has names, roles and application id', async () => {
    const person = await agency.person({ roles: ['customer'] })
    await agency.db.updateTable('users').set({ application_id: '4711' }).where('id', '=', person.userId).execute()
    expect(await person.call(access.currentUser, {})).toMatchObject({
      firstName: 'Pat',
      name: expect.stringMatching(/^Pat Example \d+$/),
      applicationId: '4711',
      roles: ['customer'],
    })
  })

  test('P-19 ACCESS-29 a right that is taken away is gone at the next call with the same token', async () => {
    const person = await agency.person({ roles: ['agent'], claims: ['view.Policy'] })
    await person.call(policies.list, {})
    await agency.db.updateTable('users').set({ claims: [] }).where('id', '=', person.userId).execute()
    await expect(person.call(policies.list, {})).rejects.toMatchObject({ code: 'right.missing' })
  })

  test('P-18 a token with anything added, padded or spelled another way is refused', async () => {
    const { token } = await agency.person({ roles: ['administrator'] })
    const [first = '', second = '', third = ''] = token.split('.')
    // Base64url letters of the same bytes: the last one of 43 has two bits that decoders ignore.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = alphabet.indexOf(third.at(-1) ?? '')
    const sameBytes = [1, 2, 3].map((bits) => `${first}.${second}.${third.slice(0, -1)}${alphabet[last ^ bits]}`)
    const tails = ['=', '==', '.', '..', '.x', 'A', 'AAAA', '\t', '%00', '%20', '!', '+', '/', '~', ',', ';']
    const mutants = [
      ...sameBytes,
      ...tails.map((tail) => `${token}${tail}`),
      ...tails.map((tail) => `${first}${tail}.${second}.${third}`),
      ...tails.map((tail) => `${first}.${second}${tail}.${third}`),
      ...['=', '.', 'A', '!'].map((head) => `${head}${token}`),
      `${first}.${second}.${third.replaceAll('-', '+').replaceAll('_', '/')}=`,
      `${token},${token}`,
      `${token} x`,
      `${token} ${token}`,
    ]
    expect(new Set(mutants).size).toBeGreaterThanOrEqual(20)
    for (const mutant of mutants)
      await expect(callAs(agency.app, mutant, access.currentUser, {}), mutant).rejects.toMatchObject({ status: 401 })
    await callAs(agency.app, token, access.currentUser, {})
    for (const mutant of mutants)
      await expect(callAs(agency.app, mutant, access.currentUser, {}), mutant).rejects.toMatchObject({ status: 401 })
  })

  test.each([
    ['a day ahead', 86_400_000],
    ['five minutes ahead', 300_000],
    ['five minutes behind', -300_000],
    ['a day behind', -86_400_000],
  ])(
    'P-82 with the clock of the server %s of the database’s a session works, and ends when the database says so',
    async (_, ahead) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ahead })
      onTestFinished(() => void vi.useRealTimers())
      const person = await agency.person({ roles: ['agent'], claims: ['view.Policy'] })
      await person.call(policies.list, {})
      const { exp, iat } = decode(person.token, 1)
      expect(Number(exp) - Number(iat)).toBe(8 * 3600)
      await sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${person.userId}`.execute(
        agency.db,
      )
      await expect(person.call(policies.list, {})).rejects.toMatchObject({ status: 401 })
    },
  )

  test('P-18 forged tokens are refused', async () => {
    const { token } = await agency.person({ roles: ['administrator'] })
    const [header, payload] = [decode(token, 0), decode(token, 1)]
    const [first = '', second = '', third = ''] = token.split('.')
    const now = Math.floor(Date.now() / 1000)
    const forged = [
      `${encode({ alg: 'none', typ: 'JWT' })}.${second}.`,
      `${encode({ alg: 'None' })}.${second}.${third}`,
      `${first}.${second}.`,
      `${first}.${second}`,
      first,
      '',
      'x.y.z',
      `${first}.${encode({ ...payload, name: 'Somebody Else' })}.${third}`,
      `${token}x`,
      token.slice(0, -4),
      `${first}.${second}.${third.split('').reverse().join('')}`,
      signed(header, payload, 'another-secret-0123456789-abcdefghijklmn'),
      signed(header, payload, ''),
      signed({ ...header, alg: 'HS512' }, payload, secret, 'sha512'),
      signed({ ...header, alg: 'HS384' }, payload, secret, 'sha384'),
      signed({ ...header, alg: 'RS256' }, payload),
      signed({ alg: 'HS256', typ: 'other' }, payload),
      signed({ ...header, crit: ['x'], x: 1 }, payload),
      signed(
        { ...header, kid: '../../dev/null', jku: 'https://evil.example', jwk: { kty: 'oct', k: '' } },
        payload,
        '',
      ),
      signed(header, { ...payload, exp: now - 1 }),
      signed(header, { ...payload, exp: undefined }),
      signed(header, { ...payload, nbf: now + 600 }),
      signed(header, { ...payload, aud: 'coverdesk-handoff' }),
      signed(header, { ...payload, iss: 'elsewhere' }),
      signed(header, { ...payload, sid: undefined }),
      signed(header, { ...payload, sid: '00000000-0000-4000-8000-000000000000' }),
      signed(header, { ...payload, sid: ["' or true --"] }),
    ]
    expect(forged.length).toBeGreaterThanOrEqual(20)
    for (const mutant of forged)
      await expect(callAs(agency.app, mutant, access.currentUser, {}), mutant).rejects.toMatchObject({ status: 401 })
    await callAs(agency.app, token, access.currentUser, {})
  })
})
