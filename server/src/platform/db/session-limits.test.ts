import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type OpenedDatabase, openEmbeddedPostgres } from '@coverdesk/embedded-postgres/open-embedded-postgres.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestFolder, removeTestFolder } from '../../testing/test-folder.ts'
import { databaseProduct } from '../config/database-product.ts'
import { loadSecretsFile } from '../config/secrets-file.ts'
import { embeddedDatabase } from '../installation/open-database.ts'
import { withConnection } from './connection.ts'
import { proveSessionLimits, sessionLimits, setSessionLimits } from './session-limits.ts'

let folder: string
let database: OpenedDatabase

beforeAll(async () => {
  folder = makeTestFolder('coverdesk limits ')
  const { databaseOwner, databaseApp } = loadSecretsFile(folder)
  const passwords = { ownerPassword: databaseOwner, appPassword: databaseApp }
  // A cluster of its own: the limits are those of a role, and one test takes one off.
  database = await openEmbeddedPostgres({ ...embeddedDatabase, dataDir: folder, database: passwords }, () => undefined)
  await query('create table entries (n bigint generated always as identity)')
})

afterAll(async () => {
  await database?.stop()
  await removeTestFolder(folder)
})

const query = (sql: string) =>
  withConnection(database.url, 'test', async (connection) => (await connection.query(sql)).rows)

const lastCount = async () => (await query('select count(*)::int as n from entries'))[0]?.n

test('P-78 SHOW proves every limit of abandoned work for the role of the application', async () => {
  expect(await proveSessionLimits(database.appUrl)).toEqual(sessionLimits)
})

test('P-78 a start with a disabled limit fails and names it', async () => {
  await query(`alter role ${databaseProduct.appRole} set statement_timeout = 0`)
  await expect(proveSessionLimits(database.appUrl)).rejects.toThrow('statement_timeout is off')
  await query(`alter role ${databaseProduct.appRole} set statement_timeout = '30s'`)
})

test('P-78 a client killed in the middle of a long statement leaves 0 rows', async () => {
  const insert = 'insert into entries select from generate_series(1, 3000000)'
  const program = `import pg from 'pg'; const c = new pg.Client({ connectionString: process.argv[1] });
    await c.connect(); process.send('on'); await c.query(${JSON.stringify(insert)})`
  const client = spawn(process.execPath, ['--input-type=module', '-e', program, database.appUrl], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const before = await lastCount()
  await once(client, 'message')
  await expect.poll(running).toBe(1)
  client.kill('SIGKILL')
  await expect.poll(running).toBe(0)
  expect(await lastCount()).toBe(before)
})

const running = async () =>
  (
    await query(
      "select count(*)::int as n from pg_stat_activity where state = 'active' and query like 'insert into entries select%'",
    )
  )[0]?.n

test('P-78 nodes of an external database that start at the same time all set the limits, and none ends the work of another', async () => {
  const start = async () => {
    await setSessionLimits(database.url)
    await withConnection(database.url, 'migrate', async (connection) => {
      for (const _ of ['first', 'second']) {
        await connection.query('select 1')
        await pause(100)
      }
    })
  }
  const resetLimits = `alter role ${databaseProduct.ownerRole} in database ${databaseProduct.database} reset all`
  for (let round = 0; round < 5; round++) {
    const started = await Promise.allSettled(Array.from({ length: 4 }, start))
    expect(started.filter(({ status }) => status === 'rejected')).toEqual([])
    expect(await proveSessionLimits(database.url)).toEqual(sessionLimits)
    await query(resetLimits)
  }
})
