import pg from 'pg'
import { BootFailure } from '../runtime/boot-failure.ts'
import { type Connection, withConnection } from './connection.ts'

/**
 * Timeouts of every session of the application (P-78). A disconnected client is detected within 250 ms, so its statement is
 * rolled back instead of committed. Long work (a large import or export) raises `statement_timeout` with `set local`.
 */
export const sessionLimits = {
  client_connection_check_interval: '250ms',
  statement_timeout: '30s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '1min',
} as const

/** Advisory lock for one change at a time. The number is arbitrary, but must never change. */
const limitsTurn = 7_316_087

/** Tables are in the schema named like the role, or else in `public`; extensions have their own. */
const searchPath = '"$user", public, extensions'

/**
 * Sets the limits as defaults of `role` in our own cluster or, without a role, of the connection's role in this database, so
 * that they apply to every node and behind any pooler. Terminates older pooled sessions, which started without them.
 */
export async function setSessionLimits(ownerUrl: string, role?: string): Promise<void> {
  await withConnection(ownerUrl, 'start', async (client) => {
    // PostgreSQL refuses two changes of one role at once, as of nodes that start together.
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [limitsTurn])
    const target = role ? pg.escapeIdentifier(role) : await ownRoleInDatabase(client)
    const settings = Object.entries(sessionLimits).map(
      ([name, value]) => `alter role ${target} set ${name} = ${pg.escapeLiteral(value)}`,
    )
    const before = role ? null : await storedSettings(client)
    await client.query([...settings, `alter role ${target} set search_path = ${searchPath}`].join(';\n'))
    const isChanged = !role && before !== (await storedSettings(client))
    const { rows } = await client.query<{ at: string }>('select clock_timestamp()::text as at')
    await client.query('commit')
    if (isChanged && rows[0]) await endOlderSessions(client, rows[0].at)
  })
}

/** Default settings of this role in this database, as one text. */
async function storedSettings(client: Connection): Promise<string> {
  const { rows } = await client.query<{ settings: string }>(`
    select coalesce(string_agg(setconfig::text, ''), '') as settings from pg_db_role_setting
    where setrole = current_user::regrole and setdatabase = (select oid from pg_database where datname = current_database())`)
  return rows[0]?.settings ?? ''
}

/**
 * Terminates our idle sessions from before the change and this one: a pooler would reuse them with their old settings. Those of
 * a node that starts at the same time are newer.
 */
async function endOlderSessions(client: Connection, changedAt: string): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where usename = current_user and datname = current_database() and state = 'idle' and pid <> pg_backend_pid()
       and application_name like 'coverdesk%' and backend_start < $1::timestamptz`,
    [changedAt],
  )
  await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined)
}

async function ownRoleInDatabase(client: Connection): Promise<string> {
  const { rows } = await client.query<{ place: string }>(
    "select format('%I in database %I', current_user, current_database()) as place",
  )
  return rows[0]?.place ?? 'current_user'
}

/**
 * Checks with SHOW on a new session that all limits are on, and returns them. Throws a BootFailure that names those that are
 * off.
 */
export async function proveSessionLimits(appUrl: string): Promise<Record<string, string>> {
  return await withConnection(appUrl, 'start', async (client) => {
    const seen: Record<string, string> = {}
    for (const name of Object.keys(sessionLimits)) {
      const { rows } = await client.query<Record<string, string>>(`show ${name}`)
      seen[name] = rows[0]?.[name] ?? '0'
    }
    const off = Object.keys(seen).filter((name) => /^0\D*$/.test(seen[name] ?? '0'))
    if (off.length === 0) return seen
    throw new BootFailure(
      `The database does not limit abandoned work: ${off.join(', ')} is off for this role. Set it with: alter role … set ${off[0]} = …`,
    )
  })
}
