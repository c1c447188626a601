import type { Connection } from '../connection.ts'

/** As long as the pool waits for a connection. */
const maxWaitMs = 5_000

/**
 * Commits once on a new connection of a primary whose commits wait for a standby, so that all it shows is there too: after a
 * crash PostgreSQL shows commits that no standby has, and a failover would take back what we read and told (decision 189).
 */
export async function awaitStandby(connection: Connection): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('timeout expired while waiting for the standby')), maxWaitMs)
  try {
    await Promise.race([connection.query(barrier), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** A transactional message is a commit in the log without a row. */
const barrier = `
  select case when not pg_is_in_recovery() and current_setting('synchronous_standby_names') <> ''
    then pg_logical_emit_message(true, 'coverdesk', '') end`
