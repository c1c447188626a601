import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FolderTaken } from '@coverdesk/embedded-postgres/folder-lock.ts'
import { type OpenedDatabase, openEmbeddedPostgres } from '@coverdesk/embedded-postgres/open-embedded-postgres.ts'
import { loadSecretsFile } from '../platform/config/secrets-file.ts'
import { embeddedDatabase } from '../platform/installation/open-database.ts'
import { openTestElsewhere } from './test-elsewhere.ts'
import { makeTestFolder, removeLeftFolders, removeStoppedFolder } from './test-folder.ts'

const gigabyte = 2 ** 30
/** In-memory file system of Linux: copying a database (a thousand small files) takes a tenth of the time. */
const inMemory = '/dev/shm'
const foldersInMemory = 'coverdesk-tests-'

/**
 * Opens a database cluster for one test run: in memory and gone with the run, where the machine has memory to spare; else
 * on the disk. Or another PostgreSQL, which `npm run test:elsewhere` names. Throws a BootFailure when no database can be had.
 */
export async function openTestCluster(): Promise<Pick<OpenedDatabase, 'url' | 'appUrl' | 'stop'>> {
  const { TEST_POSTGRES: programs, TEST_PGBOUNCER: pgbouncer } = process.env
  if (programs) return await openTestElsewhere({ programs, pgbouncer })
  return hasMemoryToSpare() ? await openInMemory() : await openOnDisk()
}

/** The suite uses less than half a gigabyte. */
function hasMemoryToSpare(): boolean {
  if (process.platform !== 'linux' || process.availableMemory() < 4 * gigabyte) return false
  try {
    accessSync(inMemory, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= 2 * gigabyte
  } catch {
    return false
  }
}

async function openInMemory(): Promise<OpenedDatabase> {
  await removeLeftFolders(foldersInMemory, inMemory)
  const folder = makeTestFolder(foldersInMemory, inMemory)
  try {
    const cluster = await openIn(join(folder, 'data'))
    return { ...cluster, stop: () => cluster.stop().finally(() => removeStoppedFolder(folder)) }
  } catch (error) {
    removeStoppedFolder(folder)
    throw error
  }
}

/**
 * Opens a cluster in the temporary folder. Later runs reuse it, because creating one costs more than all databases of the
 * tests; concurrent runs use different folders.
 */
async function openOnDisk(): Promise<OpenedDatabase> {
  const base = join(tmpdir(), `coverdesk-tests-${process.getuid?.() ?? 'user'}`)
  mkdirSync(base, { recursive: true, mode: 0o755 })
  for (let place = 0; ; place++) {
    try {
      return await openIn(join(base, String(place)))
    } catch (error) {
      if (!(error instanceof FolderTaken) || place === 31) throw error
    }
  }
}

async function openIn(dataDir: string): Promise<OpenedDatabase> {
  const secrets = loadSecretsFile(dataDir)
  const database = { ownerPassword: secrets.databaseOwner, appPassword: secrets.databaseApp }
  return await openEmbeddedPostgres({ ...embeddedDatabase, dataDir, database, disposable: true }, () => undefined)
}
