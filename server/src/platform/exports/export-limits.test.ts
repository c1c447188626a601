import { mediaTypes } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { poolOf } from '../db/database.ts'
import { exportLimits, limitExports } from '../runtime/limit-exports.ts'

const formats = ['csv', 'xlsx', 'pdf'] as const
const crowd = 30
let agency: TestApp
let people: Person[]
let reader: Person

beforeAll(async () => {
  agency = await startTestApp({}, undefined, { poolSize: 12 })
  await agency.app.listen({ port: 0, host: '127.0.0.1' })
  await sql`
    insert into leads (source, first_name, last_name)
    select 'csv', 'First ' || n, 'Last ' || n from generate_series(1, 2000) n`.execute(agency.db)
  people = await Promise.all(
    Array.from({ length: crowd }, () =>
      agency.person({ roles: ['agent'], claims: ['admin.Lead', 'view.Lead'], fullAccess: true }),
    ),
  )
  reader = await agency.person({ roles: ['agent'], claims: ['admin.Lead', 'view.Lead'], fullAccess: true })
})
afterAll(() => agency?.close())

const call = async ({ token }: Person, accept: string) => {
  const headers = { authorization: `Bearer ${token}`, accept }
  const { statusCode, headers: answered, body } = await agency.app.inject({ url: '/api/Lead', headers })
  return { status: statusCode, retryAfter: Number(answered['retry-after']), body }
}

/** Exports of all at once, while another user reads page after page. */
async function exportsBesidePages(exporters: readonly Person[], accept: (n: number) => string) {
  let over = false
  const pages = (async () => {
    const statuses: number[] = []
    while (!over) statuses.push((await call(reader, 'application/json')).status)
    return statuses
  })()
  const exports = await Promise.all(exporters.map((exporter, n) => call(exporter, accept(n)))).finally(() => {
    over = true
  })
  return { exports, pages: await pages }
}

const exportsOf = async (exporters: readonly Person[]) =>
  (
    await sql<{ n: number }>`
      select count(*) as n from audit_events
      where action = 'export' and user_id = any(${exporters.map(({ userId }) => userId)}::bigint[])`.execute(agency.db)
  ).rows[0]?.n ?? 0

/** Each is made, or refused with a sentence that says when to try again, and is in the record just when it was made. */
async function expectMadeOrRefused(exporters: readonly Person[], accept: (n: number) => string) {
  const before = await exportsOf(exporters)
  const { exports, pages } = await exportsBesidePages(exporters, accept)
  const served = exports.filter(({ status }) => status === 200)
  const refused = exports.filter(({ status }) => status === 429)
  expect(served.length + refused.length, exports.map(({ status }) => status).join()).toBe(crowd)
  expect(served.length).toBeGreaterThan(0)
  for (const { retryAfter, body } of refused) {
    expect(retryAfter).toBeGreaterThan(0)
    const wait = retryAfter < 90 ? `${retryAfter} seconds` : `${Math.ceil(retryAfter / 60)} minutes`
    expect(JSON.parse(body)).toMatchObject({ code: 'export.too_many' })
    expect([
      `The server is busy with other exports (try again in ${wait})`,
      `You have other exports running (try again in ${wait})`,
    ]).toContain(JSON.parse(body).message)
  }
  expect(pages.length).toBeGreaterThan(0)
  expect(new Set(pages)).toEqual(new Set([200]))
  expect((await exportsOf(exporters)) - before).toBe(served.length)
  const pool = poolOf(agency.db)
  await expect.poll(() => [pool.waitingCount, pool.totalCount - pool.idleCount]).toEqual([0, 0])
}

const formatOf = (n: number) => mediaTypes[formats[n % formats.length] ?? 'csv']

test('P-81 P-71 thirty exports at once by thirty people, in all formats, are each made or refused with 429, and the pages of others still answer', async () => {
  await expectMadeOrRefused(people, formatOf)
})

for (const format of formats)
  test(`P-81 P-71 thirty exports at once by one person as ${format} are each made or refused with 429, and the pages and exports of others still answer`, async () => {
    const [one, two] = people
    if (!one || !two) throw new Error('no people')
    const [other] = await Promise.all([
      call(two, mediaTypes[format]),
      expectMadeOrRefused(
        people.map(() => one),
        () => mediaTypes[format],
      ),
    ])
    expect(other.status).toBe(200)
  })

test('P-81 a user has half of the slots and four exports waiting, and another user has a slot beside them', async () => {
  const take = limitExports({
    all: { ...exportLimits.all, concurrency: 3 },
    ofUser: { ...exportLimits.ofUser, concurrency: 2 },
  })
  const running = [await take(1), await take(1)]
  const waiting = [1, 2, 3, 4].map(() => take(1))
  await expect(take(1)).rejects.toMatchObject({ code: 'export.too_many', status: 429, retryAfterSeconds: 5 })
  const third = await take(2)
  const fourth = take(3)
  third()
  third()
  for (const release of running) release()
  ;(await fourth)()
  for (const one of waiting) (await one)()
  for (const release of await Promise.all([take(1), take(2), take(3)])) release()
})

test('P-81 one user never holds every slot', () => {
  expect(exportLimits.ofUser.concurrency).toBeLessThan(exportLimits.all.concurrency)
})

test('P-80 P-81 exports whose reader goes away before the first byte give their connections and their turns back', async () => {
  const address = agency.app.server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/api/Lead`
  const [one] = people
  for (let n = 0; n < 12; n++) {
    const leaving = new AbortController()
    const headers = { authorization: `Bearer ${one?.token}`, accept: mediaTypes.csv }
    const request = fetch(url, { headers, signal: leaving.signal }).then((answer) => answer.body?.cancel())
    setTimeout(() => leaving.abort(), n * 10)
    await request.catch(() => undefined)
  }
  await expect.poll(async () => (one ? (await call(one, mediaTypes.csv)).status : 0)).toBe(200)
  const { rows } = await sql<{ held: number }>`
    select count(*) as held from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(agency.db)
  expect(rows[0]?.held).toBe(0)
})
