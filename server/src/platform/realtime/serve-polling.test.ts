import { once } from 'node:events'
import { connect } from 'node:net'
import { realtime } from '@coverdesk/domain/realtime/realtime-contract.ts'
import type { FastifyInstance } from 'fastify'
import { io } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { portOf, type TestSocket, testSocketOf } from '../../testing/test-socket.ts'
import { endSessionsOf } from '../auth/session.ts'
import { clientLimits } from '../http/guards/slow-clients.ts'
import { announce } from './live-events.ts'

let agency: TestApp
let strict: FastifyInstance
let address: string
let strictPort: number
const open: TestSocket[] = []
beforeAll(async () => {
  agency = await startTestApp({ corsOrigins: ['https://desk.example.test'] })
  strict = await buildApp(agency.services, { limits: { ...clientLimits, bodyWindow: 500, checkInterval: 50 } })
  address = `http://127.0.0.1:${await portOf(agency.app)}`
  strictPort = await portOf(strict)
})
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.close()
})
afterAll(async () => {
  await strict.close()
  await agency.close()
})

const ended = { id: '11111111-1111-4111-8111-111111111111', kind: 'policies', dryRun: false, state: 'loaded' } as const
const heard = [{ name: 'imports patched', record: ended }]
const loader = { roles: ['agent', 'administrator'] as ('agent' | 'administrator')[], claims: ['view.UploadFile'] }

/** Stock client with the given options, and nothing else changed. */
async function stock(options: Parameters<typeof io>[1] = {}): Promise<TestSocket> {
  const made = await testSocketOf(io(address, options))
  open.push(made)
  return made
}

const transportOf = ({ socket }: TestSocket) => socket.io.engine.transport.name

test('NOTIF-05 A-110 the stock client connects with its defaults, moves to WebSocket, authenticates and gets events', async () => {
  const person = await agency.person(loader)
  const made = await stock()
  await expect(made.signIn(person.token)).resolves.toMatchObject({ accessToken: person.token })
  await expect(made.client.service('notifications').find({ query: { $limit: 5 } })).resolves.toMatchObject({ total: 0 })
  await expect.poll(() => transportOf(made)).toBe('websocket')
  await announce(agency.db, realtime.importEnded, person.userId, ended)
  await expect.poll(() => made.heard).toEqual(heard)
})

test('NOTIF-05 P-21 where a proxy passes no WebSocket, long polling gets events and closes with the session', async () => {
  const person = await agency.person(loader)
  const made = await stock({ transports: ['polling'], forceNew: true })
  await made.signIn(person.token)
  await announce(agency.db, realtime.importEnded, person.userId, ended)
  await expect.poll(() => made.heard, { timeout: 5_000 }).toEqual(heard)
  expect(transportOf(made)).toBe('polling')
  await endSessionsOf(agency.db, person.userId, 'password')
  await expect.poll(() => made.heard.at(-1)?.name, { timeout: 5_000 }).toBe('sessions removed')
  await expect.poll(() => made.socket.connected, { timeout: 5_000 }).toBe(false)
})

const handshake = '/socket.io/?EIO=4&transport=polling'
const sidOf = async (answer: Response): Promise<string> => JSON.parse((await answer.text()).slice(1)).sid

test('P-43 P-21 each poll of a page of another origin is refused; our own, listed origins and programs may poll', async () => {
  const sid = await sidOf(await fetch(address + handshake))
  const elsewhere = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'https://desk.example.test.evil.example' },
  ]
  for (const headers of elsewhere)
    for (const [method, path] of [
      ['GET', handshake],
      ['GET', `${handshake}&sid=${sid}`],
      ['POST', `${handshake}&sid=${sid}`],
    ] as const) {
      const answer = await fetch(address + path, { method, headers, ...(method === 'POST' ? { body: '40' } : {}) })
      expect([answer.status, answer.headers.get('access-control-allow-origin')], path).toEqual([403, null])
    }
  for (const origin of ['http://localhost', address])
    expect((await fetch(address + handshake, { headers: { origin } })).status, origin).toBe(200)
  const listed = await fetch(address + handshake, { headers: { origin: 'https://desk.example.test' } })
  expect([listed.status, listed.headers.get('access-control-allow-origin')]).toEqual([200, 'https://desk.example.test'])
  expect(listed.headers.get('x-content-type-options')).toBe('nosniff')
  expect(listed.headers.get('cache-control')).toBe('no-store')
})

test('P-50 P-80 a poll sends at most 16 kB, and not slowly', async () => {
  const path = `${handshake}&sid=${await sidOf(await fetch(address + handshake))}`
  const large = await fetch(address + path, { method: 'POST', body: `4${'x'.repeat(20_000)}` })
  expect(large.status).toBe(413)
  const sid = await sidOf(await fetch(`http://127.0.0.1:${strictPort}${handshake}`))
  const socket = connect(strictPort, '127.0.0.1')
  await once(socket, 'connect')
  const since = performance.now()
  socket.write(
    `POST ${handshake}&sid=${sid} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\n40`,
  )
  let answer = ''
  socket.on('data', (data) => {
    answer += data
  })
  await once(socket, 'close')
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(performance.now() - since).toBeLessThan(10_000)
})

test('P-50 P-21 an address opens at most 250 connections before it authenticates one, and gets more when they close', async () => {
  const person = await agency.person(loader)
  const made = await stock()
  await made.signIn(person.token)
  const answers: number[] = []
  for (let times = 0; times < 260; times++) {
    const answer = await fetch(`http://127.0.0.1:${strictPort}${handshake}`)
    await answer.arrayBuffer()
    answers.push(answer.status)
  }
  expect(answers.filter((status) => status === 503).length).toBeGreaterThanOrEqual(1)
  expect(answers.filter((status) => status === 200).length).toBeLessThanOrEqual(250)
  expect(made.socket.connected).toBe(true)
  await expect
    .poll(async () => (await fetch(`http://127.0.0.1:${strictPort}${handshake}`)).status, {
      timeout: 20_000,
      interval: 500,
    })
    .toBe(200)
}, 60_000)
