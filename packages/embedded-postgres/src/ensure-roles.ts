import pg from 'pg'
import type { Product } from './product.ts'

/**
 * Creates the database and the application's role if missing. Default privileges grant access to new tables; a migration of
 * an append-only table revokes.
 */
export async function ensureRoles(
  { ownerRole, appRole, database }: Product,
  urlOf: (database: string) => string,
  appPassword: string,
): Promise<void> {
  await withClient(urlOf('postgres'), async (client) => {
    const { rows } = await client.query<{ role: boolean; base: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
              exists (select from pg_database where datname = $2) as base`,
      [appRole, database],
    )
    const password = pg.escapeLiteral(appPassword)
    if (!rows[0]?.role) await client.query(`create role ${appRole} login password ${password}`)
    if (!rows[0]?.base) await client.query(`create database ${database}`)
  })
  await withClient(urlOf(database), (client) =>
    client.query(`
      revoke all on database ${database} from public;
      grant connect, temporary on database ${database} to ${appRole};
      create schema if not exists extensions;
      grant usage on schema public, extensions to ${appRole};
      alter role ${ownerRole} set search_path = "$user", public, extensions;
      alter default privileges for role ${ownerRole} grant select, insert, update, delete on tables to ${appRole};
      alter default privileges for role ${ownerRole} grant usage, select on sequences to ${appRole};
      alter default privileges for role ${ownerRole} grant execute on functions to ${appRole}`),
  )
}

/** Closes the connection afterwards; a lost connection fails the pending query, never the process. */
async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
