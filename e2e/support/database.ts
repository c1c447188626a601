import { dirname, join } from 'node:path'
import { keptSecrets } from '@coverdesk/server/src/platform/config/secrets-file.ts'
import { type Connection, withConnection } from '@coverdesk/server/src/platform/db/connection.ts'
import { ownerRole } from '@coverdesk/server/src/platform/embedded-postgres/embedded-cluster.ts'
import { resolveLocation } from '@coverdesk/server/src/platform/embedded-postgres/embedded-place.ts'
import { databaseName } from '@coverdesk/server/src/platform/embedded-postgres/embedded-roles.ts'

const dataDir = () => join(process.env.E2E_DATA_DIR ?? '', 'data')

/** Where the database of the run keeps its files, its log of writes and what it says. */
export function databaseFolder(): string {
  return dirname(resolveLocation(dataDir(), () => undefined).data)
}

/** Lets a journey arrange in the database of the run what no screen can: people, and moments that have passed. */
export async function inDatabase<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
  return await withConnection(databaseUrl(), 'journeys', work)
}

let found: string | undefined

/** The owner's address of the database of the run; looked for once, as that asks the system whether a user may enter a folder. */
export function databaseUrl(): string {
  found ??= findDatabase()
  return found
}

function findDatabase(): string {
  const { run } = resolveLocation(dataDir(), () => undefined)
  const password = encodeURIComponent(keptSecrets(dataDir()).databaseOwner)
  return `postgresql://${ownerRole}:${password}@${encodeURIComponent(run)}:5432/${databaseName}`
}
