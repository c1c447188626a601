import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../testing/test-database.ts'
import { inTransaction, openPool, prepared } from './database.ts'

test('queries above the limit are reported with their text and without their values, in each way to run one', async () => {
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  const reported: string[] = []
  const db = openPool(database.url, { slow: { minMs: 50, report: (sentence) => reported.push(sentence) } })
  onTestFinished(() => db.destroy())
  const canary = 'Ms. Canary 078-05-1120'
  await sql`select ${canary}::text, pg_sleep(0.06), 'built'`.execute(db)
  await prepared(db, { name: 'slow', text: "select $1::text, pg_sleep(0.06), 'prepared'" }, [canary])
  await inTransaction(
    db,
    async (db) => void (await prepared(db, { text: "select $1::text, pg_sleep(0.06), 'inside'" }, [canary])),
  )
  await sql`select ${canary}::text, 'fast'`.execute(db)
  expect(reported.map((sentence) => /'(\w+)'$/.exec(sentence)?.[1])).toEqual(['built', 'prepared', 'inside'])
  expect(reported.join()).not.toContain('Canary')
  expect(reported[0]).toMatch(/^A query took \d+ ms: select \$1::text/)
})
