import { connect } from 'node:net'
import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { claimAreas, furtherClaims, type Role, roles } from '@coverdesk/domain/access/rights.ts'
import { allRoutes } from '@coverdesk/domain/all-routes.ts'
import { NoInput, type Route, route } from '@coverdesk/domain/platform/route.ts'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { binder } from './http.ts'

let agency: TestApp
let admin: Person
const everyClaim = [...claimAreas.flatMap((area) => [`view.${area}`, `admin.${area}`]), ...furtherClaims]

beforeAll(async () => {
  agency = await startTestApp()
  admin = await agency.person({ roles: [...roles], claims: everyClaim })
  await agency.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => agency.close())

const addressOf = ({ path }: Route) =>
  path.replace('{runId}', '00000000-0000-4000-8000-000000000000').replace(/\{\w+\}/g, '999999999')
const ask = (
  one: Route,
  token: string | null,
  more: { query?: Record<string, string>; payload?: object | string; headers?: Record<string, string> } = {},
) =>
  agency.app.inject({
    method: one.method,
    url: addressOf(one),
    ...more,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...more.headers },
  })

describe('permissions', () => {
  test('P-24 a route that declares no permission does not start', () => {
    const open = route({
      method: 'GET',
      path: '/api/open',
      allow: ' ',
      audit: 'own',
      summary: '',
      input: NoInput,
      output: NoInput,
    })
    expect(() =>
      binder(agency.app, agency.services, new Set(), { refuseWithoutConsent: async () => {} })(open, async () => ({})),
    ).toThrow('declares no permission')
  })

  /** The access matrix covers each right of each route; this proves that a call is rejected before it is parsed. */
  test('P-25 ACCESS-29 every route responds 401 or 403 before it parses the input', async () => {
    const rights: { roles: Role[]; claims: string[] }[] = [
      { roles: [], claims: [] },
      { roles: [...roles], claims: [] },
      { roles: [], claims: everyClaim },
      { roles: [...roles], claims: everyClaim },
    ]
    const people = await Promise.all(rights.map(async (rights) => ({ rights, person: await agency.person(rights) })))
    for (const one of allRoutes.filter(({ path }) => path !== '/identity/logout')) {
      if (one.allow !== 'anyone') expect((await ask(one, null)).statusCode, `${one.path} without a session`).toBe(401)
      for (const { rights, person } of people) {
        const open = one.allow === 'anyone' || one.allow === 'signed-in' || mayPass(one.allow, rights)
        const { statusCode } = await ask(one, person.token)
        const refused = statusCode === 403 || (statusCode === 401 && one.allow !== 'anyone')
        expect(refused, `${one.method} ${one.path} as ${JSON.stringify(rights)} answered ${statusCode}`).toBe(!open)
      }
    }
  })

  test('P-33 no write accepts an undeclared property', async () => {
    const properties = [
      'id',
      'roles',
      'claims',
      'hasFullAgentAccess',
      'agentId',
      'status',
      'userId',
      'createdAt',
      'enabled',
    ]
    // A strict schema rejects any unknown name, so two names are enough.
    const always = ['__proto__', 'constructor']
    // Gateways send additional members, which the schema drops.
    const written = allRoutes.filter(
      ({ method, body, signed }) => method !== 'GET' && body !== 'file' && signed !== 'form',
    )
    for (const [turn, one] of written.entries()) {
      const declared = one.input instanceof z.ZodObject ? Object.keys(one.input.shape) : []
      const chosen = properties.filter((_, nth) => nth % 3 === turn % 3)
      for (const property of [...chosen, ...always].filter((name) => !declared.includes(name))) {
        const body =
          typeof one.body === 'object'
            ? {
                payload: `--x\r\nContent-Disposition: form-data; name="${property}"\r\n\r\n1\r\n--x--\r\n`,
                headers: { 'content-type': 'multipart/form-data; boundary=x' },
              }
            : { payload: `{"${property}": 1}`, headers: { 'content-type': 'application/json' } }
        const answer = await ask(one, admin.token, body)
        expect(answer.statusCode, `${one.path} with ${property}`).toBe(400)
      }
    }
  })
})

