import { type Connection, quotedName } from '../platform/db/connection.ts'

/** Definitions to restore after the rows. */
export interface LaidAside {
  count: number
  putBack: () => Promise<void>
}

/**
 * Truncates all tables and drops triggers, foreign keys and indexes, which would slow down or reject the rows. Restoring them
 * validates the references and builds each index once. Runs in the caller's transaction.
 */
export async function emptyTables(connection: Connection, tables: readonly string[]): Promise<LaidAside> {
  await connection.query('set constraints all immediate')
  const references = await statements(
    connection,
    `select format('alter table %I drop constraint %I', t.relname, c.conname) as drop,
       format('alter table %I add constraint %I %s', t.relname, c.conname, pg_get_constraintdef(c.oid)) as make
     from pg_constraint c join pg_class t on t.oid = c.conrelid
     where c.contype = 'f' and t.relnamespace = current_schema()::regnamespace and c.conparentid = 0 order by t.relname, c.conname`,
  )
  const indexes = await statements(
    connection,
    `select format('drop index %I', i.relname) as drop, pg_get_indexdef(i.oid) as make
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
     where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r' and t.relpersistence = 'p'
       and not exists (select from pg_constraint c where c.conindid = i.oid and c.contype in ('p', 'u', 'x'))
     order by t.relname, i.relname`,
  )
  const names = tables.map(quotedName)
  for (const name of names) await connection.query(`alter table ${name} disable trigger user`)
  for (const { drop } of [...references, ...indexes]) await connection.query(drop)
  await connection.query(`truncate ${names.join(', ')}`)
  return {
    count: indexes.length,
    putBack: async () => {
      await connection.query("set local maintenance_work_mem = '256MB'")
      for (const { make } of [...indexes, ...references]) await connection.query(make)
      for (const name of names) await connection.query(`alter table ${name} enable trigger user`)
    },
  }
}

async function statements(connection: Connection, sql: string): Promise<{ drop: string; make: string }[]> {
  return (await connection.query<{ drop: string; make: string }>(sql)).rows
}
