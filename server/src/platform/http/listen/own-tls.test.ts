import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect as connectPlain, type Socket } from 'node:net'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { access } from '@coverdesk/domain/access/access-contract.ts'
import type { FastifyInstance } from 'fastify'
import { io } from 'socket.io-client'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../../../app.ts'
import { type Person, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { makeTestFolder, removeTestFolder } from '../../../testing/test-folder.ts'
import { startJobs } from '../../jobs/start-jobs.ts'
import { clientLimits } from '../guards/slow-clients.ts'
import { testCertificate } from './test-certificate.ts'
import { readTlsCertificate, tlsCertificateJob } from './tls-certificate.ts'

const pair = testCertificate()
const limits = {
  ...clientLimits,
  headers: 700,
  checkInterval: 100,
  bodyWindow: 1_000,
  minBytes: 2_048,
  connections: 40,
}
let folder: string
let agency: TestApp
let person: Person
let app: FastifyInstance
let port: number

beforeEach(async () => {
  folder = makeTestFolder('coverdesk tls ')
  agency = await startTestApp({ publicUrl: 'https://localhost' })
  person = await agency.person({ roles: ['agent'], claims: ['view.Policy'] })
  app = await buildApp(agency.services, { limits, tls: pair })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
  // Registered first, so it runs after the test has closed its connections.
  onTestFinished(async () => {
    await app.close()
    await agency.close()
    await removeTestFolder(folder)
  })
})

const filesOf = (name: string, { cert, key }: { cert: string; key: string }) => {
  const files = { cert: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) }
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key)
  return files
}

/** TLS connection that trusts only our certificate, and everything received on it. */
async function opened(
  options: object = {},
): Promise<{ socket: TLSSocket; said: () => string; closed: Promise<unknown> }> {
  const socket = connect({ host: '127.0.0.1', port, servername: 'localhost', ca: pair.cert, ...options })
  onTestFinished(() => void socket.destroy())
  const read = reading(socket)
  await once(socket, 'secureConnect')
  return { socket, ...read }
}

function reading(socket: Socket): { said: () => string; closed: Promise<unknown> } {
  let received = ''
  socket
    .on('error', () => undefined)
    .on('data', (data) => {
      received += data.toString('latin1')
    })
  return { said: () => received, closed: new Promise((resolve) => socket.once('close', resolve)) }
}

test('P-69 over built-in TLS, calls get HSTS and the socket works', async () => {
  const outgoing = request({
    host: '127.0.0.1',
    port,
    servername: 'localhost',
    ca: pair.cert,
    path: access.currentUser.path,
    headers: { authorization: `Bearer ${person.token}` },
  })
  outgoing.end()
  const [answer] = await once(outgoing, 'response')
  answer.resume()
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['strict-transport-security']).toContain('max-age=31536000')
  const socket = io(`https://localhost:${port}`, { transports: ['websocket'], ca: pair.cert, reconnection: false })
  onTestFinished(() => void socket.close())
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject))
  const refusal = await new Promise((resolve) =>
    socket.emit('create', 'authentication', { strategy: 'jwt', accessToken: person.token }, {}, resolve),
  )
  expect(refusal).toBeNull()
})

