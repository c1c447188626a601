import { spawnSync } from 'node:child_process'
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { beginBaseBackup, clusterFiles, endBaseBackup } from '@coverdesk/embedded-postgres/continuous/base-backup.ts'
import { databaseBinaries } from '@coverdesk/embedded-postgres/database-binaries.ts'
import { openEmbeddedPostgres } from '@coverdesk/embedded-postgres/open-embedded-postgres.ts'
import { resolveLocation } from '@coverdesk/embedded-postgres/resolve-location.ts'
import { disposableSettings, thisMachine, writeSettings } from '@coverdesk/embedded-postgres/server-settings.ts'
import { startServer, stopServer } from '@coverdesk/embedded-postgres/start-server.ts'
import { databaseProduct } from '../../platform/config/database-product.ts'
import { withConnection } from '../../platform/db/connection.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { embeddedDatabase } from '../../platform/installation/open-database.ts'

const database = { ownerPassword: 'owner-of-the-test', appPassword: 'app-of-the-test' }
const quiet = () => undefined
const { ownerRole, appRole, database: base } = databaseProduct

/** A migrated primary and its streaming standby, both of the embedded PostgreSQL, below `folder`. */
export async function startPrimaryWithStandby(folder: string) {
  const primary = await openEmbeddedPostgres(
    { ...embeddedDatabase, dataDir: join(folder, 'primary'), database, disposable: true },
    quiet,
  )
  // As an agency's: a disposable database flushes commits late, and positions of the log are noted by what is flushed.
  await withConnection(primary.url, 'test', (connection) =>
    connection.query(`alter database ${base} set synchronous_commit = on`),
  )
  await migrate(primary.url)
  const dataDir = join(folder, 'standby')
  mkdirSync(dataDir, { mode: 0o755 })
  const place = resolveLocation(databaseProduct, dataDir, quiet)
  mkdirSync(place.data, { mode: 0o700 })
  await copyCluster(primary.url, place.data)
  const run = decodeURIComponent(new URL(primary.url).hostname)
  writeFileSync(join(place.data, 'standby.signal'), '')
  writeSettings(place, {
    ...disposableSettings(thisMachine(place.data)),
    primary_conninfo: `host=${run} port=5432 user=${ownerRole} password=${database.ownerPassword}`,
    primary_slot_name: 'test_standby',
    // A query must not hold the replay back, nor be canceled by it.
    max_standby_streaming_delay: '-1',
  })
  if (place.user) spawnSync('chown', ['-R', `${place.user.uid}:${place.user.gid}`, place.data])
  const urlOf = (role: string, password: string) =>
    `postgresql://${role}:${password}@${encodeURIComponent(place.run)}:5432/${base}`
  const ownerUrl = urlOf(ownerRole, database.ownerPassword)
  const listener = ['-c', 'listen_addresses=', '-k', place.run, '-p', '5432']
  const binaries = databaseBinaries(databaseProduct, place.user, quiet)
  let server = await startServer(place, binaries, listener, ownerUrl, quiet)
  const onStandby = (statement: string) =>
    withConnection(ownerUrl, 'test', async (connection) => void (await connection.query(statement)))
  return {
    primary: { url: primary.url, appUrl: primary.appUrl, drop: async () => undefined },
    standbyUrl: urlOf(appRole, database.appPassword),
    pause: () => onStandby('select pg_wal_replay_pause()'),
    resume: () => onStandby('select pg_wal_replay_resume()'),
    promote: () => onStandby('select pg_promote()'),
    stopStandby: () => stopServer(server),
    startStandby: async () => {
      server = await startServer(place, binaries, listener, ownerUrl, quiet)
    },
    stop: async () => {
      await stopServer(server)
      await primary.stop()
    },
  }
}

async function copyCluster(url: string, to: string): Promise<void> {
  await withConnection(url, 'test', async (connection) => {
    const { rows } = await connection.query<{ cluster: string }>(`
      select current_setting('data_directory') as cluster from pg_create_physical_replication_slot('test_standby', true)`)
    await beginBaseBackup(connection)
    for await (const { path, bytes } of clusterFiles(rows[0]?.cluster ?? '')) {
      if (path.endsWith('/')) await mkdir(join(to, path), { recursive: true, mode: 0o700 })
      else await pipeline(Readable.from(bytes), createWriteStream(join(to, path), { mode: 0o600 }))
    }
    const { label } = await endBaseBackup(connection)
    writeFileSync(join(to, 'backup_label'), label)
  })
}
