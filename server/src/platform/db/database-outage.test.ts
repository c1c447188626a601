import { DatabaseError } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { openTestDatabaseProxy } from '../../testing/test-database-proxy.ts'
import { failureOf } from '../http/http-errors.ts'
import { packError, unpackError } from '../runtime/thread-error.ts'

let agency: TestApp
let proxy: Awaited<ReturnType<typeof openTestDatabaseProxy>>
let person: Person
let carrierId: number

beforeAll(async () => {
  const database = await testDatabase()
  proxy = await openTestDatabaseProxy(database.appUrl)
  agency = await startTestApp({}, undefined, { database: { ...database, appUrl: proxy.url } })
  person = await agency.person({
    roles: ['agent', 'administrator'],
    claims: ['view.PTO', 'admin.PTO', 'admin.UploadFile', 'admin.Lead', 'view.Policy'],
    fullAccess: true,
    npn: '7000001',
  })
  carrierId = await agency.carrier('Molina')
})
afterAll(async () => {
  await agency?.close()
  await proxy?.close()
})

interface Sent {
  method: 'GET' | 'POST'
  url: string
  accept?: string
  payload?: string | object
  type?: string
}

/** A page, a transaction, exports of each format, an upload in its worker thread, and the sign-in. */
const calls = (): Sent[] => [
  { method: 'GET', url: '/api/Policies' },
  { method: 'GET', url: '/api/PTO' },
  { method: 'POST', url: '/api/PTO', payload: { startDate: '2030-01-07', endDate: '2030-01-08' } },
  { method: 'GET', url: '/api/Lead', accept: 'text/csv' },
  { method: 'GET', url: '/api/Lead', accept: 'application/pdf' },
  {
    method: 'POST',
    url: `/api/UploadPolicies/UploadPolicyCSV?carrierId=${carrierId}&month=1&year=2026&fileName=a.csv`,
    payload: 'Policy Number,First Name,Last Name\n1,Ann,Lee\n',
    type: 'text/csv',
  },
  { method: 'POST', url: '/identity/login', payload: { user: 'unknown@agency.test', pass: 'Wrong-Password-1' } },
]

async function send({ method, url, accept, payload, type }: Sent) {
  const call = `${method} ${url}`
  const answer = agency.app.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${person.token}`,
      ...(accept ? { accept } : {}),
      ...(type ? { 'content-type': type } : {}),
    },
    ...(payload === undefined ? {} : { payload }),
  })
  return await answer.then(
    ({ statusCode, headers, body }) => ({ call, status: statusCode, retryAfter: headers['retry-after'], body }),
    // A started download is aborted, so that it can't pass for a complete file.
    (error: unknown) => ({ call, status: 0, retryAfter: undefined, body: String(error) }),
  )
}

const sendAll = () => Promise.all(calls().map(send))

/** Responses that are a 5xx other than 503 with Retry-After. */
const unexpected = (answers: Awaited<ReturnType<typeof sendAll>>) =>
  answers.filter(({ status, retryAfter }) => (status >= 500 && status !== 503) || (status === 503 && !retryAfter))

test('P-77 while the database or its pooler refuses connections, every call gets 503 with Retry-After, and succeeds after it recovers', async () => {
  for (const mode of ['refuse', 'pooler error'] as const) {
    proxy.setMode(mode)
    proxy.cut(mode === 'refuse' ? 'reset' : 'pooler error')
    const during = await sendAll()
    expect(unexpected(during)).toEqual([])
    expect(during.map(({ status }) => status)).toEqual(during.map(() => 503))
    proxy.setMode('pass')
    await expect.poll(async () => (await sendAll()).every(({ status }) => status > 0 && status < 500)).toBe(true)
  }
})

test('P-77 connections that break in the middle of calls cause 503 with Retry-After and never 500', async () => {
  let refused = 0
  for (const how of ['reset', 'close', 'pooler error'] as const) {
    for (let pause = 0; pause < 24; pause += 3) {
      const answers = sendAll()
      await new Promise((resolve) => setTimeout(resolve, pause))
      proxy.cut(how)
      const all = await answers
      expect(unexpected(all)).toEqual([])
      refused += all.filter(({ status }) => status === 503).length
    }
  }
  expect(refused).toBeGreaterThan(0)
})

test('P-79 P-77 a database error of a worker thread gets the same response as one of the main thread', () => {
  for (const [code, severity, answered] of [
    ['53100', 'ERROR', 'server.disk_low'],
    ['57P01', 'FATAL', 'server.busy'],
    ['08P01', 'FATAL', 'server.busy'],
    ['08P01', 'ERROR', 'server.error'],
    ['42601', 'ERROR', 'server.error'],
  ] as const) {
    const error = Object.assign(new DatabaseError('broke', 5, 'error'), { code, severity })
    expect(failureOf(unpackError(structuredClone(packError(error)))).code).toBe(answered)
    expect(failureOf(new Error('wrapped', { cause: error })).code).toBe(answered)
  }
})
