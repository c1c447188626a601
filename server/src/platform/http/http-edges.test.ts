import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allRoutes } from '@coverdesk/domain/all-routes.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'

const friend = 'https://www.example.com'
const log: string[] = []
let agency: TestApp
/** Test app with the built page, a captured log and a port. */
let app: FastifyInstance
let folder: string
let port: number
let admin: Person

beforeAll(async () => {
  agency = await startTestApp({ corsOrigins: [friend], publicUrl: 'https://portal.agency.test' })
  admin = await agency.person({ roles: ['administrator', 'securityadmin', 'agent'], claims: ['view.Policy'] })
  folder = await mkdtemp(join(tmpdir(), 'coverdesk-page-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<script nonce="__CSP_NONCE__">1</script>')
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(folder, 'assets/app-1.js'), 'export {}')
  const services = { ...agency.services, config: { ...agency.services.config, logLevel: 'trace' as const } }
  app = await buildApp(services, {
    webFolder: folder,
    logTo: { write: (line) => log.push(line) },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(async () => {
  await app.close()
  await agency.close()
  await rm(folder, { recursive: true })
})

const addressOf = ({ path }: Route) => path.replace(/\{\w+\}/g, '999999999')
const signed = () => ({ authorization: `Bearer ${admin.token}` })

/** Sends bytes and returns everything received until the connection closes. */
async function raw(bytes: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (data) => {
    answer += data
  })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(bytes)
  const timer = setTimeout(() => socket.destroy(), 5_000)
  await once(socket, 'close')
  clearTimeout(timer)
  return answer
}

const secure = {
  'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringMatching(
    /^accelerometer=\(\).*camera=\(\).*geolocation=\(\).*payment=\(\).*usb=\(\).*, microphone=\(/,
  ),
  'strict-transport-security': expect.stringContaining('max-age=31536000'),
}

describe('headers', () => {
  test('P-42 every route sends all headers: signed out, signed in, invalid input, another method', async () => {
    for (const one of allRoutes.filter(({ path }) => path !== '/identity/logout'))
      for (const query of [
        { method: one.method, url: addressOf(one) },
        { method: one.method, url: addressOf(one), headers: signed() },
        { method: one.method, url: `${addressOf(one)}?nonsense=1`, headers: signed() },
        { method: 'PATCH' as const, url: addressOf(one) },
        { method: 'OPTIONS' as const, url: addressOf(one) },
      ]) {
        const answer = await app.inject(query)
        const what = `${query.method} ${query.url} ${answer.statusCode}`
        expect(answer.headers, what).toMatchObject({ ...secure, 'cache-control': 'no-store' })
        expect(answer.headers['x-request-id'], what).toMatch(/^[\w-]{36}$/)
        expect(answer.headers, what).not.toHaveProperty('x-powered-by')
        expect(answer.headers, what).not.toHaveProperty('server')
      }
  })

  test('P-42 the page, files, health, documents and 404 responses have them too', async () => {
    for (const url of [
      '/',
      '/portal/policies/manage',
      '/favicon.svg',
      '/assets/app-1.js',
      '/assets/nothing.js',
      '/assets/../package.json',
      '/assets/%2e%2e/package.json',
      '/health/live',
      '/health/ready',
      '/api/docs',
      '/api/nothing',
      '/identity/',
      '/%zz',
      '/api/Policies/%E0%A4%A',
    ])
      expect((await app.inject({ url })).headers, url).toMatchObject(secure)
  })

  test('P-42 only a page of an agency with a phone app delegates the microphone, and only to that app', async () => {
    const telephony = { url: 'https://phone.agency.test/app', secret: 'x'.repeat(32), returns: false }
    const { config } = agency.services
    const handOffs = { ...config.handOffs, telephony }
    const withPhone = await buildApp({ ...agency.services, config: { ...config, handOffs } }, { webFolder: folder })
    const permissions = async (url: string) => String((await withPhone.inject({ url })).headers['permissions-policy'])
    for (const url of ['/', '/portal/telephony'])
      expect(await permissions(url)).toMatch(/camera=\(\).*, microphone=\(self "https:\/\/phone\.agency\.test"\)$/)
    for (const url of ['/api/Configuration', '/api/nothing', '/favicon.svg', '/assets/app-1.js', '/health/live'])
      expect(await permissions(url), url).toMatch(/, microphone=\(\)$/)
    await withPhone.close()
  })

  test('P-42 P-44 the response to invalid HTTP has them too, and the connection closes', async () => {
    const answer = await raw('NONSENSE\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    for (const name of Object.keys(secure)) expect(answer).toContain(`\r\n${name}: `)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
      code: 'request.malformed',
      message: 'The request could not be read',
      requestId: expect.any(String),
    })
  })
})

describe('P-43 other sites', () => {
  const call = (headers: Record<string, string | undefined>, url = '/api/Configuration') => app.inject({ url, headers })

  test('P-43 fetch, image, form and navigation from another site are rejected on every API route', async () => {
    for (const url of ['/api/Configuration', '/identity/forgot/ana', '/%61pi/Configuration', '/API/Carriers'])
      for (const headers of [
        { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
        { origin: 'null', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
        { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' },
        // Browsers without Sec-Fetch-Site send at least Origin.
        { origin: 'https://evil.test' },
        { origin: 'null' },
        { origin: 'https://portal.agency.test.evil.test' },
      ]) {
        const answer = await call(headers, url)
        expect(answer.statusCode, `${url} ${JSON.stringify(headers)}`).toBe(403)
        expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
      }
  })

  test('P-43 our own pages and programs are allowed', async () => {
    for (const headers of [
      {},
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
      { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
      { origin: 'https://portal.agency.test' },
      { origin: 'http://inside.agency.test:8080', host: 'inside.agency.test:8080' },
    ])
      expect((await call(headers)).statusCode, JSON.stringify(headers)).toBe(200)
  })

  test('P-43 CORS headers name a listed origin, errors included, without credentials, and for fetch only', async () => {
    const headers = { origin: friend, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }
    const allowed = { 'access-control-allow-origin': friend, vary: expect.stringContaining('Origin') }
    const answer = await call(headers)
    expect([answer.statusCode, answer.headers]).toMatchObject([200, allowed])
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    const refused = await call(headers, '/api/Carriers')
    expect([refused.statusCode, refused.headers]).toMatchObject([401, allowed])
    for (const other of [
      { ...headers, 'sec-fetch-mode': 'no-cors' },
      { ...headers, 'sec-fetch-mode': 'navigate' },
      { ...headers, origin: `${friend}.evil.test` },
      { ...headers, origin: friend.replace('https', 'http') },
    ])
      expect((await call(other)).statusCode, JSON.stringify(other)).toBe(403)
    expect((await call(headers, '/health/live')).statusCode).toBe(403)
    expect((await call({ origin: friend }, '/')).headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('P-43 a preflight returns methods and headers to listed origins only', async () => {
    const ask = (origin: string) =>
      app.inject({
        method: 'OPTIONS',
        url: '/api/Policies/1',
        headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' },
      })
    const allowed = await ask(friend)
    expect([allowed.statusCode, allowed.body]).toEqual([204, ''])
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': friend,
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': 'authorization, content-type, idempotency-key',
    })
    const refused = await ask('https://evil.test')
    expect(refused.statusCode).toBe(403)
    expect(Object.keys(refused.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('P-43 a GET that changes data is rejected from a listed origin too', async () => {
    const answer = await call(
      { origin: friend, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', ...signed() },
      '/identity/logout',
    )
    expect(answer.statusCode).toBe(403)
    expect((await app.inject({ url: '/api/CurrentUser', headers: signed() })).statusCode).toBe(200)
  })
})

describe('P-44 odd HTTP', () => {
  const head = 'Host: x\r\nConnection: close\r\n'
  const json = 'Content-Type: application/json\r\n'
  const table: [name: string, bytes: string | Buffer, answer: RegExp][] = [
    ['TRACE', `TRACE /api/Configuration HTTP/1.1\r\n${head}\r\n`, /^HTTP\/1\.1 4\d\d/],
    ['CONNECT', `CONNECT evil.test:443 HTTP/1.1\r\n${head}\r\n`, /^(HTTP\/1\.1 4\d\d|$)/],
    ['an unknown method', `BREW /api/Configuration HTTP/1.1\r\n${head}\r\n`, /^HTTP\/1\.1 400/],
    ['DELETE on a read', `DELETE /api/Configuration HTTP/1.1\r\n${head}\r\n`, /^HTTP\/1\.1 405/],
    ['no Host', 'GET /api/Configuration HTTP/1.1\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 400/],
    ['two Hosts', `GET /api/Configuration HTTP/1.1\r\nHost: y\r\n${head}\r\n`, /^HTTP\/1\.1 400/],
    ['an absolute address', `GET http://evil.test/api/Carriers HTTP/1.1\r\n${head}\r\n`, /^HTTP\/1\.1 401/],
    [
      'length and chunks',
      `POST /identity/login HTTP/1.1\r\n${head}${json}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      /^HTTP\/1\.1 400/,
    ],
    [
      'two lengths',
      `POST /identity/login HTTP/1.1\r\n${head}${json}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{"a":1}`,
      /^HTTP\/1\.1 400/,
    ],
    [
      'a length that is none',
      `POST /identity/login HTTP/1.1\r\n${head}${json}Content-Length: 1e3\r\n\r\n{}`,
      /^HTTP\/1\.1 400/,
    ],
    [
      'a hidden chunked',
      `POST /identity/login HTTP/1.1\r\n${head}${json}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
      /^HTTP\/1\.1 400/,
    ],
    [
      'a space before the colon',
      `GET /api/Configuration HTTP/1.1\r\nHost : x\r\nConnection: close\r\n\r\n`,
      /^HTTP\/1\.1 400/,
    ],
    ['a folded header', `GET /api/Configuration HTTP/1.1\r\n${head}X-A: 1\r\n 2\r\n\r\n`, /^HTTP\/1\.1 400/],
    ['a NUL in a header', Buffer.from(`GET /api/Configuration HTTP/1.1\r\n${head}X-A: \0\r\n\r\n`), /^HTTP\/1\.1 400/],
    ['a bare LF', `GET /api/Configuration HTTP/1.1\nHost: x\nConnection: close\n\n`, /^HTTP\/1\.1 400/],
    ['a NUL in the path', Buffer.from(`GET /api/\0Configuration HTTP/1.1\r\n${head}\r\n`), /^HTTP\/1\.1 400/],
    ['an encoded NUL in the path', `GET /api/Policies/%00 HTTP/1.1\r\n${head}\r\n`, /^HTTP\/1\.1 4\d\d/],
    ['huge headers', `GET /api/Configuration HTTP/1.1\r\n${head}X-A: ${'a'.repeat(40_000)}\r\n\r\n`, /^HTTP\/1\.1 431/],
    ['a huge address', `GET /api/Configuration?a=${'a'.repeat(40_000)} HTTP/1.1\r\n${head}\r\n`, /^HTTP\/1\.1 431/],
    ['HTTP 9.9', `GET /api/Configuration HTTP/9.9\r\n${head}\r\n`, /^HTTP\/1\.1 (400|505)/],
    ['a TLS greeting', Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]), /^HTTP\/1\.1 400/],
  ]
  for (const [name, bytes, answer] of table)
    test(`P-44 ${name}`, async () => {
      expect(await raw(bytes)).toMatch(answer)
      expect((await app.inject({ url: '/health/live' })).statusCode).toBe(200)
    })

  test('P-44 Expect: 100-continue with a too large body gets 413 before the body is sent', async () => {
    const answer = await raw(
      `POST /identity/login HTTP/1.1\r\n${head}${json}Content-Length: 2000000\r\nExpect: 100-continue\r\n\r\n`,
    )
    expect(answer).toMatch(/HTTP\/1\.1 413 /)
    expect(answer).toContain('The request is too large')
  })

  test('P-44 a body is cut at its Content-Length, and the rest is not a second request', async () => {
    const body = '{"user":"a","pass":"b"}'
    const answer = await raw(
      `POST /identity/login HTTP/1.1\r\nHost: x\r\n${json}Content-Length: 5\r\n\r\n${body}\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).not.toMatch(/HTTP\/1\.1 [235]\d\d/)
  })

  test('P-44 HEAD responds like GET without a body, and 405 where there is no GET', async () => {
    const whole = await app.inject({ method: 'GET', url: '/api/Configuration' })
    const head = await app.inject({ method: 'HEAD', url: '/api/Configuration' })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(head.headers['content-type']).toBe(whole.headers['content-type'])
    const post = await app.inject({ method: 'HEAD', url: '/identity/login' })
    expect([post.statusCode, post.headers.allow, post.body]).toEqual([405, 'POST', ''])
  })

  test('P-44 bytes smuggled behind contradicting lengths are never a second request', async () => {
    const answer = await raw(
      `POST /identity/login HTTP/1.1\r\nHost: x\r\n${json}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).not.toContain('"live"')
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  test('P-44 __proto__ and constructor are rejected in body and query of every route', async () => {
    for (const one of allRoutes.filter(({ path, body }) => path !== '/identity/logout' && body !== 'file'))
      for (const name of ['__proto__', 'constructor', 'prototype']) {
        const answer = await app.inject({
          method: one.method,
          url: one.method === 'GET' ? `${addressOf(one)}?${name}[x]=1&${name}=1` : addressOf(one),
          headers: { ...signed(), 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
          ...(one.method === 'GET' ? {} : { payload: `{"${name}":{"polluted":true}}` }),
        })
        expect(answer.statusCode, `${one.method} ${one.path} ${name} ${answer.body}`).toBeGreaterThanOrEqual(400)
        expect(answer.statusCode, `${one.method} ${one.path} ${name} ${answer.body}`).toBeLessThan(500)
      }
    expect({}).not.toHaveProperty('polluted')
  })
})

describe('P-45 P-66 faults and logs', () => {
  const inside =
    /\bat .*\.(ts|js):\d|node_modules|\/src\/|select |insert |relation|column|postgres|fastify|kysely|\b\d+\.\d+\.\d+\b/i

  test('P-45 no error response contains a stack, SQL, paths or versions', async () => {
    const client = new pg.Client({ connectionString: agency.ownerUrl })
    await client.connect()
    await client.query('alter table policies rename to policies_away')
    const answers = [
      // A page that is not in the cache.
      await app.inject({ url: '/api/Policies?city=Nowhere', headers: signed() }),
      await app.inject({ url: '/api/Policies/1', headers: signed() }),
      await app.inject({ url: '/api/Policies?pageNumber=x', headers: signed() }),
      await app.inject({ url: '/api/nothing' }),
      await app.inject({ url: '/%zz' }),
      await app.inject({
        method: 'POST',
        url: '/identity/login',
        headers: { 'content-type': 'application/json' },
        payload: '{"user":',
      }),
      await app.inject({
        method: 'POST',
        url: '/identity/login',
        headers: { 'content-type': 'text/plain' },
        payload: 'x',
      }),
      await app.inject({ method: 'POST', url: '/identity/login', payload: { user: 'a'.repeat(2_000_000), pass: 'x' } }),
    ]
    await client.query('alter table policies_away rename to policies')
    await client.end()
    expect(answers[0]?.statusCode).toBe(500)
    for (const answer of answers) {
      expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400)
      expect(answer.json()).toMatchObject({ code: expect.any(String), requestId: expect.any(String) })
      expect(answer.body, answer.body).not.toMatch(inside)
    }
  })

  test('P-66 the log contains the route pattern, never the address, the query or the values of an error', async () => {
    log.length = 0
    await app.inject({
      method: 'GET',
      url: '/identity/forgot/canary-ana?x=canary-query',
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    await app.inject({ url: '/api/Policies?name=canary-name', headers: { ...signed(), 'user-agent': 'canary-agent' } })
    await app.inject({
      method: 'POST',
      url: '/identity/login',
      payload: { user: 'canary-user@agency.test', pass: 'canary-pass' },
    })
    await app.inject({ url: '/canary-path/x' })
    const client = new pg.Client({ connectionString: agency.ownerUrl })
    await client.connect()
    await client.query(`
      create or replace function quote_it() returns trigger language plpgsql as $$
      begin raise exception 'canary-value %', new.chosen using detail = 'canary-detail'; end $$;
      create trigger quote_it before insert on user_preferences for each row execute function quote_it()`)
    const failed = await app.inject({
      method: 'PUT',
      url: '/api/Preferences/policies',
      headers: signed(),
      payload: { chosen: { hidden: ['canary-column'] } },
    })
    await client.query('drop trigger quote_it on user_preferences')
    await client.end()
    expect(failed.statusCode).toBe(500)
    const text = log.join('')
    expect(text).not.toContain('canary')
    expect(text).not.toContain(admin.token)
    expect(text).toContain('"route":"/identity/forgot/:user"')
    expect(text).toContain('"type":"error"')
  })
})
