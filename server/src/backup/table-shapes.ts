import { type Connection, quotedName } from '../platform/db/connection.ts'
import type { Contents, TableProof } from './backup-contents.ts'

/** A table whose rows are kept; generated columns follow from the others. */
export interface TableShape {
  name: string
  columns: string[]
  /** Amount columns, summed to verify a restore. */
  amounts: string[]
}

/** Where the agency's tables are; what a load under way stages is unlogged and no part of it. */
const ours = "c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'"

/** All tables but the record of migrations, which is not copied but done again. */
export async function tableShapes(connection: Connection): Promise<TableShape[]> {
  const { rows } = await connection.query<TableShape>(`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.atttypid = 'numeric'::regtype order by a.attnum) as amounts
    from pg_class c where ${ours} and c.relname <> 'migrations' order by c.relname`)
  return rows
}

/** True when there is nothing at all in the place where the agency's tables go. */
export async function isEmpty(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query(
    'select from pg_class c where c.relnamespace = current_schema()::regnamespace limit 1',
  )
  return rows.length === 0
}

/** Disk size of all tables without indexes. */
export async function bytesOfRows(connection: Connection): Promise<number> {
  const { rows } = await connection.query<{ bytes: string }>(
    `select coalesce(sum(pg_table_size(c.oid)), 0)::text as bytes from pg_class c where ${ours}`,
  )
  return Number(rows[0]?.bytes)
}

/** Counts the rows of a table and sums its amounts. */
export async function proofOf(connection: Connection, { name, amounts }: TableShape): Promise<TableProof> {
  const sums = amounts.map((column) => `, sum(${quotedName(column)})::text as ${quotedName(column)}`).join('')
  const { rows } = await connection.query<Record<string, string | null>>(
    `select count(*)::text as " rows"${sums} from ${quotedName(name)}`,
  )
  const { ' rows': count, ...added } = rows[0] ?? {}
  return { rows: Number(count), sums: added }
}

/** Where each sequence stands. Sequences are part of no snapshot: one may have gone on since, never back. */
export async function sequencesOf(connection: Connection): Promise<Contents['sequences']> {
  const { rows } = await connection.query<Contents['sequences'][number]>(`
    select c.relname as name, pg_sequence_last_value(c.oid)::text as last
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S' order by c.relname`)
  return rows
}

/** Table with its columns for COPY. */
export function copied({ name, columns }: Pick<TableShape, 'name' | 'columns'>): string {
  return `${quotedName(name)} (${columns.map((column) => quotedName(column)).join(', ')})`
}

/**
 * Makes values read and written the same on every server, and tables be copied from their beginning; takes the limits off that
 * requests have. For the rest of the transaction.
 */
export async function plainSettings(connection: Connection): Promise<void> {
  await connection.query(`
    set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
    set local bytea_output = 'hex'; set local extra_float_digits = 1; set local xmloption = 'content';
    set local synchronize_seqscans = off; set local row_security = off;
    set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`)
}
