import { type LentConnection, quotedName } from '../platform/db/connection.ts'

interface Rebuilt {
  drop: string
  create: string
}

/**
 * Fills large tables without their indexes, foreign keys and exclusion constraints, and recreates these afterwards, which is
 * much faster. Primary keys stay. Must run in a transaction, so that no transaction sees the tables without indexes; `client`
 * belongs to the owner.
 */
export async function withoutIndexes(
  client: LentConnection,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const rebuilt = [...(await constraintsOf(client, tables)), ...(await indexesOf(client, tables))]
  for (const { drop } of rebuilt) await client.query(drop)
  await work()
  await client.query(`set local maintenance_work_mem = '256MB'`)
  for (const { create } of rebuilt.toReversed()) await client.query(create)
}

async function constraintsOf(client: LentConnection, tables: readonly string[]): Promise<Rebuilt[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where conrelid = any($1::regclass[]) and contype in ('f', 'u', 'x') order by contype, conname`,
    [tables],
  )
  return rows.map(({ table, name, definition }) => ({
    drop: `alter table ${table} drop constraint ${quotedName(name)}`,
    create: `alter table ${table} add constraint ${quotedName(name)} ${definition}`,
  }))
}

/** Indexes that back no constraint; read after the constraints, which drop theirs. */
async function indexesOf(client: LentConnection, tables: readonly string[]): Promise<Rebuilt[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = any($1::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
     order by indexrelid`,
    [tables],
  )
  return rows.map(({ name, definition }) => ({ drop: `drop index ${name}`, create: definition }))
}
