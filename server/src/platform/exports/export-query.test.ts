import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { withConnection } from '../db/connection.ts'
import { poolOf } from '../db/database.ts'

let agency: TestApp
let admin: Person
beforeAll(async () => {
  agency = await startTestApp()
  admin = await agency.person({ roles: ['agent'], claims: ['admin.Lead'], fullAccess: true })
  await agency.db
    .insertInto('leads')
    .values(['Ida', 'Olga', 'Uma'].map((first_name) => ({ source: 'csv', first_name, last_name: 'Case' })))
    .execute()
})
afterAll(() => agency.close())

const send = () =>
  agency.app.inject({ url: '/api/Lead', headers: { authorization: `Bearer ${admin.token}`, accept: 'text/csv' } })

/** More than half of the connections, in use by others. */
async function busyPool(): Promise<pg.PoolClient[]> {
  const pool = poolOf(agency.db)
  return await Promise.all(Array.from({ length: Math.floor(pool.options.max / 2) + 1 }, () => pool.connect()))
}

async function namedInRecord(): Promise<number> {
  const { rows } = await sql<{ named: number }>`
    select cardinality(subjects::bigint[])::int as named from audit_events where action = 'export' order by id desc limit 1`.execute(
    agency.db,
  )
  return rows[0]?.named ?? 0
}

test('P-70 P-73 an export is the same, and names the same records, beside a free and beside a busy database', async () => {
  const free = await send()
  expect(free.statusCode).toBe(200)
  expect(free.body.trim().split('\n')).toHaveLength(4)
  expect(await namedInRecord()).toBe(3)
  const others = await busyPool()
  try {
    expect((await send()).body).toBe(free.body)
  } finally {
    for (const client of others) client.release()
  }
  expect(await namedInRecord()).toBe(3)
})

test('P-71 an export that cannot be recorded sends nothing and keeps no connection', async () => {
  const pool = poolOf(agency.db)
  const role = new URL(agency.services.databaseUrl).username
  await withConnection(agency.ownerUrl, 'test', async (owner) => {
    await owner.query(`revoke insert on audit_events from ${role}`)
    const refused = await send().finally(() => owner.query(`grant insert on audit_events to ${role}`))
    expect(refused.statusCode).toBe(503)
    expect(refused.json().code).toBe('audit.unavailable')
  })
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
  expect((await send()).statusCode).toBe(200)
})