test('P-69 TLS 1.2 and 1.3 are accepted, older versions and plain HTTP are not', async () => {
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    const { socket } = await opened({ minVersion: version, maxVersion: version })
    expect(socket.getProtocol()).toBe(version)
  }
  for (const version of ['TLSv1', 'TLSv1.1'])
    await expect(opened({ minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' })).rejects.toThrow(
      /protocol version|unsupported protocol|no protocols/i,
    )
  const plain = connectPlain(port, '127.0.0.1')
  const { said: received, closed } = reading(plain)
  plain.write('GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await closed
  expect(received()).not.toContain('HTTP/1.1')
})

test('P-80 over TLS, missing headers, a slow body and excess connections are closed, and others are served', async () => {
  const waiting = await opened()
  waiting.socket.write('GET / HTTP/1.1\r\nhost: local')
  await waiting.closed
  expect(waiting.said()).toContain('408 Request Timeout')

  const dripping = await opened()
  dripping.socket.write(
    'POST /identity/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n',
  )
  const timer = setInterval(() => dripping.socket.writable && dripping.socket.write('{'), 50)
  await dripping.closed
  clearInterval(timer)
  expect(dripping.said()).toContain('408 Request Timeout')

  const broken = await opened()
  broken.socket.write('no http at all\r\n\r\n')
  await broken.closed
  expect(broken.said()).toMatch(/400 Bad Request[\s\S]*strict-transport-security[\s\S]*request\.malformed/)

  const silent = connectPlain(port, '127.0.0.1')
  await reading(silent).closed
  const many = Array.from({ length: limits.connections + 5 }, () => connectPlain(port, '127.0.0.1'))
  await Promise.all(many.map((socket) => reading(socket).closed))
  const after = await opened()
  after.socket.write('GET /health/live HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
  await after.closed
  expect(after.said()).toContain('HTTP/1.1 200 OK')
})

test('P-69 certificate files that are missing, invalid, mismatched, expired or not valid yet are rejected with a message', async () => {
  const read = (files: { cert: string; key: string }) => readTlsCertificate(files, new Date())
  const good = filesOf('good', pair)
  const other = filesOf('other', testCertificate())
  await expect(read(good)).resolves.toEqual(pair)
  await expect(read({ ...good, cert: join(folder, 'none') })).rejects.toThrow(
    `TLS_CERT: ${join(folder, 'none')} cannot be read (ENOENT)`,
  )
  await expect(read({ ...good, cert: good.key })).rejects.toThrow('holds no certificate in PEM form')
  await expect(read({ ...good, key: good.cert })).rejects.toThrow('holds no private key in PEM form')
  await expect(read({ ...good, key: other.key })).rejects.toThrow('TLS_CERT and TLS_KEY do not belong together')
  await expect(read(filesOf('old', testCertificate({ from: -30, until: -1 })))).rejects.toThrow('expired on')
  await expect(read(filesOf('early', testCertificate({ from: 2, until: 30 })))).rejects.toThrow('is valid from')
})

test('P-69 a renewed certificate is used for new connections; an incomplete renewal is reported and changes nothing', async () => {
  const files = filesOf('renewed', pair)
  const heard: string[] = []
  const job = tlsCertificateJob(app, files, pair, () => heard.push('renewed'), 20)
  const jobs = startJobs([job], { report: (_, error) => heard.push(String(error)) })
  onTestFinished(jobs.stop)
  const serial = async (ca: string) => (await opened({ ca })).socket.getPeerCertificate().serialNumber
  const before = await serial(pair.cert)
  const next = testCertificate()
  writeFileSync(files.cert, next.cert)
  await expect.poll(() => heard.at(-1)).toContain('do not belong together')
  expect(await serial(pair.cert)).toBe(before)
  writeFileSync(files.key, next.key)
  await expect.poll(() => heard.at(-1)).toBe('renewed')
  expect(await serial(next.cert)).not.toBe(before)
})

test('P-69 a renewed certificate that is not valid yet is used as soon as it is', async () => {
  const files = filesOf('early renewal', pair)
  const heard: string[] = []
  const job = tlsCertificateJob(app, files, pair, () => heard.push('renewed'), 20)
  const jobs = startJobs([job], { report: (_, error) => heard.push(String(error)) })
  onTestFinished(jobs.stop)
  const inThreeSeconds = 3 / 86_400
  filesOf('early renewal', testCertificate({ from: inThreeSeconds }))
  await expect.poll(() => heard.at(-1)).toContain('is valid from')
  await expect.poll(() => heard.at(-1)).toBe('renewed')
})

test('P-69 a certificate that was renewed while the server started is used', async () => {
  const next = testCertificate()
  const heard: string[] = []
  const job = tlsCertificateJob(app, filesOf('renewed early', next), pair, () => heard.push('renewed'), 20)
  const jobs = startJobs([job], { report: (_, error) => heard.push(String(error)) })
  onTestFinished(jobs.stop)
  await expect.poll(() => heard).toEqual(['renewed'])
  expect((await opened({ ca: next.cert })).socket.authorized).toBe(true)
})
