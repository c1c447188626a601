import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { type Db, inTransaction, openPool } from './database.ts'

let agency: TestApp
let db: Db
/** Second pool: a task that holds a connection of `db` may not request another one. */
let others: Db

beforeAll(async () => {
  agency = await startTestApp()
  db = openPool(agency.ownerUrl, { size: 2 })
  others = openPool(agency.ownerUrl, { size: 1 })
})
afterAll(async () => {
  await db?.destroy()
  await others?.destroy()
  await agency?.close()
})

const backendOf = async (db: Db) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid ?? 0

test('P-77 a connection that breaks during use fails only the work that used it', async () => {
  const broken = inTransaction(db, async (transaction) => {
    const pid = await backendOf(transaction)
    await sql`select pg_terminate_backend(${pid}, 10000)`.execute(others)
    await expect.poll(() => backendOf(transaction).catch(() => 'broken')).toBe('broken')
    return await backendOf(transaction)
  })
  await expect(broken).rejects.toThrow()
  const underWay = inTransaction(db, async (transaction) => {
    const pid = await backendOf(transaction)
    const sleeping = sql`select pg_sleep(60)`.execute(transaction)
    const [asleep] = await Promise.allSettled([
      sleeping,
      sql`select pg_terminate_backend(${pid}, 10000)`.execute(others),
    ])
    return asleep.status
  })
  // The transaction fails too.
  await expect(underWay).rejects.toThrow()
  expect(await backendOf(db)).toBeGreaterThan(0)
})