describe('answers', () => {
  test('API-01 API-07 unknown paths below /api and /identity answer a JSON 404', async () => {
    for (const url of ['/api/nothing', '/identity/nothing', '/api', '/identity/'])
      expect((await agency.app.inject({ url })).json(), url).toMatchObject({
        code: 'route.not_found',
        message: 'Not found',
        requestId: expect.any(String),
      })
  })

  test('API-01 paths are found whatever their case (A-114)', async () => {
    expect((await agency.app.inject({ url: '/API/configuration' })).statusCode).toBe(200)
  })

  test('API-02 a call without a valid token gets 401, and one with a valid token succeeds', async () => {
    const bare = { url: '/api/Carriers' }
    expect((await agency.app.inject(bare)).statusCode).toBe(401)
    expect((await agency.app.inject({ ...bare, headers: { authorization: `Basic ${admin.token}` } })).statusCode).toBe(
      401,
    )
    expect((await agency.app.inject({ ...bare, headers: { authorization: `Bearer ${admin.token}` } })).statusCode).toBe(
      200,
    )
  })

  test('API-09 API-10 invalid input gets 400 with code, message, details and request id', async () => {
    const answer = await agency.app.inject({ method: 'POST', url: '/identity/login', payload: { user: '', pass: 'x' } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      code: 'request.invalid',
      message: 'User is required',
      details: [{ path: 'user', message: 'User is required' }],
      requestId: answer.headers['x-request-id'],
    })
  })

  test('API-06 the configuration is public and contains no secret', async () => {
    const answer = await agency.app.inject({ url: '/api/Configuration' })
    expect(answer.json()).toMatchObject({ org: null, inactivitySeconds: 900, brand: { name: 'Coverdesk' } })
    expect(answer.body).not.toContain('secret')
  })

  test('SHELL-43 SHELL-44 brand, footer and hidden links change with the host prefix', async () => {
    const brand = async (host: string) =>
      (await agency.app.inject({ url: '/api/Configuration', headers: { host } })).json().brand
    expect(await brand('alpha.example.com')).toMatchObject({
      name: 'Alpha Health',
      hideContactLinks: true,
      hidePrivacyLink: true,
    })
    expect(await brand('beta.example.com')).toMatchObject({
      name: 'Beta Coverage',
      hideContactLinks: true,
      hidePrivacyLink: true,
    })
    expect(await brand('portal.example.com')).toMatchObject({
      name: 'Coverdesk',
      hideContactLinks: false,
      hidePrivacyLink: false,
    })
  })

  test('P-42 every response has the security headers, errors too, and API responses are never cached', async () => {
    for (const url of ['/api/Configuration', '/api/nothing', '/api/Carriers', '/health/live', '/api/docs']) {
      const { headers } = await agency.app.inject({ url })
      expect(headers['content-security-policy'], url).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
      if (url === '/api/docs')
        expect(headers['content-security-policy'], url).toMatch(/script-src 'self' 'nonce-[0-9a-f]{32}'/)
      else expect(headers['content-security-policy'], url).not.toContain('script-src')
      expect(headers, url).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': 'no-store',
      })
    }
  })

  test('P-42 each page has new nonces', async () => {
    const [first, second] = [await agency.app.inject('/api/docs'), await agency.app.inject('/api/docs')]
    const nonce = /<style nonce="(\w{32})">/.exec(first.body)?.[1] ?? 'none'
    expect(first.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
    expect(second.headers['content-security-policy']).not.toContain(nonce)
  })

  test('P-42 over TLS, responses send HSTS', async () => {
    const safe = await startTestApp({ publicUrl: 'https://portal.example.com' })
    expect((await safe.app.inject({ url: '/health/live' })).headers['strict-transport-security']).toContain(
      'max-age=31536000',
    )
    await safe.close()
  })

  test('P-45 an internal error returns its request id and no details', async () => {
    const broken = await startTestApp()
    const { token } = await broken.person({ roles: ['agent'], claims: ['view.Policy'] })
    const client = new pg.Client({ connectionString: broken.ownerUrl })
    await client.connect()
    await client.query('drop table policies cascade')
    await client.end()
    const answer = await broken.app.inject({ url: '/api/Policies', headers: { authorization: `Bearer ${token}` } })
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({
      code: 'server.error',
      message: 'Something went wrong on our side',
      requestId: expect.any(String),
    })
    await broken.close()
  })
})

