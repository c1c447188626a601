import type { StartConfig } from '../config/config.ts'
import { FolderTaken } from '../embedded-postgres/embedded-lock.ts'
import type { OpenedDatabase } from '../embedded-postgres/embedded-postgres.ts'
import { runningDatabase } from '../embedded-postgres/embedded-running.ts'
import { checkInstallationKind } from './installation-kind.ts'
import { openDatabase } from './open-database.ts'

/**
 * Opens the database for a command: connects to the one of a running server, or starts it for the duration of the command.
 * Throws a BootFailure when the settings request another kind of installation.
 */
export async function reachDatabase(config: StartConfig): Promise<Pick<OpenedDatabase, 'url' | 'stop'>> {
  const database = await openOrJoin(config)
  try {
    await checkInstallationKind(database.url, config)
    return database
  } catch (error) {
    await database.stop()
    throw error
  }
}

async function openOrJoin(config: StartConfig): Promise<Pick<OpenedDatabase, 'url' | 'stop'>> {
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
