import { readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { clearOrphans } from './clear-orphans.ts'
import { databaseBinaries } from './database-binaries.ts'
import { DatabaseFailure, hasCode } from './database-failure.ts'
import { ensureCluster, isDiskFull } from './ensure-cluster.ts'
import { ensureRoles } from './ensure-roles.ts'
import { ownFolder } from './folder-lock.ts'
import type { Product } from './product.ts'
import { type Place, resolveLocation } from './resolve-location.ts'
import { disposableSettings, serverSettings, thisMachine, writeSettings } from './server-settings.ts'
import { startServer } from './start-server.ts'
import { type DatabaseStart, type SupervisedDatabase, startFirst, superviseDatabase } from './supervise-database.ts'
import { type DiskWatch, noDiskWatch, watchDisk } from './watch-disk.ts'

export type EmbeddedOptions = {
  product: Product
  /** Absolute path of the data folder; the cluster lives in it, or where root's other user can reach it. */
  dataDir: string
  database: { ownerPassword: string; appPassword: string }
  /** Completes a database that was just started, such as with limits of its roles. Receives the owner's address. */
  prepare?: (ownerUrl: string) => Promise<void>
  /** Stops the work that uses the most space when the disk is full. Receives the owner's address. */
  relieve?: (ownerUrl: string) => Promise<void>
  /** Time after which attempts to restart a dead database are given up; 5 minutes by default. */
  restartSeconds?: number
  /** For databases that are thrown away: trades durability for speed. */
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
 * sets up roles, and restarts it when it dies. `say` receives progress messages. Throws a DatabaseFailure on failure and
 * leaves nothing running or locked.
 */
export async function openEmbeddedPostgres(
  options: EmbeddedOptions,
  say: (line: string) => void,
): Promise<OpenedDatabase> {
  try {
    const place = resolveLocation(options.product, options.dataDir, say)
    const lock = ownFolder(place.lock, options.product)
    try {
      const opened = await open(options, place, say)
      return { ...opened, stop: () => opened.stop().finally(() => lock.release()) }
    } catch (error) {
      lock.release()
      throw error
    }
  } catch (error) {
    throw explained(error, options)
  }
}

async function open(options: EmbeddedOptions, place: Place, say: (line: string) => void): Promise<OpenedDatabase> {
  const { product } = options
  const { ownerPassword, appPassword } = options.database
  const binaries = databaseBinaries(product, place.user, say)
  await clearOrphans(place, say)
  if (await ensureCluster(place, binaries, ownerPassword)) say('A new database was made.')
  const machine = thisMachine(place.data)
  writeSettings(place, options.disposable ? disposableSettings(machine) : serverSettings(machine))
  const listener = await listenerOf(place)
  const urlOf = (role: string, password: string, base: string) =>
    `postgresql://${role}:${encodeURIComponent(password)}@${listener.address}/${base}`
  const ownerUrlOf = (base: string) => urlOf(product.ownerRole, ownerPassword, base)
  const url = ownerUrlOf(product.database)
  const starting: DatabaseStart = {
    start: () => startServer(place, binaries, listener.options, ownerUrlOf('postgres'), say),
    clear: () => clearOrphans(place, say),
  }
  const disk = options.disposable
    ? noDiskWatch
    : watchDisk(place.data, place.reserve, { relieve: () => void options.relieve?.(url).catch(() => undefined), say })
  disk.makeRoom()
  const first = await startFirst(starting).catch((error) => {
    disk.stop()
    throw error
  })
  const from = statSync(place.log).size
  const supervised = superviseDatabase(first, starting, {
    title: product.title,
    say,
    disk,
    giveUpAfterMs: (options.restartSeconds ?? 300) * 1000,
  })
  try {
    await ensureRoles(product, ownerUrlOf, appPassword)
    await options.prepare?.(url)
  } catch (error) {
    disk.stop()
    await supervised.stop()
    throw error
  }
  const explain = (error: unknown) =>
    !(error instanceof DatabaseFailure) && hasFullDisk(error, place, from) ? diskFull(options.dataDir, error) : error
  const stop = () => {
    disk.stop()
    return supervised.stop().finally(() => rmSync(place.run, { recursive: true, force: true }))
  }
  return {
    url,
    appUrl: urlOf(product.appRole, appPassword, product.database),
    state: supervised.state,
    lost: supervised.lost,
    stop,
    disk,
    explain,
  }
}

/** Where the database listens: on a socket that only its user and root may enter, or on this machine's loopback. */
export async function listenerOf(place: Place): Promise<{ options: string[]; address: string }> {
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
function hasFullDisk(error: unknown, place: Place, from: number): boolean {
  return (
    hasCode(error, 'ENOSPC', 'EDQUOT', '53100') ||
    thisMachine(place.data).freeDisk < minDisk ||
    isDiskFull(readFileSync(place.log).subarray(from).toString('utf8'))
  )
}

/** In MB: two WAL files. The log is on the full disk too, so it may lack the message. */
const minDisk = 32

function diskFull(dataDir: string, cause: unknown): DatabaseFailure {
  return new DatabaseFailure(
    `The disk under ${dataDir} is full. Free some space and start again; nothing that was saved is lost.`,
    { cause },
  )
}

function explained(error: unknown, { dataDir, product: { title, folderSetting } }: EmbeddedOptions): unknown {
  if (hasCode(error, 'ENOSPC', 'EDQUOT', '53100')) return diskFull(dataDir, error)
  if (hasCode(error, 'EACCES', 'EPERM', 'EROFS')) {
    return new DatabaseFailure(
      `The data folder ${dataDir} cannot be used by this user. Start ${title} as its owner, or set ${folderSetting} to a folder of your own.`,
    )
  }
  return error
}
