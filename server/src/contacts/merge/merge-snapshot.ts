import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
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

const Rows = z.array(z.record(z.string(), z.unknown()))
type Rows = z.output<typeof Rows>

const rowsOf = (snapshot: Snapshot, table: string): Rows => Rows.parse(JSON.parse(snapshot[table] ?? '[]'))

/**
 * Names of the parts in which the current rows differ from a stored snapshot, in the columns that both have: a later release may
 * have added or removed others. Versions are ignored, because they increase with every change.
 */
export function differences(current: Snapshot, stored: Snapshot): string[] {
  return contactParts.flatMap(({ table, words }) => {
    const [now, then] = [rowsOf(current, table), rowsOf(stored, table)]
    const [one = {}, other = {}] = [now[0], then[0]]
    const columns = Object.keys(one).filter((column) => column in other && column !== 'version')
    const plain = (rows: Rows) => JSON.stringify(rows.map((row) => columns.map((column) => row[column])))
    return plain(now) === plain(then) ? [] : [words]
  })
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
    const [stored = {}] = rowsOf(snapshot, part.table)
    // A column that a later release added keeps its value.
    const columns = (await storedColumns(db, part)).filter((column) => column in stored)
    if (columns.length === 0) continue
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
