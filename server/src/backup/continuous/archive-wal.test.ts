import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type OpenedDatabase, openEmbeddedPostgres } from '@coverdesk/embedded-postgres/open-embedded-postgres.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadSecretsFile } from '../../platform/config/secrets-file.ts'
import { withConnection } from '../../platform/db/connection.ts'
import { embeddedDatabase } from '../../platform/installation/open-database.ts'
import { makeTestFolder, removeTestFolder } from '../../testing/test-folder.ts'
import { archiveWal } from './archive-wal.ts'

let folder: string
let dataDir: string
let database: OpenedDatabase

beforeEach(async () => {
  folder = makeTestFolder('coverdesk archive ')
  dataDir = join(folder, 'data')
  database = await open()
})
afterEach(async () => {
  await database.stop()
  await removeTestFolder(folder)
})

function open(): Promise<OpenedDatabase> {
  const { databaseOwner, databaseApp } = loadSecretsFile(dataDir)
  const passwords = { ownerPassword: databaseOwner, appPassword: databaseApp }
  return openEmbeddedPostgres({ ...embeddedDatabase, dataDir, database: passwords }, () => undefined)
}

const secret = 'a secret of the test that is long enough'
const secrets = { backup: secret, field: secret, fieldEarlier: [], audit: secret }
/** Archives the log, after the first run of a start like the job does. Returns the archive's folder. */
const archive = (isFirst: boolean) =>
  withConnection(database.url, 'test', (connection) =>
    archiveWal(connection, join(folder, 'backups'), secrets, { isFirst }),
  )
const query = (sql: string) => withConnection(database.url, 'test', (connection) => connection.query(sql))

async function restart(between: () => void = () => undefined): Promise<void> {
  await database.stop()
  between()
  database = await open()
}

test('P-76 a restart goes on in the same archive, also where it ended with a segment that the server then removed', async () => {
  const first = await archive(true)
  for (let segment = 0; segment < 3; segment++) {
    await query(`create table kept_${segment} ()`)
    await query('select pg_switch_wal()')
  }
  // As at the end of a base backup: nothing is written after the segment's end.
  expect(await archive(false)).toBe(first)
  await restart()
  expect(await archive(true)).toBe(first)
  await restart()
  expect(await archive(true)).toBe(first)
})

test('P-76 a data folder that was put back to an earlier state begins an archive of its own', async () => {
  const first = await archive(true)
  const copy = (from: string, to: string) => execFileSync('cp', ['-a', from, to])
  await restart(() => copy(dataDir, join(folder, 'earlier')))
  await query('create table lost ()')
  expect(await archive(true)).toBe(first)
  await restart(() => {
    rmSync(dataDir, { recursive: true })
    copy(join(folder, 'earlier'), dataDir)
  })
  await query('create table other ()')
  await query('create table another ()')
  expect(await archive(true)).not.toBe(first)
})
