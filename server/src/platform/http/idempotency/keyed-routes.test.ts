import { randomUUID } from 'node:crypto'
import { allClaims } from '@coverdesk/domain/access/all-claims.ts'
import { anyone } from '@coverdesk/domain/access/claim-expression.ts'
import { roles } from '@coverdesk/domain/access/rights.ts'
import { allRoutes } from '@coverdesk/domain/all-routes.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { takesIdempotencyKey } from '@coverdesk/domain/platform/route-repeat.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sendExample } from '../../../access-matrix/send-example.ts'
import { inboundSettings } from '../../../marketing/test-signed-calls.ts'
import { notificationSocket } from '../../../notifications/notification-socket.ts'
import { actor, refreshed } from '../../../route-examples/actor.ts'
import { exampleOf, nameOf } from '../../../route-examples/all-examples.ts'
import type { Actor } from '../../../route-examples/example.ts'
import { country } from '../../../sandbox/test-catalogue.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

let agency: TestApp
let me: Actor
let other: Actor

beforeAll(async () => {
  agency = await startTestApp({ demo: true, ...inboundSettings }, undefined, { prepared: country })
  me = await actor(agency, { roles: [...roles], claims: [...allClaims] })
  other = await actor(agency, { roles: ['agent'] })
})
afterAll(() => agency.close())

const writes = allRoutes.filter(({ method }) => method !== 'GET')
const named = (routes: readonly Route[]) => routes.map((route): [string, Route] => [nameOf(route), route])

/** Transactions that wrote rows. */
async function transactions(): Promise<{ keys: string[]; events: string[] }> {
  const keys = await sql<{ xmin: string }>`select xmin::text from idempotency_keys`.execute(agency.db)
  const events = await sql<{ xmin: string }>`select distinct xmin::text from audit_events`.execute(agency.db)
  return { keys: keys.rows.map(({ xmin }) => xmin), events: events.rows.map(({ xmin }) => xmin) }
}

/** Every change writes an audit event, so a replay that changed anything would show up here. */
async function counts(): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from audit_events) as events, (select count(*) from idempotency_keys) as keys`.execute(
    agency.db,
  )
  return rows
}

describe('P-75 a repeated request with its Idempotency-Key changes nothing and gets the same response', () => {
  test.each(named(writes.filter(takesIdempotencyKey)))('%s', async (_, route) => {
    const { answers, own, others, file, signs } = exampleOf(route)
    const scene = { agency, me: await refreshed(agency, me), other }
    const input = await (answers.others === 200 ? (others ?? own) : own)(scene)
    const token = route.allow === anyone ? null : scene.me.token
    const headers = { 'idempotency-key': `"${randomUUID()}"` }
    const before = await transactions()
    const first = await sendExample(agency, route, { token, input, file, signs, headers })
    expect(first.status, first.body).toBeLessThan(300)
    const after = await transactions()
    const [key, ...more] = after.keys.filter((xmin) => !before.keys.includes(xmin))
    expect(key, 'one answer is stored').toBeDefined()
    expect(more).toEqual([])
    if (route.audit === 'own')
      expect(
        after.events.filter((xmin) => !before.events.includes(xmin)),
        'the answer is stored, as it was given, in the transaction of the change',
      ).toEqual([key])
    const standing = await counts()
    const second = await sendExample(agency, route, { token, input, file, signs, headers })
    expect({ status: second.status, body: second.body, replayed: second.replayed }).toEqual({
      status: first.status,
      body: first.body,
      replayed: true,
    })
    expect(await counts()).toEqual(standing)
  })
})

describe('P-75 P-61 a write without key support declares why', () => {
  test.each(named(writes.filter((route) => !takesIdempotencyKey(route))))('%s', async (_, route) => {
    const { repeat } = route
    expect(repeat && ('never' in repeat ? repeat.never : repeat.harmless)).toMatch(/\w+ \w+/)
  })
})

test('P-61 no route with stored responses takes or returns a password, a token or another secret', () => {
  const secret = /^(pass(word)?(_confirm)?|current|secret|token|code|loginCode|key|recoveryCodes|uri)$/
  const membersOf = (schema: z.ZodType, io: 'input' | 'output') =>
    [...JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' })).matchAll(/"(\w+)":\{/g)].map(
      ([, name = '']) => name,
    )
  // A carrier's code is its short name, the key of a file's column is its heading.
  const withoutSecrets = (route: Route) => ['/api/Carrier', '/api/PlanData'].some((path) => route.path.startsWith(path))
  for (const route of writes.filter((route) => takesIdempotencyKey(route) && !withoutSecrets(route)))
    expect(
      [...membersOf(route.input, 'input'), ...membersOf(route.output, 'output')].filter((name) => secret.test(name)),
      nameOf(route),
    ).toEqual([])
})

test('P-75 the body of a file is never read for a key', () => {
  for (const route of writes.filter(takesIdempotencyKey)) expect(route.body, nameOf(route)).not.toBe('file')
})

test('P-75 the socket, which has no keys, creates no records', () => {
  expect(Object.keys(notificationSocket.methods)).toEqual(['find', 'get', 'patch', 'remove'])
})
