import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { openTestDatabaseProxy } from '../../testing/test-database-proxy.ts'
import { withConnection } from './connection.ts'
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

test.runIf(process.platform === 'linux')(
  'P-77 a connection outside the pool probes a silent database, so that a backup or a check whose network is gone ends',
  async () => {
    const proxy = await openTestDatabaseProxy(agency.ownerUrl)
    try {
      const timers = await withConnection(proxy.url, 'test', async () => await timersOfConnectionsTo(proxy.url))
      expect(timers).toEqual(['keepalive'])
    } finally {
      await proxy.close()
    }
  },
)

/** Timers of the established connections to a port, by `/proc/net/tcp`: 02 is that of the next probe (proc_net_tcp of Linux). */
async function timersOfConnectionsTo(url: string): Promise<string[]> {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0')
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((line) => line.trim().split(/\s+/))
  const own = lines.filter(([, , remote, state]) => remote?.endsWith(`:${port}`) && state === '01')
  return own.map(([, , , , , timer]) => (timer?.startsWith('02:') ? 'keepalive' : 'none'))
}
