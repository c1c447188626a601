import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { type Db, inTransaction } from '../database.ts'
import { readByCursor } from './read-by-cursor.ts'

let agency: TestApp
beforeAll(async () => {
  agency = await startTestApp()
})
afterAll(() => agency.close())

const numbers = (db: Db, expression: string) =>
  readByCursor(db, {
    ...{ name: 'numbers', atOnce: 2 },
    query: sql<{ n: number }>`select ${sql.raw(expression)} as n from generate_series(1, 5) i`,
  })

test('Rows come in order, in groups, and a caller that stops early leaves no cursor', async () => {
  await inTransaction(agency.db, async (db) => {
    const groups: number[][] = []
    for await (const rows of numbers(db, 'i')) groups.push(rows.map(({ n }) => n))
    expect(groups).toEqual([[1, 2], [3, 4], [5]])
    for await (const rows of numbers(db, 'i')) {
      expect(rows).toHaveLength(2)
      break
    }
    expect((await sql`select name from pg_cursors`.execute(db)).rows).toEqual([])
  })
})

test('A group that fails while the caller works on the one before fails the caller, when it asks for it', async () => {
  const read: number[] = []
  const failing = inTransaction(agency.db, async (db) => {
    for await (const rows of numbers(db, '6 / (3 - i)')) {
      read.push(...rows.map(({ n }) => n))
      // Longer than the next group takes to fail: a rejection without a handler would end the process.
      await setTimeout(100)
    }
  })
  await expect(failing).rejects.toThrow('division by zero')
  expect(read).toEqual([3, 6])
})
