import pg from 'pg'
import { DatabaseClient } from './cluster/database-client.ts'

/** Connection outside the pool, for commands, seeds and bulk loads. */
export type Connection = pg.ClientBase
/** Connection checked out of a pool. */
export type LentConnection = pg.PoolClient

/** Quotes an identifier for SQL. */
export const quotedName = pg.escapeIdentifier

/**
 * Runs `work` with a connection to `url` and closes it afterwards. `purpose` appears in `application_name`. A lost
 * connection fails the pending query, never the process.
 */
export async function withConnection<T>(
  url: string,
  purpose: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const client = new DatabaseClient({
    connectionString: url,
    application_name: `coverdesk ${purpose}`,
    // A long query carries nothing: a machine that is gone, or a firewall that forgot the connection, would be waited for.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
