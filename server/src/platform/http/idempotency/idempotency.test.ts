import { randomUUID } from 'node:crypto'
import { allClaims } from '@coverdesk/domain/access/all-claims.ts'
import { agency as agencyContract } from '@coverdesk/domain/agency/agency-contract.ts'
import { applications } from '@coverdesk/domain/applications/application-contract.ts'
import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { notes } from '@coverdesk/domain/notes/note-contract.ts'
import { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { pto } from '@coverdesk/domain/pto/pto-contract.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sweepSignIns } from '../../../access/sign-in/sweep-sign-ins.ts'
import { type Answer, sendExample } from '../../../access-matrix/send-example.ts'
import { buildApp } from '../../../app.ts'
import { actor } from '../../../route-examples/actor.ts'
import { exampleOf } from '../../../route-examples/all-examples.ts'
import type { Actor } from '../../../route-examples/example.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { withConnection } from '../../db/connection.ts'
import { openApiDocument } from '../openapi/open-api-document.ts'

let agency: TestApp
let otherNode: FastifyInstance
let me: Actor
let other: Actor

const everything = { roles: ['agent', 'administrator'] as const, claims: [...allClaims] }

beforeEach(async () => {
  agency = await startTestApp()
  otherNode = await buildApp(agency.services)
  await otherNode.ready()
  me = await actor(agency, { ...everything, roles: [...everything.roles] })
  other = await actor(agency, { ...everything, roles: [...everything.roles] })
})
afterEach(async () => {
  await otherNode.close()
  await agency.close()
})

/** Routes that created duplicates after a lost response, with the table of the created rows. */
const made: [string, Route, string][] = [
  ['a customer', customers.create, 'customers'],
  ['a note', notes.add, 'notes'],
  ['an internal application', applications.create, 'internal_applications'],
  ['a customer status', customers.setStatus, 'status_changes'],
  ['a request for time off', pto.request, 'pto_requests'],
]

const inputOf = async (route: Route, of = me): Promise<unknown> => await exampleOf(route).own({ agency, me: of, other })

interface Sent {
  key?: string
  by?: Actor
  node?: FastifyInstance
}

const send = async (route: Route, input: unknown, { key, by = me, node = agency.app }: Sent = {}): Promise<Answer> =>
  await sendExample({ ...agency, app: node }, route, {
    token: by.token,
    input,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })

const newKey = () => `"${randomUUID()}"`

async function countOf(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(
    agency.db,
  )
  return rows[0]?.count ?? 0
}

describe.each(made)('P-75 %s', (_, route, table) => {
  test('sent again with its key is created once, and gets the first response', async () => {
    const input = await inputOf(route)
    const before = await countOf(table)
    const sent = { key: newKey() }
    const first = await send(route, input, sent)
    const second = await send(route, input, sent)
    const elsewhere = await send(route, input, { ...sent, node: otherNode })
    expect(first).toMatchObject({ status: 200, replayed: false })
    for (const again of [second, elsewhere])
      expect(again).toMatchObject({ status: 200, replayed: true, body: first.body })
    expect(await countOf(table)).toBe(before + 1)
  })

  test('sent twenty times at once to two nodes is created once; the others get the same response or 409', async () => {
    const input = await inputOf(route)
    const before = await countOf(table)
    const key = newKey()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send(route, input, { key, node: index % 2 === 0 ? agency.app : otherNode }),
      ),
    )
    const done = answers.filter(({ status }) => status === 200)
    expect(new Set(done.map(({ body }) => body)).size).toBe(1)
    for (const { status, body } of answers.filter((answer) => !done.includes(answer)))
      expect([status, JSON.parse(body).code]).toEqual([409, 'idempotency.in_progress'])
    expect(done.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(await countOf(table)).toBe(before + 1)
  })

  test('without a key is created each time', async () => {
    const input = await inputOf(route)
    const before = await countOf(table)
    for (const _ of ['first', 'second'])
      expect(await send(route, input)).toMatchObject({ status: 200, replayed: false })
    expect(await countOf(table)).toBe(before + 2)
  })
})

