import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { type FileHandle, mkdir, open, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { clearOrphans } from '../clear-orphans.ts'
import { type Binaries, databaseBinaries } from '../database-binaries.ts'
import { DatabaseFailure } from '../database-failure.ts'
import { ownFolder } from '../folder-lock.ts'
import { type EmbeddedOptions, listenerOf } from '../open-embedded-postgres.ts'
import { type Place, resolveLocation } from '../resolve-location.ts'
import { serverSettings, thisMachine, writeSettings } from '../server-settings.ts'
import { startServer, stopServer } from '../start-server.ts'
import { segmentName, segmentStart } from './wal-position.ts'

/** Writes the files of a new cluster. */
export interface ClusterWriter {
  folder: (path: string) => Promise<void>
  file: (path: string, bytes: AsyncIterable<Buffer>) => Promise<void>
  /** Writes a stretch of the log, within one segment. */
  wal: (range: { timeline: number; segmentBytes: number; from: bigint }, bytes: Buffer) => Promise<void>
}

export interface Recovery {
  /** Writes the files of a base backup and the log since. */
  fill: (writer: ClusterWriter) => Promise<void>
  /** Moment to stop at; null for the end of the log. */
  target: Date | null
}

const endedBefore = /recovery ended before configured recovery target was reached/

/**
 * Creates the cluster of an empty data folder from a base backup and the log, as of `target`, and stops it. Where the log
 * ends before a later transaction than the target, its end is the state of that moment. Throws a DatabaseFailure when the folder
 * holds a database; a failure leaves none.
 */
export async function recoverCluster(
  { product, dataDir, database }: Pick<EmbeddedOptions, 'product' | 'dataDir' | 'database'>,
  { fill, target }: Recovery,
  say: (line: string) => void,
): Promise<void> {
  const place = resolveLocation(product, dataDir, say)
  const lock = ownFolder(place.lock, product)
  try {
    await clearOrphans(place, say)
    if (existsSync(place.data) && readdirSync(place.data).length > 0)
      throw new DatabaseFailure(
        `The folder ${place.data} holds a database already. Restore into a new data folder. Nothing was changed.`,
      )
    const binaries = databaseBinaries(product, place.user, say)
    await writeCluster(place, fill)
    try {
      const owner = `${product.ownerRole}:${encodeURIComponent(database.ownerPassword)}`
      await recover(place, binaries, owner, target, say)
    } catch (error) {
      rmSync(place.data, { recursive: true, force: true })
      throw error
    }
  } finally {
    lock.release()
    rmSync(place.run, { recursive: true, force: true })
  }
}

async function writeCluster(place: Place, fill: Recovery['fill']): Promise<void> {
  const draft = `${place.data}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  try {
    await fill(writerOf(draft))
    await writeFile(join(draft, 'recovery.signal'), '', { mode: 0o600 })
    if (place.user) chownAll(draft, place.user)
    renameSync(draft, place.data)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

function writerOf(draft: string): ClusterWriter {
  const within = (path: string) => {
    if (path.startsWith('/') || path.split('/').includes('..')) throw new Error(`The path ${path} leaves the cluster`)
    return join(draft, path)
  }
  const writeWith = async (path: string, flags: string, work: (file: FileHandle) => Promise<void>) => {
    await mkdir(dirname(within(path)), { recursive: true, mode: 0o700 })
    const file = await open(within(path), flags, 0o600)
    try {
      await work(file)
    } finally {
      await file.close()
    }
  }
  return {
    folder: async (path) => void (await mkdir(within(path), { recursive: true, mode: 0o700 })),
    file: (path, bytes) =>
      writeWith(path, 'w', async (file) => {
        for await (const piece of bytes) await file.writeFile(piece)
      }),
    wal: async ({ timeline, segmentBytes, from }, bytes) => {
      const path = `pg_wal/${segmentName(timeline, from, segmentBytes)}`
      await writeWith(path, existsSync(within(path)) ? 'r+' : 'w', async (file) => {
        // PostgreSQL reads whole segments; what the archive does not have yet is zero.
        if ((await file.stat()).size === 0) await file.truncate(segmentBytes)
        await file.write(bytes, 0, bytes.length, Number(from - segmentStart(from, segmentBytes)))
      })
    },
  }
}

async function recover(
  place: Place,
  binaries: Binaries,
  owner: string,
  target: Date | null,
  say: (line: string) => void,
): Promise<void> {
  const settings = {
    ...serverSettings(thisMachine(place.data)),
    // Connections are refused until the recovery has ended.
    hot_standby: 'off',
    // All of the log is in pg_wal already.
    restore_command: 'exit 1',
    recovery_target_action: 'promote',
  }
  const listener = await listenerOf(place)
  const attempt = async (recoveryTarget: Record<string, string>) => {
    writeSettings(place, { ...settings, ...recoveryTarget })
    await stopServer(
      await startServer(place, binaries, listener.options, `postgresql://${owner}@${listener.address}/postgres`, say),
    )
  }
  if (!target) return await attempt({})
  try {
    // PostgreSQL takes no abbreviation of a time zone here, such as Z.
    await attempt({ recovery_target_time: target.toISOString().replace('Z', '+00') })
  } catch (error) {
    const output = error instanceof DatabaseFailure && error.cause instanceof Error ? error.cause.message : ''
    if (!endedBefore.test(output)) throw error
    await attempt({})
  }
}

function chownAll(folder: string, { uid, gid }: { uid: number; gid: number }): void {
  chownSync(folder, uid, gid)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chownSync(join(entry.parentPath, entry.name), uid, gid)
}
