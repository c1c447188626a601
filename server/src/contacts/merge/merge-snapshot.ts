import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type ContactPart, contactParts } from './contact-references.ts'

/** Rows by table, as JSON text that PostgreSQL writes and reads without loss. */
export type Snapshot = Readonly<Record<string, string>>

/** All rows that are part of the contacts. */
export async function takeSnapshot(db: Db, ids: readonly number[]): Promise<Snapshot> {
  const taken: Record<string, string> = {}
  for (const part of contactParts) {
    const { rows } = await sql<{ rows: string }>`
      select coalesce(jsonb_agg(to_jsonb(t) order by t.${sql.ref(part.key)}), '[]')::text as rows
      from ${sql.table(part.table)} t where ${ofContacts(part, ids)}`.execute(db)
    taken[part.table] = rows[0]?.rows ?? '[]'
  }
  return taken
}

/** A snapshot as one jsonb value. */
export function asJson(snapshot: Snapshot): string {
  return `{${Object.entries(snapshot)
    .map(([table, rows]) => `${JSON.stringify(table)}:${rows}`)
    .join()}}`
}

/** Names of the parts in which two snapshots differ. Versions are ignored, because they increase with every change. */
export function differences(a: Snapshot, b: Snapshot): string[] {
  const plain = (rows: string | undefined) => rows?.replace(/"version": \d+/g, '"version": 0')
  return contactParts.flatMap(({ table, words }) => (plain(a[table]) === plain(b[table]) ? [] : [words]))
}

/**
 * Restores the rows of a snapshot and deletes later ones. Versions keep increasing, so that an edit based on the merged state
 * is not mistaken for one based on the state before (P-74).
 */
export async function restoreSnapshot(db: Db, snapshot: Snapshot, ids: readonly number[]): Promise<void> {
  for (const part of contactParts) {
    const was = sql`jsonb_populate_recordset(null::${sql.table(part.table)}, ${snapshot[part.table] ?? '[]'}::jsonb)`
    await sql`
      delete from ${sql.table(part.table)} t
      where ${ofContacts(part, ids)} and t.${sql.ref(part.key)} not in (select was.${sql.ref(part.key)} from ${was} was)`.execute(
      db,
    )
    const columns = await storedColumns(db, part)
    const set = columns.map((column) =>
      column === 'version' ? sql`version = t.version + 1` : sql`${sql.ref(column)} = was.${sql.ref(column)}`,
    )
    await sql`
      update ${sql.table(part.table)} t set ${sql.join(set)} from ${was} was
      where t.${sql.ref(part.key)} = was.${sql.ref(part.key)}`.execute(db)
  }
}

/** Columns of a table except generated ones and the key. */
async function storedColumns(db: Db, { table, key }: ContactPart): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> ${key}
    order by attnum`.execute(db)
  return rows.map(({ name }) => name)
}

function ofContacts({ column, only }: ContactPart, ids: readonly number[]): RawBuilder<boolean> {
  const own = sql<boolean>`t.${sql.ref(column)} = any(${ids}::bigint[])`
  return only === undefined ? own : sql<boolean>`${own} and ${sql.raw(only)}`
}