test('P-75 a key used for other content or another route is rejected with 422', async () => {
  const key = newKey()
  const input = { ...Object(await inputOf(pto.request)), comment: 'First' }
  expect(await send(pto.request, input, { key })).toMatchObject({ status: 200 })
  const before = await countOf('pto_requests')
  for (const answer of [
    await send(pto.request, { ...input, comment: 'Second' }, { key }),
    await send(applications.create, await inputOf(applications.create), { key }),
  ]) {
    expect(answer.status).toBe(422)
    expect(JSON.parse(answer.body)).toMatchObject({
      code: 'idempotency.key_reused',
      message: 'This Idempotency-Key was used for another request. Use a new key for a new request',
    })
  }
  expect(await countOf('pto_requests')).toBe(before)
})

test('P-75 a note with another file is another request', async () => {
  const key = newKey()
  const input = await inputOf(notes.add)
  const withFile = (text: string) =>
    sendExample(agency, notes.add, {
      token: me.token,
      input,
      headers: { 'idempotency-key': key },
      file: async () => ({ bytes: Buffer.from(text), type: 'application/pdf', name: 'letter.pdf' }),
    })
  expect(await withFile('%PDF-1.7 one')).toMatchObject({ status: 200 })
  expect(await withFile('%PDF-1.7 one')).toMatchObject({ status: 200, replayed: true })
  expect(await withFile('%PDF-1.7 two')).toMatchObject({ status: 422 })
})

test('P-75 the members of a body may come in another order', async () => {
  const key = newKey()
  const input = Object(await inputOf(applications.create))
  expect(await send(applications.create, input, { key })).toMatchObject({ status: 200 })
  const turned = Object.fromEntries(Object.entries(input).toReversed())
  expect(await send(applications.create, turned, { key })).toMatchObject({ status: 200, replayed: true })
})

test('P-75 P-28 the same key of another user is another request', async () => {
  const key = newKey()
  const input = await inputOf(pto.request)
  const first = await send(pto.request, input, { key })
  const others = await send(pto.request, input, { key, by: other })
  expect(others).toMatchObject({ status: 200, replayed: false })
  expect(JSON.parse(others.body).id).not.toBe(JSON.parse(first.body).id)
})

test('P-24 a user who lost the right or the session gets 403 or 401, not the stored response', async () => {
  const clerk = await actor(agency, { roles: ['agent'], claims: ['view.PTO'] })
  const key = newKey()
  const input = await inputOf(pto.request)
  expect(await send(pto.request, input, { key, by: clerk })).toMatchObject({ status: 200 })
  await sql`update users set claims = '{}' where id = ${clerk.userId}`.execute(agency.db)
  expect(await send(pto.request, input, { key, by: clerk })).toMatchObject({ status: 403, replayed: false })
  await sql`update sessions set ended_at = now() where user_id = ${clerk.userId}`.execute(agency.db)
  expect(await send(pto.request, input, { key, by: clerk })).toMatchObject({ status: 401, replayed: false })
})

test('P-75 a rejected request is not stored: the key is free for the corrected one', async () => {
  const key = newKey()
  const input = Object(await inputOf(pto.request))
  const wrong = { ...input, endDate: '2001-01-01' }
  for (const _ of ['first', 'second'])
    expect(await send(pto.request, wrong, { key })).toMatchObject({ status: 400, replayed: false })
  expect(await send(pto.request, input, { key })).toMatchObject({ status: 200, replayed: false })
})

test('P-75 a request that failed with a server error runs when it is sent again', async () => {
  const key = newKey()
  const input = await inputOf(pto.request)
  const role = new URL(agency.services.databaseUrl).username
  const owner = (statement: string) =>
    withConnection(agency.ownerUrl, 'test', (connection) => connection.query(statement))
  const before = await countOf('pto_requests')
  await owner(`revoke insert on idempotency_keys from ${role}`)
  const failed = await send(pto.request, input, { key }).finally(() =>
    owner(`grant insert on idempotency_keys to ${role}`),
  )
  expect(failed.status).toBe(500)
  expect(await countOf('pto_requests')).toBe(before)
  expect(await send(pto.request, input, { key })).toMatchObject({ status: 200, replayed: false })
  expect(await countOf('pto_requests')).toBe(before + 1)
})

