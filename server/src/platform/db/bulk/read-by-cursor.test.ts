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

const numbers = (db: Db) =>
  readByCursor(db, { name: 'numbers', atOnce: 2, query: sql<{ n: number }>`select n from generate_series(1, 5) n` })

test('Rows come in order, in groups, and a caller that stops early leaves no cursor', async () => {
  await inTransaction(agency.db, async (db) => {
    const groups: number[][] = []
    for await (const rows of numbers(db)) groups.push(rows.map(({ n }) => n))
    expect(groups).toEqual([[1, 2], [3, 4], [5]])
    for await (const rows of numbers(db)) {
      expect(rows).toHaveLength(2)
      break
    }
    expect((await sql`select name from pg_cursors`.execute(db)).rows).toEqual([])
  })
})
