import { join } from 'node:path'
import { type Connection, withConnection } from '@coverdesk/server/src/platform/connection.ts'
import { ownerRole } from '@coverdesk/server/src/platform/embedded-cluster.ts'
import { databasePlace } from '@coverdesk/server/src/platform/embedded-place.ts'
import { databaseName } from '@coverdesk/server/src/platform/embedded-roles.ts'
import { keptSecrets } from '@coverdesk/server/src/platform/secrets-file.ts'

/** Lets a journey arrange in the database of the run what no screen can: people, and moments that have passed. */
export async function inDatabase<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
  const dataDir = join(process.env.E2E_DATA_DIR ?? '', 'data')
  const { run } = databasePlace(dataDir, () => undefined)
  const password = encodeURIComponent(keptSecrets(dataDir).databaseOwner)
  const url = `postgresql://${ownerRole}:${password}@${encodeURIComponent(run)}:5432/${databaseName}`
  return await withConnection(url, 'journeys', work)
}
