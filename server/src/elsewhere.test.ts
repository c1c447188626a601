import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { databaseProduct } from './platform/config/database-product.ts'
import { migrate } from './platform/db/migrate.ts'
import { startTestApp } from './testing/test-app.ts'
import { databaseAt } from './testing/test-database-setup.ts'
import { openTestElsewhere } from './testing/test-elsewhere.ts'
import { makeTestFolder, removeTestFolder } from './testing/test-folder.ts'
import { startOn } from './testing/test-start.ts'

const name = `start_${process.pid}`
let folder: string

const onCluster = async (sql: string) => {
  const client = new pg.Client({ connectionString: inject('testCluster').url })
  await client.connect()
  await client.query(sql)
  await client.end()
}

beforeAll(async () => {
  folder = makeTestFolder('coverdesk elsewhere ')
  await onCluster(`create database ${name} template template0`)
})
afterAll(async () => {
  await onCluster(`drop database ${name} with (force)`)
  await removeTestFolder(folder)
})

/** Only with `npm run test:elsewhere`: one role does everything, on the way that the application takes there. */
test('P-89 a first and a second start on a database of your own, as its one role, seed the demo and are ready', async () => {
  const { appUrl } = inject('testCluster')
  const secret = (use: string) => `a-${use}-secret-for-tests-0123456789-abcdefghij`
  const settings = {
    DATABASE_URL: databaseAt(appUrl.replace(`${databaseProduct.appRole}:`, `${databaseProduct.ownerRole}:`), name),
    TOKEN_SECRET: secret('token'),
    FIELD_SECRET: secret('field'),
    AUDIT_SECRET: secret('audit'),
    DEMO: 'on',
    DEMO_SIZE: '1k',
  }
  for (const _ of ['first', 'second']) {
    const started = startOn(join(folder, 'data'), settings)
    await started.until('Coverdesk is ready')
    started.server.kill('SIGINT')
    expect(await once(started.server, 'exit')).toEqual([0, null])
  }
})

/** The second half of `test:elsewhere` puts PgBouncer in front of the database. */
test.skipIf(!process.env.TEST_PGBOUNCER)(
  'P-77 while PostgreSQL is restarted behind PgBouncer under load, calls succeed or get 503 with Retry-After, and succeed again at once when it is back',
  async () => {
    const { TEST_POSTGRES: programs = '', TEST_PGBOUNCER: pgbouncer } = process.env
    const own = await openTestElsewhere({ programs, pgbouncer })
    onTestFinished(() => own.stop())
    await migrate(own.url)
    const database = { url: own.url, appUrl: own.appUrl, drop: async () => undefined }
    const agency = await startTestApp({}, undefined, { database })
    onTestFinished(() => agency.close())
    const person = await agency.person({
      roles: ['agent', 'administrator'],
      claims: ['view.PTO', 'admin.PTO', 'admin.UploadFile', 'view.Policy', 'admin.Lead'],
      fullAccess: true,
      npn: '7000002',
    })
    const carrierId = await agency.carrier('Molina')
    const upload = `/api/UploadPolicies/check?carrierId=${carrierId}&month=1&year=2026&fileName=a.csv`
    const calls = [
      { method: 'GET', url: '/api/Policies' },
      { method: 'GET', url: '/api/Lead', headers: { accept: 'text/csv' } },
      { method: 'POST', url: '/api/PTO', payload: { startDate: '2030-01-07', endDate: '2030-01-08' } },
      { method: 'POST', url: upload, headers: { 'content-type': 'text/csv' }, payload: 'PolicyNumber\n1\n' },
      { method: 'POST', url: '/identity/login', payload: { user: 'unknown@agency.test', pass: 'Wrong-Password-1' } },
    ] as const
    const seen = new Map<string, number>()
    let over = false
    const keepCalling = async ({ headers, ...call }: (typeof calls)[number] & { headers?: object }) => {
      while (!over) {
        const authorization = `Bearer ${person.token}`
        const answer = await agency.app.inject({ ...call, headers: { authorization, ...headers } }).catch(() => null)
        const status = answer ? answer.statusCode : 'broken off'
        const without = status === 503 && !answer?.headers['retry-after'] ? ' without Retry-After' : ''
        const key = `${call.method} ${call.url}: ${status}${without}`
        seen.set(key, (seen.get(key) ?? 0) + 1)
      }
    }
    const load = Promise.all(calls.map(keepCalling))
    try {
      for (const signal of ['SIGINT', 'SIGKILL'] as const) {
        await own.restart(3_000, signal)
        await expect
          .poll(async () => (await agency.app.inject({ url: '/health/ready' })).statusCode, { interval: 100 })
          .toBe(200)
      }
    } finally {
      over = true
      await load
    }
    const wrong = [...seen.keys()].filter((key) => /: 5/.test(key) && !key.endsWith(': 503'))
    expect(wrong).toEqual([])
    expect([...seen.keys()].some((key) => key.endsWith(': 503'))).toBe(true)
    const page = await agency.app.inject({ url: '/api/Policies', headers: { authorization: `Bearer ${person.token}` } })
    expect(page.statusCode).toBe(200)
  },
)
