import { connect } from 'node:net'
import { access } from '@coverdesk/domain/access/access-contract.ts'
import type { SessionEndReason } from '@coverdesk/domain/access/session-end.ts'
import { profile } from '@coverdesk/domain/profile/profile-contract.ts'
import { realtime } from '@coverdesk/domain/realtime/realtime-contract.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { openSocket, portOf, type TestSocket } from '../../testing/test-socket.ts'
import { endSessionsOf } from '../auth/session.ts'
import { inTransaction } from '../db/database.ts'
import { announce } from './live-events.ts'

let agency: TestApp
let ports: [number, number]
const nodes: FastifyInstance[] = []
const open: TestSocket[] = []
/** Opened first, and says nothing of who it is. */
let silent: TestSocket
let silentFor: Promise<number>
beforeAll(async () => {
  agency = await startTestApp({ corsOrigins: ['https://desk.example.test'] })
  const second = await buildApp(agency.services)
  nodes.push(agency.app, second)
  ports = [await portOf(agency.app), await portOf(second)]
  silent = await openSocket(ports[1])
  silentFor = silent.closed()
})
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.close()
})
afterAll(async () => {
  await nodes[1]?.close()
  await agency.close()
})

async function page(origin?: string, node: 0 | 1 = 0): Promise<TestSocket> {
  const made = await openSocket(ports[node], origin)
  open.push(made)
  return made
}

async function pageOf(person: Person, node: 0 | 1 = 0): Promise<TestSocket> {
  const made = await page(undefined, node)
  await made.signIn(person.token)
  return made
}

const sessionOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid
const over = (person: Person, how: string, message: unknown = null) => [
  {
    name: 'sessions removed',
    record: {
      id: sessionOf(person.token),
      over: how,
      message,
      end: expect.objectContaining({ at: expect.any(String) }),
    },
  },
]
const refused = { name: 'NotAuthenticated', code: 401, className: 'not-authenticated' }