describe('odd requests', () => {
  test('P-44 another method on a known path gets 405 with the allowed ones', async () => {
    for (const one of allRoutes) {
      const others = (['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const).filter(
        (method) => !allRoutes.some((each) => each.path === one.path && each.method === method),
      )
      for (const method of others) {
        const answer = await agency.app.inject({ method, url: addressOf(one) })
        expect(answer.statusCode, `${method} ${one.path}`).toBe(405)
        expect(answer.headers.allow).toContain(one.method)
      }
    }
  })

  test('P-44 duplicate parameters, __proto__ and unknown names are rejected', async () => {
    const list = (query: string) =>
      agency.app.inject({ url: `/api/Policies?${query}`, headers: { authorization: `Bearer ${admin.token}` } })
    for (const query of [
      'city=a&city=b',
      'pageNumber=1&pageNumber=2',
      '__proto__=1',
      'constructor=1',
      'nonsense=1',
      'sort=toString',
      'sort=ssn',
      'sort=password_hash',
      'ssn=1',
    ])
      expect((await list(query)).statusCode, query).toBe(400)
    const login = await agency.app.inject({
      method: 'POST',
      url: '/identity/login',
      headers: { 'content-type': 'application/json' },
      payload: '{"__proto__":{"user":"a"},"user":"a","pass":"b"}',
    })
    expect(login.statusCode).toBe(400)
  })

  test('P-43 P-50 cross-site calls and compressed bodies are rejected', async () => {
    expect(
      (
        await agency.app.inject({
          url: '/identity/logout',
          headers: { 'sec-fetch-site': 'cross-site', authorization: `Bearer ${admin.token}` },
        })
      ).statusCode,
    ).toBe(403)
    expect(
      (
        await agency.app.inject({
          method: 'POST',
          url: '/identity/login',
          headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
          payload: Buffer.from([31, 139]),
        })
      ).statusCode,
    ).toBe(415)
  })

  test('P-44 raw sockets: TRACE, unknown methods and contradicting lengths get 4xx, and the server keeps running', async () => {
    const address = agency.app.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const raw = (text: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => socket.end(text))
        let answer = ''
        socket.on('data', (data) => {
          answer += data
        })
        socket.on('close', () => resolve(answer))
        socket.on('error', reject)
      })
    const head = 'Host: x\r\nConnection: close\r\n'
    for (const text of [
      `TRACE /api/Policies HTTP/1.1\r\n${head}\r\n`,
      `PROPFIND /api/Policies HTTP/1.1\r\n${head}\r\n`,
      `BREW /api/Policies HTTP/1.1\r\n${head}\r\n`,
      `POST /identity/login HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
      `POST /identity/login HTTP/1.1\r\n${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{"a":1}`,
      `GET /api/Policies HTTP/9.9\r\n${head}\r\n`,
    ])
      expect(await raw(text), text).toMatch(/^HTTP\/1\.1 4\d\d/)
    expect((await agency.app.inject({ url: '/health/live' })).statusCode).toBe(200)
  })

  test('P-36 P-37 no input makes the server fail', async () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom(
        "' or 1=1 --",
        '1; drop table policies',
        '%00',
        '\u0000',
        '-1',
        '1e309',
        'NaN',
        '9'.repeat(40),
        '2026-02-30',
        '\ud800',
        '%',
        '_',
        '\\',
        '[]',
        '{}',
        'null',
        '../../etc/passwd',
        '#{7*7}',
        '%27',
      ),
      fc.integer().map(String),
    )
    const names = [
      'policyNumber',
      'name',
      'zipCode',
      'fromDob',
      'city',
      'county',
      'state',
      'carrier',
      'status',
      'agentId',
      'sort',
      'order',
      'pageNumber',
      'pageSize',
      'q',
      'limit',
      'stateId',
      'typeId',
      'carrierId',
      'month',
      'year',
      'user',
      'pass',
    ]
    const reached = allRoutes.filter(({ path, body }) => path !== '/identity/logout' && body !== 'file')
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...reached),
        fc.dictionary(fc.constantFrom(...names), nasty, { maxKeys: 4 }),
        nasty,
        async (one, members, inPath) => {
          const url = one.path.replace(/\{\w+\}/g, () => encodeURIComponent(inPath.toWellFormed()) || 'x')
          const query = new URLSearchParams(
            Object.entries(members).map(([name, value]): [string, string] => [name, value.toWellFormed()]),
          ).toString()
          const answer = await agency.app.inject({
            method: one.method,
            url: one.method === 'GET' ? `${url}?${query}` : url,
            headers: { authorization: `Bearer ${admin.token}` },
            ...(one.method === 'GET' ? {} : { payload: members }),
          })
          expect(answer.statusCode, `${one.method} ${url}?${query} ${answer.body}`).toBeLessThan(500)
        },
      ),
      { numRuns: 750 },
    )
  })
})
