import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts'
import { type Db, openPool, prepared } from './database.ts'

/** Behind a pooler, which backends answer is the pooler's choice. */
const pooled = Boolean(process.env.TEST_PGBOUNCER)

const pids = { name: 'lane-pid', text: 'select pg_backend_pid() as pid, $1::int as asked', quick: true }

describe('quick lanes', () => {
  let database: TestDatabase
  let db: Db

  beforeAll(async () => {
    database = await testDatabase()
    db = openPool(database.appUrl, { size: 2 })
    await sql`select 1`.execute(db)
  })
  afterAll(async () => {
    await db.destroy()
    await database.drop()
  })

  const ask = (asked: number) => prepared<{ pid: number; asked: number }>(db, pids, [asked])

  test('each of many statements at once gets its own answer, over few connections', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, (_, at) => ask(at)))
    expect(answers.map(([row]) => row?.asked)).toEqual(Array.from({ length: 25 }, (_, at) => at))
    if (!pooled) expect(new Set(answers.map(([row]) => row?.pid)).size).toBe(2)
  })

  test('what does not fit into the lanes goes to the pool', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => ask(at)))
    expect(answers.map(([row]) => row?.asked)).toEqual(Array.from({ length: 60 }, (_, at) => at))
    if (!pooled) expect(new Set(answers.map(([row]) => row?.pid)).size).toBeGreaterThan(2)
  })

  test('a statement that fails does so alone, also the first time that it is prepared', async () => {
    const broken = { name: 'lane-broken', text: 'select 1 / $1::int as one', quick: true }
    const [first, second, third, fourth] = await Promise.allSettled([
      prepared(db, broken, [0]),
      ask(1),
      prepared(db, { name: 'lane-unknown', text: 'select nothing_there', quick: true }, []),
      ask(2),
    ])
    expect(first).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
    expect(third).toMatchObject({ status: 'rejected', reason: { code: '42703' } })
    expect([second?.status, fourth?.status]).toEqual(['fulfilled', 'fulfilled'])
    expect(await prepared(db, broken, [1])).toEqual([{ one: 1 }])
  })

  test.skipIf(pooled)(
    'P-78 a lane that is cut off fails those who wait in it, and is opened anew for the next',
    async () => {
      const [before] = await ask(1)
      const slow = { name: 'lane-slow', text: 'select pg_sleep($1::int)', quick: true }
      const waiting = [prepared(db, slow, [20]), prepared(db, slow, [20])]
      const failed = Promise.allSettled(waiting)
      const sleeping = sql`
      from pg_stat_activity where query like 'select pg_sleep%' and state = 'active' and datname = current_database()`
      await expect.poll(async () => (await sql`select pid ${sleeping}`.execute(db)).rows.length).toBe(2)
      await sql`select pg_terminate_backend(pid) ${sleeping}`.execute(db)
      expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
      const after = await Promise.all([ask(1), ask(2), ask(3)])
      expect(after.map(([row]) => row?.asked)).toEqual([1, 2, 3])
      expect(after.map(([row]) => row?.pid)).not.toContain(before?.pid)
    },
  )

  test('the numbers, dates and texts of an answer are those of the pool', async () => {
    const text = `select $1::bigint as id, '2026-01-31'::date as day, 1.50::numeric as amount, '{1,2}'::bigint[] as ids`
    const inLane = await prepared(db, { name: 'lane-types', text, quick: true }, [7])
    expect(inLane).toEqual(await prepared(db, { name: 'lane-types', text }, [7]))
    expect(inLane).toEqual([{ id: 7, day: '2026-01-31', amount: '1.50', ids: [1, 2] }])
  })
})
