import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openEmbeddedPostgres } from '@coverdesk/embedded-postgres/open-embedded-postgres.ts'
import { locationFile } from '@coverdesk/embedded-postgres/resolve-location.ts'
import { embeddedDatabase } from './open-database.ts'

/**
 * Runs `work` with the owner's address of a new embedded database below `dataDir`, and its folder. Both are removed
 * afterwards. The disk of the data folder must have room for it.
 */
export async function inThrowAwayDatabase<T>(
  dataDir: string,
  say: (line: string) => void,
  work: (ownerUrl: string, folder: string) => Promise<T>,
): Promise<T> {
  await mkdir(dataDir, { recursive: true, mode: 0o755 })
  const folder = await mkdtemp(join(dataDir, 'throw-away-'))
  // For root, another user runs the database and must get into the folder.
  await chmod(folder, 0o755)
  try {
    const database = { ownerPassword: randomPassword(), appPassword: randomPassword() }
    const opened = await openEmbeddedPostgres({ ...embeddedDatabase, dataDir: folder, database, disposable: true }, say)
    try {
      return await work(opened.url, folder)
    } catch (error) {
      throw opened.explain(error)
    } finally {
      await opened.stop()
    }
  } finally {
    await removeDatabase(folder)
  }
}

const randomPassword = () => randomBytes(32).toString('base64url')

/** Removes the folder with its database, which may be outside of it. */
async function removeDatabase(folder: string): Promise<void> {
  const note = join(folder, locationFile)
  if (existsSync(note)) await rm(dirname((await readFile(note, 'utf8')).trim()), { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