describe('P-21 the socket hangs on a session', () => {
  test('P-21 an ended session loses its sockets on every node within 5 s, and other sessions keep theirs', async () => {
    const [ended, other] = [await agency.person({ roles: ['agent'] }), await agency.person({ roles: ['agent'] })]
    const [here, there, others] = [await pageOf(ended), await pageOf(ended, 1), await pageOf(other)]
    const elsewhere = await agency.services.sessions.begin(agency.db, ended.userId, { address: '::1', userAgent: null })
    const answer = await agency.app.inject({
      method: 'DELETE',
      url: `/api/user/sessions/${sessionOf(ended.token)}`,
      headers: { authorization: `Bearer ${elsewhere}` },
    })
    expect(answer.statusCode).toBe(200)
    expect(Math.max(...(await Promise.all([here.closed(), there.closed()])))).toBeLessThan(5)
    for (const { heard } of [here, there])
      expect(heard).toEqual(over(ended, 'expired', expect.stringContaining('this session was ended from')))
    expect(others.heard).toEqual([])
    expect(others.socket.connected).toBe(true)
    await expect(other.call(access.currentUser, {})).resolves.toMatchObject({ roles: ['agent'] })
    await expect((await page()).signIn(ended.token)).rejects.toMatchObject({
      ...refused,
      data: { code: 'session.ended' },
    })
  })

  test('P-21 AUTH-17 AUTH-18 AUTH-20 the page receives the reason for each way a session ends', async () => {
    const byReason = async (reason: SessionEndReason, reported: string, words: string | null) => {
      const person = await agency.person({ roles: ['agent'] })
      const made = await pageOf(person)
      await endSessionsOf(agency.db, person.userId, reason)
      return { made, person, reported, words }
    }
    const bySql = async (
      change: (person: Person) => Promise<unknown>,
      reported: string,
      words: string | null = null,
    ) => {
      const person = await agency.person({ roles: ['agent'] })
      const made = await pageOf(person)
      await change(person)
      return { made, person, reported, words }
    }
    const set = (text: string) => (person: Person) =>
      sql`update sessions set ${sql.raw(text)} where user_id = ${person.userId}`.execute(agency.db)
    const cases = await Promise.all([
      byReason('replaced', 'expired', 'you logged in on another device on'),
      byReason('password', 'expired', 'your password was changed on'),
      byReason('rights', 'expired', 'your rights were changed on'),
      byReason('inactivity', 'inactive', null),
      bySql((person) => person.call(access.logout, {}), 'logout'),
      bySql(set("expires_at = now() - interval '1 second'"), 'expired'),
      bySql(set("last_active_at = now() - interval '901 seconds'"), 'expired'),
      bySql(
        (person) => sql`update users set enabled = false where id = ${person.userId}`.execute(agency.db),
        'expired',
        'your user was disabled',
      ),
      bySql((person) => sql`delete from users where id = ${person.userId}`.execute(agency.db), 'expired'),
    ])
    await Promise.all(
      cases.map(async ({ made, person, reported, words }) => {
        await made.closed()
        expect(made.heard).toEqual(over(person, reported, words && expect.stringContaining(words)))
      }),
    )
  })

  test('P-21 AUTH-13 a pending session gets no socket, and its activation closes the older one’s sockets', async () => {
    const person = await agency.person({ roles: ['agent'] })
    const older = await pageOf(person)
    const from = { address: '::1', userAgent: null, pending: true }
    const newer = await agency.services.sessions.begin(agency.db, person.userId, from)
    const made = await page()
    await expect(made.signIn(newer)).rejects.toMatchObject(refused)
    expect(older.socket.connected).toBe(true)
    await agency.app.inject({ url: '/api/CurrentUser', headers: { authorization: `Bearer ${newer}` } })
    expect(await older.closed()).toBeLessThan(5)
    await expect(made.signIn(newer)).resolves.toMatchObject({ accessToken: newer })
  })

  test('the socket of one tab too many is refused with a sentence that says what to do', async () => {
    const person = await agency.person({ roles: ['agent'] })
    const tabs = await Promise.all(Array.from({ length: 40 }, () => pageOf(person)))
    const more = await page()
    await expect(more.signIn(person.token)).rejects.toMatchObject({
      code: 429,
      message: 'Too many tabs are open, so this one is not updated by itself. Close some of them.',
      data: { code: 'session.too_many_tabs' },
    })
    tabs[0]?.socket.close()
    const another = await page()
    await expect
      .poll(() =>
        another.signIn(person.token).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
  })

  test('P-18 P-21 forged, foreign and missing tokens are rejected and audited, and the token is in no URL', async () => {
    const person = await agency.person({ roles: ['agent'] })
    const [head, body, signature] = person.token.split('.')
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
    const made = await page()
    for (const token of [`${head}.${body}.${signature?.slice(1)}x`, `${none}.${body}.`, `${head}.${body}`, 'x', ''])
      await expect(made.signIn(token), token).rejects.toMatchObject(refused)
    await expect(made.client.service('authentication').create({})).rejects.toMatchObject(refused)
    const byAddress = await openSocket(ports[0])
    open.push(byAddress)
    await expect(byAddress.client.service('notifications').find({})).rejects.toMatchObject(refused)
    const { rows } = await sql<{ route: string }>`
      select facts->>'route' as route from audit_events where action = 'denial' and facts->>'route' like '%socket.io%'`.execute(
      agency.db,
    )
    expect(rows[0]?.route).toBe('POST /socket.io/')
  })

  test('P-16 an open socket does not count as activity', async () => {
    const person = await agency.person({ roles: ['agent'] })
    await sql`update sessions set last_active_at = now() - interval '600 seconds' where user_id = ${person.userId}`.execute(
      agency.db,
    )
    const made = await pageOf(person)
    await announce(agency.db, realtime.importEnded, person.userId, ended)
    const { rows } = await sql<{ idle: number }>`
      select extract(epoch from now() - last_active_at)::float8 as idle from sessions where user_id = ${person.userId}`.execute(
      agency.db,
    )
    expect(rows[0]?.idle).toBeGreaterThan(599)
    expect(made.socket.connected).toBe(true)
  })
})

const ended = {
  id: '11111111-1111-4111-8111-111111111111',
  kind: 'policies',
  dryRun: false,
  state: 'loaded',
} as const
const loader = { roles: ['agent', 'administrator'] as ('agent' | 'administrator')[], claims: ['view.UploadFile'] }

describe('P-21 events', () => {
  test('P-21 an event reaches the pages of its user on every node once, and no other user', async () => {
    const [one, two] = [await agency.person(loader), await agency.person(loader)]
    const own = [await pageOf(one), await pageOf(one, 1)]
    const others = await pageOf(two)
    const anonymous = await page()
    await announce(agency.db, realtime.importEnded, one.userId, ended)
    const heard = [{ name: 'imports patched', record: ended }]
    await expect.poll(() => own.map((made) => made.heard)).toEqual([heard, heard])
    await announce(agency.db, realtime.importEnded, two.userId, ended)
    await expect.poll(() => others.heard).toEqual(heard)
    expect(own.map((made) => made.heard)).toEqual([heard, heard])
    expect(anonymous.heard).toEqual([])
  })

  test('P-21 an event is sent after its transaction commits, however late, and not after a rollback', async () => {
    const person = await agency.person(loader)
    const made = await pageOf(person)
    const late = Promise.withResolvers<void>()
    const reported = { ...ended, id: '22222222-2222-4222-8222-222222222222' }
    const slow = inTransaction(agency.db, async (db) => {
      await announce(db, realtime.importEnded, person.userId, reported)
      await late.promise
    })
    const undone = inTransaction(agency.db, async (db) => {
      await announce(db, realtime.importEnded, person.userId, { ...ended, state: 'failed' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await announce(agency.db, realtime.importEnded, person.userId, ended)
    await expect.poll(() => made.heard.length).toBe(1)
    late.resolve()
    await slow
    await expect.poll(() => made.heard.map(({ record }) => record)).toEqual([ended, reported])
  })

  test('P-19 P-21 a user who lost the right does not receive the event', async () => {
    const [may, mayNot] = [await agency.person(loader), await agency.person(loader)]
    const [heard, deaf] = [await pageOf(may), await pageOf(mayNot)]
    await sql`update users set claims = '{}' where id = ${mayNot.userId}`.execute(agency.db)
    await announce(agency.db, realtime.importEnded, mayNot.userId, ended)
    await announce(agency.db, realtime.importEnded, may.userId, ended)
    await expect.poll(() => heard.heard.length).toBe(1)
    expect(deaf.heard).toEqual([])
  })
})

test('P-09 P-21 a session restricted to authenticator setup receives only its own end', async () => {
  const strict = await startTestApp({ secondFactor: 'required' })
  const enrolling = await strict.person(loader)
  await sql`update sessions set second_factor = null`.execute(strict.db)
  const made = await openSocket(await portOf(strict.app))
  await made.signIn(enrolling.token)
  await announce(strict.db, realtime.importEnded, enrolling.userId, ended)
  await endSessionsOf(strict.db, enrolling.userId, 'password')
  await made.closed()
  expect(made.heard).toEqual(over(enrolling, 'expired', expect.stringContaining('your password was changed')))
  await strict.close()
})

describe('P-21 who may open a socket', () => {
  test('P-21 P-43 pages of other origins get no socket; our own, listed origins and programs do', async () => {
    for (const origin of ['https://evil.example', 'http://localhost.evil.example', 'null'])
      await expect(page(origin), origin).rejects.toThrow()
    for (const origin of ['http://localhost', `http://127.0.0.1:${ports[0]}`, 'https://desk.example.test', undefined])
      expect((await page(origin)).socket.connected, origin).toBe(true)
  })

  test('P-42 P-21 its URL serves no plain calls, and other upgrades are served as plain calls', async () => {
    for (const query of [
      '',
      '?EIO=4&transport=websocket',
      '?EIO=4&transport=webtransport',
      '?EIO=3&transport=polling',
    ]) {
      const answer = await fetch(`http://127.0.0.1:${ports[0]}/socket.io/${query}`)
      expect(answer.status, query).toBe(400)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
    const plain = await raw(
      ports[0],
      'GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
    )
    expect(plain).toMatch(/^HTTP\/1\.1 200 /)
    const elsewhere = await raw(
      ports[0],
      'GET /api/Configuration HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==\r\n\r\n',
    )
    expect(elsewhere).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('P-50 P-21 invalid messages get an error or close the socket, and the server keeps running', async () => {
    const made = await page()
    const answerTo = (...packet: [string, ...unknown[]]) =>
      new Promise((resolve) => made.socket.emit(...packet, (error: unknown) => resolve(error)))
    expect(await answerTo('find', 'nothing', {})).toMatchObject({ name: 'NotFound', code: 404 })
    expect(await answerTo('find', 'nothing', {}, {}, {})).toMatchObject({ name: 'BadRequest', code: 400 })
    expect(await answerTo('find', 7)).toMatchObject({ code: 400 })
    expect(await answerTo('conquer', 'everything')).toMatchObject({ name: 'MethodNotAllowed', code: 405 })
    expect(await answerTo('get', 'authentication', 1)).toMatchObject({ code: 405 })
    expect(await answerTo('create', 'authentication', { accessToken: { $gt: '' } })).toMatchObject({ code: 401 })
    const large = await page()
    large.socket.emit('create', 'authentication', { accessToken: 'x'.repeat(20_000) })
    await large.closed()
    for (let times = 0; times < 70; times++) made.socket.emit('find', 'nothing', {}, () => undefined)
    await made.closed()
    expect((await page()).socket.connected).toBe(true)
  })

  test('P-21 a socket receives nothing after logout', async () => {
    const made = await pageOf(await agency.person(loader))
    await made.client.service('authentication').remove(null)
    await made.closed()
  })
})

// Last in this file, so that what it waits for has mostly passed.
test('P-50 P-21 an unauthenticated socket is closed after 10 s and receives nothing', async () => {
  const seconds = await silentFor
  // Counted from the handshake, which a busy machine finishes late.
  expect(seconds).toBeGreaterThan(5)
  expect(seconds).toBeLessThan(30)
  expect(silent.heard).toEqual([])
})

test('P-86 P-21 a server that stops closes its sockets at once', async () => {
  const node = await buildApp(agency.services)
  const person = await agency.person({ roles: ['agent'] })
  const made = await openSocket(await portOf(node))
  open.push(made)
  await made.signIn(person.token)
  const since = performance.now()
  await Promise.all([node.close(), made.closed()])
  expect(performance.now() - since).toBeLessThan(5_000)
  await expect(person.call(profile.sessions, {})).resolves.toBeDefined()
})

function raw(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.once('data', (data) => {
      socket.destroy()
      resolve(data.toString())
    })
    socket.once('error', reject)
  })
}
