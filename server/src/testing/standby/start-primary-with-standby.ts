import { spawnSync } from 'node:child_process'
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { beginBaseBackup, clusterFiles, endBaseBackup } from '@coverdesk/embedded-postgres/continuous/base-backup.ts'
import { databaseBinaries } from '@coverdesk/embedded-postgres/database-binaries.ts'
import { listenerOf, openEmbeddedPostgres } from '@coverdesk/embedded-postgres/open-embedded-postgres.ts'
import { type Place, resolveLocation } from '@coverdesk/embedded-postgres/resolve-location.ts'
import { disposableSettings, thisMachine, writeSettings } from '@coverdesk/embedded-postgres/server-settings.ts'
import { type RunningServer, startServer, stopServer } from '@coverdesk/embedded-postgres/start-server.ts'
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
  const primaryRun = decodeURIComponent(new URL(primary.url).hostname)
  const urlOf = (role: string, password: string) =>
    `postgresql://${role}:${password}@${encodeURIComponent(place.run)}:5432/${base}`
  const ownerUrl = urlOf(ownerRole, database.ownerPassword)
  let server = await followFrom(place, primaryRun, 'test_standby')
  let former: RunningServer | null = null
  let stopping: Promise<void> | null = null
  const stopPrimary = () => {
    stopping ??= primary.stop()
    return stopping
  }
  const onStandby = (statement: string) =>
    withConnection(ownerUrl, 'test', async (connection) => void (await connection.query(statement)))
  return {
    primary: { url: primary.url, appUrl: primary.appUrl, drop: async () => undefined },
    standbyUrl: urlOf(appRole, database.appPassword),
    /** Address of both, which leads to the one with `role`, for the application or the owner. */
    clusterUrl: (role: string, { asOwner = false } = {}) => {
      const hosts = [primaryRun, place.run].map((run) => `${encodeURIComponent(run)}:5432`)
      const user = asOwner ? `${ownerRole}:${database.ownerPassword}` : `${appRole}:${database.appPassword}`
      return `postgresql://${user}@${hosts}/${base}?target_session_attrs=${role}`
    },
    pause: () => onStandby('select pg_wal_replay_pause()'),
    resume: () => onStandby('select pg_wal_replay_resume()'),
    promote: () => onStandby('select pg_promote()'),
    stopStandby: () => stopServer(server),
    startStandby: async () => {
      server = await followFrom(place, primaryRun, 'test_standby')
    },
    /** Ends the primary, as a switchover does, so that nothing is missing on the standby. */
    stopPrimary,
    /** Starts the former primary as the standby of the promoted one. */
    returnAsStandby: async () => {
      former = await followFrom(resolveLocation(databaseProduct, join(folder, 'primary'), quiet), place.run, '')
    },
    stop: async () => {
      if (former) await stopServer(former)
      await stopServer(server)
      await stopPrimary()
    },
  }
}

/** Starts a cluster as the standby of the one whose socket is in `source`, by its slot. */
async function followFrom(place: Place, source: string, slot: string): Promise<RunningServer> {
  writeFileSync(join(place.data, 'standby.signal'), '')
  writeSettings(place, {
    ...disposableSettings(thisMachine(place.data)),
    primary_conninfo: `host=${source} port=5432 user=${ownerRole} password=${database.ownerPassword}`,
    primary_slot_name: slot,
    // A query must not hold the replay back, nor be canceled by it.
    max_standby_streaming_delay: '-1',
  })
  if (place.user) spawnSync('chown', ['-R', `${place.user.uid}:${place.user.gid}`, place.data])
  const { options, address } = await listenerOf(place)
  const ownerUrl = `postgresql://${ownerRole}:${database.ownerPassword}@${address}/${base}`
  return await startServer(place, databaseBinaries(databaseProduct, place.user, quiet), options, ownerUrl, quiet)
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
