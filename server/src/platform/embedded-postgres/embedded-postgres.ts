import { readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { withConnection } from '../db/connection.ts'
import { setSessionLimits } from '../db/session-limits.ts'
import { BootFailure, hasCode } from '../runtime/boot-failure.ts'
import { databaseBinaries } from './embedded-binaries.ts'
import { ensureCluster, ownerRole, saysDiskFull } from './embedded-cluster.ts'
import { type DiskWatch, noDiskWatch, watchDisk } from './embedded-disk.ts'
import { ownFolder } from './embedded-lock.ts'
import { clearOrphans } from './embedded-orphan.ts'
import { type Place, resolveLocation } from './embedded-place.ts'
import { appRole, databaseName, ensureRoles } from './embedded-roles.ts'
import { startServer } from './embedded-server.ts'
import { disposableSettings, serverSettings, thisMachine, writeSettings } from './embedded-settings.ts'
import { type DatabaseStart, type SupervisedDatabase, startFirst, superviseDatabase } from './embedded-watch.ts'

export type EmbeddedOptions = {
  /** Absolute path of the data folder; the cluster lives in it, or where root's other user can reach it. */
  dataDir: string
  database: { ownerPassword: string; appPassword: string }
  /** Time after which attempts to restart a dead database are given up; 5 minutes by default. */
  restartSeconds?: number
  /** For tests only: trades durability for speed. */
  disposable?: boolean
}

export type OpenedDatabase = {
  /** Superuser, for migrations. */
  url: string
  /** The application's role. */
  appUrl: string
  /** Ends within seconds; afterwards another instance may open the folder. */
  stop: () => Promise<void>
  /** Running, restarting or lost; always running for an external database. */
  state: SupervisedDatabase['state']
  /** Resolves when the database died and can't be restarted; the process should exit. */
  lost: SupervisedDatabase['lost']
  /** Monitor of its disk. */
  disk: DiskWatch
  /** Explains an error that a full disk caused, which the error itself may not show. */
  explain: (error: unknown) => unknown
}

/**
 * Opens the embedded database: creates it the first time, locks its folder, cleans up after a killed run (P-76), starts it,
 * sets up roles and limits (P-78), and restarts it when it dies. `say` receives progress messages. Throws a BootFailure on
 * failure and leaves nothing running or locked.
 */
export async function openEmbeddedPostgres(
  options: EmbeddedOptions,
  say: (line: string) => void,
): Promise<OpenedDatabase> {
  try {
    const place = resolveLocation(options.dataDir, say)
    const lock = ownFolder(place.lock)
    try {
      const opened = await open(options, place, say)
      return { ...opened, stop: () => opened.stop().finally(() => lock.release()) }
    } catch (error) {
      lock.release()
      throw error
    }
  } catch (error) {
    throw inWords(error, options.dataDir)
  }
}

async function open(options: EmbeddedOptions, place: Place, say: (line: string) => void): Promise<OpenedDatabase> {
  const { ownerPassword, appPassword } = options.database
  const binaries = databaseBinaries(place.user, say)
  await clearOrphans(place, say)
  if (await ensureCluster(place, binaries, ownerPassword)) say('A new database was made.')
  const machine = thisMachine(place.data)
  writeSettings(place.data, options.disposable ? disposableSettings(machine) : serverSettings(machine))
  const door = await doorOf(place)
  const urlOf = (role: string, password: string, base: string) =>
    `postgresql://${role}:${encodeURIComponent(password)}@${door.address}/${base}`
  const ownerUrlOf = (base: string) => urlOf(ownerRole, ownerPassword, base)
  const starting: DatabaseStart = {
    start: () => startServer(place, binaries, door.options, ownerUrlOf('postgres'), say),
    clear: () => clearOrphans(place, say),
  }
  const disk = options.disposable
    ? noDiskWatch
    : watchDisk(place.data, place.reserve, { relieve: () => void endLoads(ownerUrlOf(databaseName)), say })
  disk.makeRoom()
  const first = await startFirst(starting).catch((error) => {
    disk.stop()
    throw error
  })
  const from = statSync(place.log).size
  const kept = superviseDatabase(first, starting, { say, disk, giveUpAfterMs: (options.restartSeconds ?? 300) * 1000 })
  try {
    await ensureRoles(ownerUrlOf, appPassword)
    await setSessionLimits(ownerUrlOf(databaseName), appRole)
  } catch (error) {
    disk.stop()
    await kept.stop()
    throw error
  }
  const explain = (error: unknown) =>
    !(error instanceof BootFailure) && diskIsFull(error, place, from) ? diskFull(options.dataDir, error) : error
  const stop = () => {
    disk.stop()
    return kept.stop().finally(() => rmSync(place.run, { recursive: true, force: true }))
  }
  return {
    url: ownerUrlOf(databaseName),
    appUrl: urlOf(appRole, appPassword, databaseName),
    state: kept.state,
    lost: kept.lost,
    stop,
    disk,
    explain,
  }
}

/** Cancels imports, which use the most space and roll back completely. */
async function endLoads(ownerUrl: string): Promise<void> {
  await withConnection(ownerUrl, 'disk', (connection) =>
    connection.query("select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'coverdesk load'"),
  ).catch(() => undefined)
}

/** How the database is reached: a socket that only its user and root may enter, or this machine's loopback. */
async function doorOf(place: Place): Promise<{ options: string[]; address: string }> {
  if (process.platform !== 'win32') {
    const options = ['-c', 'listen_addresses=', '-k', place.run, '-p', '5432', '-c', 'unix_socket_permissions=0700']
    return { options, address: `${encodeURIComponent(place.run)}:5432` }
  }
  const port = await freePort()
  return { options: ['-h', '127.0.0.1', '-p', String(port)], address: `127.0.0.1:${port}` }
}

/** A TCP port of the loopback that nothing listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Without space for WAL the database exits, and clients only see a lost connection. */
function diskIsFull(error: unknown, place: Place, from: number): boolean {
  return (
    hasCode(error, 'ENOSPC', 'EDQUOT', '53100') ||
    thisMachine(place.data).freeDisk < minDisk ||
    saysDiskFull(readFileSync(place.log).subarray(from).toString('utf8'))
  )
}

/** In MB: two files of the log of changes. What it says goes to the full disk too, so the log alone may not tell. */
const minDisk = 32

function diskFull(dataDir: string, cause: unknown): BootFailure {
  return new BootFailure(
    `The disk under ${dataDir} is full. Free some space and start again; nothing that was saved is lost.`,
    { cause },
  )
}

function inWords(error: unknown, dataDir: string): unknown {
  if (hasCode(error, 'ENOSPC', 'EDQUOT', '53100')) return diskFull(dataDir, error)
  if (hasCode(error, 'EACCES', 'EPERM', 'EROFS')) {
    return new BootFailure(
      `The data folder ${dataDir} cannot be used by this user. Start Coverdesk as its owner, or set DATA_DIR to a folder of your own.`,
    )
  }
  return error
}
