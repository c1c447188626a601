import {
  type EmbeddedOptions,
  type OpenedDatabase,
  openEmbeddedPostgres,
} from '@coverdesk/embedded-postgres/open-embedded-postgres.ts'
import { noDiskWatch } from '@coverdesk/embedded-postgres/watch-disk.ts'
import type { Config } from '../config/config.ts'
import { databaseProduct } from '../config/database-product.ts'
import { DatabaseClient } from '../db/cluster/database-client.ts'
import { withConnection } from '../db/connection.ts'
import { setSessionLimits } from '../db/session-limits.ts'
import { BootFailure } from '../runtime/boot-failure.ts'

const oldestMajor = 15

/**
 * Opens the configured database: the embedded one, or an external PostgreSQL ≥ 15, where one role is both owner and
 * application and `stop` does nothing. Throws a BootFailure when it is unreachable.
 */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'database' | 'databaseRestartSeconds'>,
  say: (line: string) => void,
): Promise<OpenedDatabase> {
  const { database, dataDir, databaseRestartSeconds: restartSeconds } = config
  if (database.kind === 'embedded')
    return await openEmbeddedPostgres({ ...embeddedDatabase, dataDir, database, restartSeconds }, say)
  await checkExternal(database.url)
  await setSessionLimits(database.url)
  return {
    url: database.url,
    appUrl: database.url,
    state: () => 'running',
    // The pool reconnects when it is back.
    lost: new Promise(() => undefined),
    stop: async () => undefined,
    disk: noDiskWatch,
    explain: (error) => error,
  }
}

/** What an embedded database of Coverdesk has in common, wherever it is opened. */
export const embeddedDatabase: Pick<EmbeddedOptions, 'product' | 'prepare' | 'relieve'> = {
  product: databaseProduct,
  prepare: (ownerUrl) => setSessionLimits(ownerUrl, databaseProduct.appRole),
  // Imports use the most space and roll back completely.
  relieve: (ownerUrl) =>
    withConnection(ownerUrl, 'disk', async (connection) => {
      await connection.query(
        "select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'coverdesk load'",
      )
    }),
}

async function checkExternal(url: string): Promise<void> {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string; standby: boolean; readonly: boolean }>(
      `select current_setting('server_version_num') as version, pg_is_in_recovery() as standby,
         current_setting('transaction_read_only')::boolean as readonly`,
    )
    const major = Math.floor(Number(rows[0]?.version) / 10_000)
    if (major < oldestMajor)
      throw new BootFailure(
        `The database at DATABASE_URL is PostgreSQL ${major}; Coverdesk needs ${oldestMajor} or newer.`,
      )
    if (rows[0]?.standby)
      throw new BootFailure(
        'The database at DATABASE_URL is a standby, which can only be read. Set DATABASE_URL to the primary, or promote the standby.',
      )
    if (rows[0]?.readonly)
      throw new BootFailure(
        'The database at DATABASE_URL is read-only (default_transaction_read_only is on). Turn that off for this role and database, or set DATABASE_URL to a database that can be written.',
      )
  } catch (error) {
    if (error instanceof BootFailure) throw error
    const reason = error instanceof Error ? error.message || error.name : String(error)
    throw new BootFailure(
      `The database at DATABASE_URL cannot be used: ${reason}. Check the address, the user and the password.`,
      {
        cause: error,
      },
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}
