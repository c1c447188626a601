import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { clearOrphans } from '@coverdesk/embedded-postgres/clear-orphans.ts'
import { sharedFolder } from '@coverdesk/embedded-postgres/database-binaries.ts'
import { type OwnerLock, ownFolder } from '@coverdesk/embedded-postgres/folder-lock.ts'
import { locationFile, resolveLocation } from '@coverdesk/embedded-postgres/resolve-location.ts'
import { databaseProduct } from '../platform/config/database-product.ts'

const lockName = 'test-run.lock'
/** A folder without a lock may be a moment old; in an hour every run has taken its own. */
const surelyOld = 3_600_000
/** References to the locks: the garbage collector would close, and so release, an unreferenced one. */
const locks: OwnerLock[] = []

/**
 * Creates a folder for a test run, readable by the user that runs the database for root. The lock tells
 * `removeLeftFolders` of a later run whether the owner still runs.
 */
export function makeTestFolder(prefix: string, among = tmpdir()): string {
  const folder = mkdtempSync(join(among, prefix))
  chmodSync(folder, 0o755)
  locks.push(ownFolder(join(folder, lockName), databaseProduct))
  return folder
}

/**
 * Removes the unlocked folders of this prefix and user, with their databases, which killed runs left behind. Stops
 * orphaned databases first; skips folders whose server runs.
 */
export async function removeLeftFolders(prefix: string, among = tmpdir()): Promise<void> {
  for (const name of readdirSync(among)) {
    const folder = join(among, name)
    if (name.startsWith(prefix) && isLeft(folder)) await removeTestFolder(folder).catch(() => undefined)
  }
}

function isLeft(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found?.isDirectory() || found.uid !== process.getuid?.()) return false
  const lock = join(folder, lockName)
  if (!existsSync(lock)) return Date.now() - found.mtimeMs > surelyOld
  return isFree(() => ownFolder(lock, databaseProduct))
}

/** Whether the lock is free. */
function isFree(take: () => OwnerLock): boolean {
  try {
    take().release()
    return true
  } catch {
    return false
  }
}

/** Removes a test folder with its databases. Throws `FolderTaken` and removes nothing while a server uses one. */
export async function removeTestFolder(folder: string): Promise<void> {
  for (const dataDir of dataFoldersIn(folder)) await endDatabase(dataDir)
  removeStoppedFolder(folder)
}

/** Removes a test folder whose servers have stopped. */
export function removeStoppedFolder(folder: string): void {
  const elsewhere = dataFoldersIn(folder).flatMap((dataDir) => databaseElsewhere(dataDir) ?? [])
  for (const path of [...elsewhere, folder]) rmSync(path, { recursive: true, force: true, maxRetries: 5 })
}

/** The folder itself and its subfolders that are data folders. */
function dataFoldersIn(folder: string): string[] {
  const inside = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return [folder, ...inside.map(({ name }) => join(folder, name))].filter((path) =>
    existsSync(join(path, 'secrets.json')),
  )
}

/** Folder of a database outside the data folder; undefined for one inside. */
function databaseElsewhere(dataDir: string): string | undefined {
  const note = join(dataDir, locationFile)
  const folder = existsSync(note) ? dirname(readFileSync(note, 'utf8').trim()) : undefined
  return folder && dirname(folder) === sharedFolder(databaseProduct) ? folder : undefined
}

async function endDatabase(dataDir: string): Promise<void> {
  if (!existsSync(databaseElsewhere(dataDir) ?? join(dataDir, 'postgres'))) return
  const place = resolveLocation(databaseProduct, dataDir, () => undefined)
  const lock = ownFolder(place.lock, databaseProduct)
  try {
    await clearOrphans(place, () => undefined)
  } finally {
    lock.release()
  }
  rmSync(place.run, { recursive: true, force: true })
}
