import pg from 'pg'
import { CopyWriter } from './import-copy.ts'

/**
 * Runs `work` on a connection of its own, in one transaction without the time limits of requests, so that a killed
 * process leaves nothing of it. Whoever asks with the same `turn` waits until this one is over.
 */
export async function bulkLoad<T>(url: string, turn: number, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'coverdesk load' })
  pool.on('error', () => undefined)
  try {
    const client = await pool.connect()
    // While it is lent, the pool does not hear that it broke; the query that waits for it does.
    client.on('error', () => undefined)
    try {
      await client.query('begin')
      await client.query('set local statement_timeout = 0; set local lock_timeout = 0')
      await client.query('set local idle_in_transaction_session_timeout = 0')
      await client.query('select pg_advisory_xact_lock($1)', [turn])
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

/** Waiting costs more than writing a row. */
const rowsBetweenDrains = 100

/** Copies rows into `into`, a table with its columns made of known names; '' is null but in the first. Memory stays flat for any number. */
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

/** Brings the identity sequences past ids that were copied in. */
export async function moveIdentities(client: pg.PoolClient, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await client.query(
      `select setval(pg_get_serial_sequence($1, 'id'), greatest((select max(id) from ${pg.escapeIdentifier(table)}), 1))`,
      [table],
    )
  }
}
