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
  const client = new DatabaseClient({ connectionString: url, application_name: `coverdesk ${purpose}` })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
