import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FolderTaken } from './embedded-lock.ts'
import { type OpenedDatabase, openEmbeddedPostgres } from './embedded-postgres.ts'
import { keptSecrets } from './secrets-file.ts'

/**
 * Opens a database cluster for one test run. Clusters stay in the temporary folder from run to run, since making one
 * costs more than all its tests' databases; runs beside each other take different ones (each folder has one owner).
 * Throws a BootFailure when no database can be had.
 */
export async function openTestCluster(): Promise<OpenedDatabase> {
  const base = join(tmpdir(), `coverdesk-tests-${process.getuid?.() ?? 'user'}`)
  mkdirSync(base, { recursive: true, mode: 0o755 })
  for (let place = 0; ; place++) {
    const dataDir = join(base, String(place))
    try {
      const secrets = keptSecrets(dataDir)
      const database = { ownerPassword: secrets.databaseOwner, appPassword: secrets.databaseApp }
      return await openEmbeddedPostgres({ dataDir, database, disposable: true }, () => undefined)
    } catch (error) {
      if (!(error instanceof FolderTaken) || place === 31) throw error
    }
  }
}
