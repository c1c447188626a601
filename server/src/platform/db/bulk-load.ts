import pg from 'pg'
import { DatabaseClient } from './cluster/database-client.ts'
import { CopyWriter } from './copy-writer.ts'

/**
 * Runs `work` on a separate connection in one transaction without the timeouts of requests. Runs with the same `lockId`
 * are serialized by an advisory lock.
 */
export async function bulkLoad<T>(
  url: string,
  lockId: number,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const settings = { connectionString: url, max: 1, application_name: 'coverdesk load' }
  const pool = new pg.Pool({ ...settings, Client: DatabaseClient })
  pool.on('error', () => undefined)
  try {
    const client = await pool.connect()
    // The pool does not handle errors of a checked-out client; the pending query reports them.
    client.on('error', () => undefined)
    try {
      await client.query('begin')
      await client.query('set local statement_timeout = 0; set local lock_timeout = 0')
      await client.query('set local idle_in_transaction_session_timeout = 0')
      await client.query('select pg_advisory_xact_lock($1)', [lockId])
      const result = await work(client)
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    } finally {
      client.release()
    }
  } finally {
    await pool.end()
  }
}

/** Waiting after each row would cost more than writing it. */
const rowsBetweenDrains = 100

/** Copies rows into the table and columns of `into` (trusted SQL) with constant memory. '' is null, except in the first column. */
export async function copyRows(client: pg.PoolClient, into: string, rows: Iterable<readonly string[]>): Promise<void> {
  const writer = new CopyWriter(client, into)
  try {
    let added = 0
    for (const [first = '', ...rest] of rows) {
      writer.add(first, rest)
      if (++added % rowsBetweenDrains === 0) await writer.drain()
    }
  } catch (error) {
    await writer.abandon()
    throw error
  }
  await writer.end()
}

/** Advances the identity sequences past copied ids. */
export async function moveIdentities(client: pg.PoolClient, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await client.query(
      `select setval(pg_get_serial_sequence($1, 'id'), greatest((select max(id) from ${pg.escapeIdentifier(table)}), 1))`,
      [table],
    )
  }
}
