import { dirname, join } from 'node:path'
import { resolveLocation } from '@coverdesk/embedded-postgres/resolve-location.ts'
import { databaseProduct } from '@coverdesk/server/src/platform/config/database-product.ts'
import { loadSecretsFile } from '@coverdesk/server/src/platform/config/secrets-file.ts'
import { type Connection, withConnection } from '@coverdesk/server/src/platform/db/connection.ts'

const dataDir = () => join(process.env.E2E_DATA_DIR ?? '', 'data')

/** Folder of the run's database with its files, write-ahead log and server log. */
export function databaseFolder(): string {
  return dirname(resolveLocation(databaseProduct, dataDir(), () => undefined).data)
}

/** Runs set-up in the database that no screen offers, such as users and past timestamps. */
export async function inDatabase<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
  return await withConnection(databaseUrl(), 'e2e', work)
}

let cachedUrl: string | undefined

/** Connection string of the run's database as its owner; cached, since the lookup checks folder permissions. */
export function databaseUrl(): string {
  cachedUrl ??= findDatabase()
  return cachedUrl
}

function findDatabase(): string {
  const { run } = resolveLocation(databaseProduct, dataDir(), () => undefined)
  const password = encodeURIComponent(loadSecretsFile(dataDir()).databaseOwner)
  return `postgresql://${databaseProduct.ownerRole}:${password}@${encodeURIComponent(run)}:5432/${databaseProduct.database}`
}
