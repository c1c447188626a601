import pg from 'pg'
import { BootFailure } from '../runtime/boot-failure.ts'
import { type Connection, withConnection } from './connection.ts'

/**
 * Limits that every session of the application starts with (P-78). A client that is gone is noticed within a quarter
 * of a second, so its long statement is undone instead of committed. Work that honestly takes minutes (an import of a
 * million rows, a large export) raises `statement_timeout` for its own transaction with `set local`.
 */
export const sessionLimits = {
  client_connection_check_interval: '250ms',
  statement_timeout: '30s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '1min',
} as const

/** Extensions are found in their own schema, tables in the one named like the role, or else in `public`. */
const searchPath = '"$user", public, extensions'

/**
 * Makes the limits the defaults of `role` everywhere in a cluster of our own, or, when none is given, of the
 * connection's own role in this one database. There they hold for every node and behind any pooler: sessions that a pooler
 * keeps from before are ended, since they began without them.
 */
export async function setSessionLimits(ownerUrl: string, role?: string): Promise<void> {
  await withConnection(ownerUrl, 'start', async (client) => {
    const target = role ? pg.escapeIdentifier(role) : await ownPlace(client)
    const settings = Object.entries(sessionLimits).map(
      ([name, value]) => `alter role ${target} set ${name} = ${pg.escapeLiteral(value)}`,
    )
    const before = role ? null : await keptSettings(client)
    await client.query([...settings, `alter role ${target} set search_path = ${searchPath}`].join(';\n'))
    if (!role && before !== (await keptSettings(client))) await endOlderSessions(client)
  })
}

/** What sessions of this role begin with in this database, as one text. */
async function keptSettings(client: Connection): Promise<string> {
  const { rows } = await client.query<{ kept: string }>(`
    select coalesce(string_agg(setconfig::text, ''), '') as kept from pg_db_role_setting
    where setrole = current_user::regrole and setdatabase = (select oid from pg_database where datname = current_database())`)
  return rows[0]?.kept ?? ''
}

/** Ends our idle sessions and at last this one: a pooler would give them out again, with the settings that they began with. */
async function endOlderSessions(client: Connection): Promise<void> {
  await client.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where usename = current_user and datname = current_database() and state = 'idle' and pid <> pg_backend_pid()
      and application_name like 'coverdesk%'`)
  await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined)
}

async function ownPlace(client: Connection): Promise<string> {
  const { rows } = await client.query<{ place: string }>(
    "select format('%I in database %I', current_user, current_database()) as place",
  )
  return rows[0]?.place ?? 'current_user'
}

/**
 * Proves by SHOW on a new session that none of the limits is off, and answers what it saw.
 * Throws a BootFailure that names those that are off.
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
