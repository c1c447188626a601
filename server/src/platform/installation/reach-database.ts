import { FolderTaken } from '@coverdesk/embedded-postgres/folder-lock.ts'
import type { OpenedDatabase } from '@coverdesk/embedded-postgres/open-embedded-postgres.ts'
import { runningDatabase } from '@coverdesk/embedded-postgres/running-database.ts'
import type { StartConfig } from '../config/config.ts'
import { databaseProduct } from '../config/database-product.ts'
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
        ? runningDatabase(databaseProduct, config.dataDir, config.database.ownerPassword)
        : null
    if (!url) throw error
    return { url, stop: async () => undefined }
  }
}
