import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { clearOrphans } from '@coverdesk/embedded-postgres/clear-orphans.ts'
import { sharedFolder } from '@coverdesk/embedded-postgres/database-binaries.ts'
import { type OwnerLock, ownFolder } from '@coverdesk/embedded-postgres/folder-lock.ts'
import { resolveLocation } from '@coverdesk/embedded-postgres/resolve-location.ts'
import { databaseProduct } from '../platform/config/database-product.ts'

const lockName = 'test-run.lock'
/** A folder without a lock may be a moment old; in an hour every run has taken its own. */
const surelyOld = 3_600_000
/** Kept until we end: a lock that nobody refers to is collected, and given up by that. */
const held: OwnerLock[] = []

/**
 * Makes a folder for what a run of tests keeps, which others may enter, as the user does who runs the database for root.
 * It is ours until we end; `removeLeftFolders` of a later run knows by that whether it was left.
 */
export function makeTestFolder(prefix: string, among = tmpdir()): string {
  const folder = mkdtempSync(join(among, prefix))
  chmodSync(folder, 0o755)
  held.push(ownFolder(join(folder, lockName), databaseProduct))
  return folder
}

/**
 * Removes the folders that killed runs left: those of our name and user whose lock nobody holds, with a
 * database that lives elsewhere for one of them. A database that still works in one is ended first; one whose server lives is left alone.
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
  return letGo(() => ownFolder(lock, databaseProduct))
}

/** True when the lock could be had, and so nobody holds it. */
function letGo(take: () => OwnerLock): boolean {
  try {
    take().release()
    return true
  } catch {
    return false
  }
}

/** Removes a test folder with its databases; throws `FolderTaken`, and removes nothing, while a server works in one. */
export async function removeTestFolder(folder: string): Promise<void> {
  for (const dataDir of dataFoldersIn(folder)) await endDatabase(dataDir)
  removeStoppedFolder(folder)
}

/** The same at once, once its servers have ended. */
export function removeStoppedFolder(folder: string): void {
  const elsewhere = dataFoldersIn(folder).flatMap((dataDir) => databaseElsewhere(dataDir) ?? [])
  for (const path of [...elsewhere, folder]) rmSync(path, { recursive: true, force: true, maxRetries: 5 })
}

/** The folder itself or those in it that served as DATA_DIR. */
function dataFoldersIn(folder: string): string[] {
  const inside = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return [folder, ...inside.map(({ name }) => join(folder, name))].filter((path) =>
    existsSync(join(path, 'secrets.json')),
  )
}

/** The folder of a database that root keeps where its user can reach it; undefined when it lives in the data folder. */
function databaseElsewhere(dataDir: string): string | undefined {
  const note = join(dataDir, 'postgres-lives-in')
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
