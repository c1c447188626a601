import pg from 'pg'
import { withConnection } from '../db/connection.ts'
import { ownerRole } from './embedded-cluster.ts'

/** The role that the application works as: no superuser, owns nothing, reads and writes rows. */
export const appRole = 'coverdesk_app'
export const databaseName = 'coverdesk'

/**
 * Creates the database and the application's role if missing. Default privileges grant access to new tables; a migration of
 * an append-only table revokes.
 */
export async function ensureRoles(urlOf: (database: string) => string, appPassword: string): Promise<void> {
  await withConnection(urlOf('postgres'), 'start', async (client) => {
    const { rows } = await client.query<{ role: boolean; base: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
              exists (select from pg_database where datname = $2) as base`,
      [appRole, databaseName],
    )
    const password = pg.escapeLiteral(appPassword)
    if (!rows[0]?.role) await client.query(`create role ${appRole} login password ${password}`)
    if (!rows[0]?.base) await client.query(`create database ${databaseName}`)
  })
  await withConnection(urlOf(databaseName), 'start', (client) =>
    client.query(`
      revoke all on database ${databaseName} from public;
      grant connect, temporary on database ${databaseName} to ${appRole};
      create schema if not exists extensions;
      grant usage on schema public, extensions to ${appRole};
      alter role ${ownerRole} set search_path = "$user", public, extensions;
      alter default privileges for role ${ownerRole} grant select, insert, update, delete on tables to ${appRole};
      alter default privileges for role ${ownerRole} grant usage, select on sequences to ${appRole};
      alter default privileges for role ${ownerRole} grant execute on functions to ${appRole}`),
  )
}
