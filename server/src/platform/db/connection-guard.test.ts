import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts'
import { NestedConnection } from './connection-guard.ts'
import { type Db, exportConnections, inTransaction, onceCommitted, openPool, prepared } from './database.ts'

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await testDatabase()
  db = openPool(database.appUrl, { size: 4 })
})
afterAll(async () => {
  await db?.destroy()
  await database?.drop()
})

const one = async (db: Db) => (await sql<{ one: number }>`select 1 as one`.execute(db)).rows[0]?.one

test('P-81 a transaction that requests another connection of its pool fails, by any function', async () => {
  const asks: (() => Promise<unknown>)[] = [
    () => one(db),
    () => inTransaction(db, one),
    () => prepared(db, { name: 'one', text: 'select 1 as one' }, []),
    () => exportConnections(db).connect(),
    async () => await new Promise((resolve, reject) => setTimeout(() => one(db).then(resolve, reject), 1)),
  ]
  for (const ask of asks) await expect(inTransaction(db, ask)).rejects.toThrow(NestedConnection)
})

test('queries through the inner handle succeed, and later work may use the pool', async () => {
  let after: Promise<unknown> | undefined
  let late: Promise<unknown> | undefined
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const inside = await inTransaction(db, async (transaction) => {
    onceCommitted(transaction, (pool) => {
      after = one(pool)
    })
    late = over.then(() => one(db))
    return await one(transaction)
  })
  end()
  expect([inside, await after, await late]).toEqual([1, 1, 1])
})

test('two concurrent tasks may each hold a connection', async () => {
  expect(await Promise.all([inTransaction(db, one), one(db), inTransaction(db, one)])).toEqual([1, 1, 1])
})
