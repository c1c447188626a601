import type { Config } from './config.ts'
import { FolderTaken } from './embedded-lock.ts'
import type { OpenedDatabase } from './embedded-postgres.ts'
import { runningDatabase } from './embedded-running.ts'
import { openDatabase } from './open-database.ts'

/** The database for a command: a running server keeps its own, a stopped one's is opened for as long as this takes. */
export async function reachDatabase(config: Config): Promise<Pick<OpenedDatabase, 'url' | 'stop'>> {
  try {
    return await openDatabase(config, console.log)
  } catch (error) {
    const url =
      error instanceof FolderTaken && config.database.kind === 'embedded'
        ? runningDatabase(config.dataDir, config.database.ownerPassword)
        : null
    if (!url) throw error
    return { url, stop: async () => undefined }
  }
}