const malformed = [
  '',
  '""',
  'two words',
  '"unfinished',
  'a"b',
  '"a", "b"',
  `"${'k'.repeat(256)}"`,
  'k'.repeat(256),
  '"a";p=1',
  'a,b',
  'schlüssel',
]
test.each(malformed)('P-75 the key %j is rejected with a message', async (key) => {
  const before = await countOf('pto_requests')
  const answer = await send(pto.request, await inputOf(pto.request), { key })
  expect(answer.status).toBe(400)
  expect(JSON.parse(answer.body)).toMatchObject({
    code: 'idempotency.key_invalid',
    message: 'Idempotency-Key must be one string of 1 to 255 visible ASCII characters, such as a UUID',
  })
  expect(await countOf('pto_requests')).toBe(before)
})

test.each([
  ['"with \\"quotes\\" and \\\\"', '"with \\"quotes\\" and \\\\"'],
  [`"${'k'.repeat(255)}"`, 'k'.repeat(255)],
  ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
])('P-75 the key %s is accepted with or without quotes', async (key, same) => {
  const input = await inputOf(pto.request)
  expect(await send(pto.request, input, { key })).toMatchObject({ status: 200, replayed: false })
  expect(await send(pto.request, input, { key: same })).toMatchObject({ status: 200, replayed: true })
})

test('P-75 a response is replayed for 24 hours; then the key is free, even before cleanup', async () => {
  const key = newKey()
  const input = await inputOf(applications.create)
  const start = Date.now()
  const at = (hours: number) => agency.setClock(() => new Date(start + hours * 3_600_000))
  try {
    at(0)
    const first = await send(applications.create, input, { key })
    expect(first).toMatchObject({ status: 200, replayed: false })
    at(23.9)
    expect(await send(applications.create, input, { key })).toMatchObject({ status: 200, replayed: true })
    at(24.1)
    const later = await send(applications.create, input, { key })
    expect(later).toMatchObject({ status: 200, replayed: false })
    expect(later.body).not.toBe(first.body)
    expect(await send(applications.create, input, { key })).toMatchObject({ replayed: true, body: later.body })
  } finally {
    at(0)
  }
})

test('P-68 cleanup deletes only responses older than 24 hours', async () => {
  await send(pto.request, await inputOf(pto.request), { key: newKey() })
  const before = await countOf('idempotency_keys')
  await sql`
    insert into idempotency_keys (id, fingerprint, answer_sealed, stored_at)
    select sha256(n::text::bytea), '', '', now() - make_interval(hours => 24, mins => n)
    from generate_series(-1, 1, 2) n`.execute(agency.db)
  await sweepSignIns(agency.db)
  expect(await countOf('idempotency_keys')).toBe(before + 1)
})

test('P-61 neither the key nor the response is stored in clear text', async () => {
  const key = randomUUID()
  const input = { ...Object(await inputOf(customers.create)), lastName: 'Quackenbush', email: 'q.canary@example.test' }
  const { body } = await send(customers.create, input, { key })
  expect(body).toContain('Quackenbush')
  const { rows } = await sql<{ row: string }>`
    select encode(id || fingerprint || answer_sealed, 'escape') as row from idempotency_keys`.execute(agency.db)
  expect(rows.length).toBeGreaterThan(0)
  for (const { row } of rows) for (const canary of [key, 'Quackenbush', 'q.canary']) expect(row).not.toContain(canary)
})

test('P-43 a page of a listed origin may send the key and read the replay header', async () => {
  const own = await startTestApp({ corsOrigins: ['https://elsewhere.example'] })
  try {
    const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'PUT' }
    const answer = await own.app.inject({ method: 'OPTIONS', url: agencyContract.save.path, headers })
    expect(answer.headers['access-control-allow-headers']).toContain('idempotency-key')
    expect(answer.headers['access-control-expose-headers']).toContain('idempotency-replayed')
  } finally {
    await own.close()
  }
})

test('API-09 OpenAPI documents the key on exactly the writes that accept one', async () => {
  const document = JSON.parse(JSON.stringify(openApiDocument()))
  const takesKey = ({ path, method }: Route) =>
    JSON.stringify(document.paths[path][method.toLowerCase()].parameters ?? []).includes('IdempotencyKey')
  expect(takesKey(pto.request)).toBe(true)
  expect(takesKey(offline.reveal)).toBe(false)
  expect(takesKey(pto.list)).toBe(false)
})
