import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type EmbeddedOptions, openEmbeddedPostgres } from '@coverdesk/embedded-postgres/open-embedded-postgres.ts'
import { locationFile } from '@coverdesk/embedded-postgres/resolve-location.ts'
import { stopOrphan } from '@coverdesk/embedded-postgres/stop-orphan.ts'
import { embeddedDatabase } from './open-database.ts'

const prefix = 'throw-away-'
/** A new folder is not locked yet. */
const youngMs = 60_000

interface ThrowAwayOptions {
  say: (line: string) => void
  signal: AbortSignal
  /** Throws when the disk of the folder has too little space. */
  checkSpace: (dataDir: string) => Promise<void>
  /** Makes the database of the new folder, with the passwords that it has; without it a new one is made. */
  filled?: { database: EmbeddedOptions['database']; fill: (folder: string) => Promise<void> }
}

/**
 * Runs `work` with the owner's address of a new embedded database below `dataDir`, and its folder. Both are removed
 * afterwards, also when `signal` ends it; what a killed run left is removed first.
 */
export async function inThrowAwayDatabase<T>(
  dataDir: string,
  { say, signal, checkSpace, filled }: ThrowAwayOptions,
  work: (ownerUrl: string, folder: string) => Promise<T>,
): Promise<T> {
  await mkdir(dataDir, { recursive: true, mode: 0o755 })
  await removeLeft(dataDir, say)
  await checkSpace(dataDir)
  const folder = await mkdtemp(join(dataDir, prefix))
  // For root, another user runs the database and must get into the folder.
  await chmod(folder, 0o755)
  try {
    await filled?.fill(folder)
    signal.throwIfAborted()
    const database = filled?.database ?? { ownerPassword: randomPassword(), appPassword: randomPassword() }
    const opened = await openEmbeddedPostgres({ ...embeddedDatabase, dataDir: folder, database, disposable: true }, say)
    try {
      return await unlessAborted(signal, () => work(opened.url, folder))
    } catch (error) {
      throw signal.aborted ? error : opened.explain(error)
    } finally {
      await opened.stop()
    }
  } finally {
    await removeDatabase(folder)
  }
}

/** Result of `work`, or the reason of `signal` once it is aborted; `work` is then left to fail. */
export async function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const end = () => reject(signal.reason)
  signal.addEventListener('abort', end)
  try {
    return await Promise.race([work(), aborted])
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/** Removes the databases that killed runs left; they hold all data. */
async function removeLeft(dataDir: string, say: (line: string) => void): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const folder = join(dataDir, name)
    if (!name.startsWith(prefix) || Date.now() - (await stat(folder)).mtimeMs < youngMs) continue
    if (await stopOrphan(embeddedDatabase.product, folder, say)) await removeDatabase(folder)
  }
}

const randomPassword = () => randomBytes(32).toString('base64url')

/** Removes the folder with its database, which may be outside of it. */
async function removeDatabase(folder: string): Promise<void> {
  const note = join(folder, locationFile)
  if (existsSync(note)) await rm(dirname((await readFile(note, 'utf8')).trim()), { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
