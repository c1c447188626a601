import { allRoutes } from '@coverdesk/domain/all-routes.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { publicBodyLimit } from './input-limits.ts'

let agency: TestApp
let admin: Person
beforeAll(async () => {
  agency = await startTestApp()
  admin = await agency.person({ roles: ['administrator', 'securityadmin', 'agent'] })
})
afterAll(() => agency.close())

const takesBody = allRoutes.filter(
  ({ method, body }) => method !== 'GET' && body !== 'file' && typeof body !== 'object',
)
const publicOnes = takesBody.filter(({ allow }) => allow === 'anyone')
const mediaType = ({ signed }: Route) => (signed === 'form' ? 'application/x-www-form-urlencoded' : 'application/json')
const send = (route: Route, payload: string | Buffer, token: string | null = null) =>
  agency.app.inject({
    method: route.method,
    url: route.path.replace(/\{\w+\}/g, '1'),
    payload,
    headers: { 'content-type': mediaType(route), ...(token ? { authorization: `Bearer ${token}` } : {}) },
  })
/** JSON object of exactly this size in bytes, filled with unknown members. */
function bombOf(bytes: number): string {
  const members: string[] = []
  for (let size = 12, n = 0; size < bytes - 12; n++) {
    const member = `"k${n}":1`
    members.push(member)
    size += member.length + 1
  }
  const text = `{${members.join()}}`
  return text + ' '.repeat(Math.max(0, bytes - text.length))
}

describe('bodies of public calls', () => {
  test('P-80 every public call rejects a body above 16 kB, or above the size its contract declares', async () => {
    expect(publicOnes.length).toBeGreaterThan(10)
    for (const route of publicOnes) {
      const most = route.maxBody?.bytes ?? publicBodyLimit
      if (route.maxBody) expect(route.maxBody.why.length, route.path).toBeGreaterThan(20)
      const answer = await send(route, ' '.repeat(most + 1))
      expect([answer.statusCode, answer.json().code], `${route.method} ${route.path}`).toEqual([
        413,
        'request.too_large',
      ])
      expect((await send(route, bombOf(most))).statusCode, `${route.method} ${route.path}`).not.toBe(413)
    }
  })

  test('P-80 85,000 unknown keys are rejected before parsing, and as many as fit get a short response', async () => {
    for (const route of publicOnes) {
      expect((await send(route, bombOf(1_000_000))).body.length, route.path).toBeLessThan(1_000)
      const answer = await send(route, bombOf(route.maxBody?.bytes ?? publicBodyLimit))
      expect(answer.statusCode, route.path).toBeGreaterThanOrEqual(400)
      expect(answer.body.length, `${route.path} ${answer.body.slice(0, 200)}`).toBeLessThan(2_000)
    }
  })
})

describe('problems', () => {
  const login = (payload: object) => agency.app.inject({ method: 'POST', url: '/identity/login', payload })
  const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, 1]))

  test('API-10 unknown keys are named, at most five, with the number of the others', async () => {
    const few = await login({ user: 'a', pass: 'b', ...unknown(2) })
    expect(few.json().details).toEqual([{ path: '', message: 'These fields are not known here: "key0", "key1"' }])
    const many = await login({ user: 'a', pass: 'b', ...unknown(400) })
    const message = 'These fields are not known here: "key0", "key1", "key2", "key3", "key4" and 395 more'
    expect(many.json()).toMatchObject({ code: 'request.invalid', message, details: [{ path: '', message }] })
    const long = await login({ user: 'a', pass: 'b', ['x'.repeat(10_000)]: 1 })
    expect(long.json().message).toBe(`This field is not known here: "${'x'.repeat(100)}…"`)
  })

  test('API-10 a response lists at most twenty problems and the number of the others', async () => {
    const answer = await agency.app.inject({
      method: 'PUT',
      url: '/api/Preferences/policies',
      headers: { authorization: `Bearer ${admin.token}` },
      payload: { chosen: { widths: Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`column${n}`, 'wide'])) } },
    })
    expect(answer.statusCode, answer.body).toBe(400)
    const { details } = answer.json()
    expect(details).toHaveLength(20)
    expect(details.at(-1)).toEqual({ path: '', message: 'And 41 more' })
  })
})

describe('oversized input on every call', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  const bombs: Record<string, string> = {
    'deep arrays': deep(200_000),
    'deep arrays in a member': `{"ids":${deep(100_000)}}`,
    'deep objects': `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    '100,000 elements': `{"ids":[${Array(100_000).fill('1').join()}]}`,
    '100,000 objects': `{"ids":[${Array(100_000).fill('{}').join()}]}`,
    '85,000 keys': `{${Array.from({ length: 85_000 }, (_, n) => `"k${n}":1`).join()}}`,
  }
  const refused = async (route: Route, [name, bomb]: readonly [string, string]) => {
    const answer = await send(route, bomb, admin.token)
    const what = `${name} to ${route.method} ${route.path}: ${answer.body.slice(0, 200)}`
    expect(answer.statusCode, what).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode, what).toBeLessThan(500)
    expect(answer.body.length, what).toBeLessThan(1_000)
  }

  test('P-36 every call rejects deep nesting and 100,000 elements, objects or keys with a short message', async () => {
    const kinds = Object.entries(bombs)
    const calls = takesBody.filter(({ path }) => path !== '/identity/logout')
    for (const [turn, route] of calls.entries()) {
      const kind = kinds[turn % kinds.length]
      if (kind) await refused(route, kind)
    }
    const preferences = calls.find(({ path }) => path.startsWith('/api/Preferences'))
    expect(preferences).toBeDefined()
    for (const kind of kinds) if (preferences) await refused(preferences, kind)
  })

  test('P-36 thousands of names in a query are rejected with a short message', async () => {
    const names = Array.from({ length: 5_000 }, (_, n) => `${n.toString(36)}`).join('&')
    for (const url of [`/api/Policies?${names}`, `/api/Plans?${names}`]) {
      const answer = await agency.app.inject({ url, headers: { authorization: `Bearer ${admin.token}` } })
      expect([400, 403]).toContain(answer.statusCode)
      expect(answer.body.length).toBeLessThan(1_000)
    }
  })
})

test('P-36 JSON that is not valid UTF-8 is rejected with a message and not repaired', async () => {
  const payload = Buffer.concat([Buffer.from('{"user":"a'), Buffer.from([0xff, 0xc3]), Buffer.from('","pass":"b"}')])
  for (const route of publicOnes) {
    const answer = await send(route, payload)
    expect([answer.statusCode, answer.json().message], route.path).toEqual([400, 'The request is not valid UTF-8'])
  }
})
