import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts'
import { type Db, openPool, prepared } from './database.ts'

/** Behind a pooler, the pooler chooses the backends. */
const pooled = Boolean(process.env.TEST_PGBOUNCER)

const pids = { name: 'pipelined-pid', text: 'select pg_backend_pid() as pid, $1::int as asked', pipelined: true }

describe('pipelined connections', () => {
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

  test('each of many concurrent statements gets its own result, over few connections', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, (_, at) => ask(at)))
    expect(answers.map(([row]) => row?.asked)).toEqual(Array.from({ length: 25 }, (_, at) => at))
    if (!pooled) expect(new Set(answers.map(([row]) => row?.pid)).size).toBe(2)
  })

  test('statements above the limit use the pool', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => ask(at)))
    expect(answers.map(([row]) => row?.asked)).toEqual(Array.from({ length: 60 }, (_, at) => at))
    if (!pooled) expect(new Set(answers.map(([row]) => row?.pid)).size).toBeGreaterThan(2)
  })

  test('a failing statement fails alone, even when it is first prepared', async () => {
    const broken = { name: 'pipelined-broken', text: 'select 1 / $1::int as one', pipelined: true }
    const [first, second, third, fourth] = await Promise.allSettled([
      prepared(db, broken, [0]),
      ask(1),
      prepared(db, { name: 'pipelined-unknown', text: 'select nothing_there', pipelined: true }, []),
      ask(2),
    ])
    expect(first).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
    expect(third).toMatchObject({ status: 'rejected', reason: { code: '42703' } })
    expect([second?.status, fourth?.status]).toEqual(['fulfilled', 'fulfilled'])
    expect(await prepared(db, broken, [1])).toEqual([{ one: 1 }])
  })

  test.skipIf(pooled)(
    'P-78 a lost connection fails its pending statements, and the next one opens a new connection',
    async () => {
      const [before] = await ask(1)
      const slow = { name: 'pipelined-slow', text: 'select pg_sleep($1::int)', pipelined: true }
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

  test('types of a result are the same as from the pool', async () => {
    const text = `select $1::bigint as id, '2026-01-31'::date as day, 1.50::numeric as amount, '{1,2}'::bigint[] as ids`
    const fromPipeline = await prepared(db, { name: 'pipelined-types', text, pipelined: true }, [7])
    expect(fromPipeline).toEqual(await prepared(db, { name: 'pipelined-types', text }, [7]))
    expect(fromPipeline).toEqual([{ id: 7, day: '2026-01-31', amount: '1.50', ids: [1, 2] }])
  })
})
