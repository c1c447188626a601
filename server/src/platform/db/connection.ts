import pg from 'pg'

/** One connection past the pool: for commands, seeds and bulk loads, which speak SQL and COPY to it. */
export type Connection = pg.ClientBase
/** The same, lent by a pool, as bulk loads get it. */
export type LentConnection = pg.PoolClient

/** A name of the database made safe to stand in SQL. */
export const quotedName = pg.escapeIdentifier

/**
 * Opens a connection to `url` for `work` and closes it whatever happens; `purpose` is what the database shows of it.
 * A database that goes away fails the query that waits for it, never the process.
 */
export async function withConnection<T>(
  url: string,
  purpose: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: `coverdesk ${purpose}` })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
