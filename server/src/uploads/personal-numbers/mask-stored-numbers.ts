import { setTimeout as wait } from 'node:timers/promises'
import { maskData, maskDocument, maskNumbers } from '@coverdesk/domain/fields/mask-numbers.ts'
import { type Connection, quotedName, withConnection } from '../../platform/db/connection.ts'

/** Name of this repair in data_repairs (created by migration 0075). */
const repair = 'mask-personal-numbers'
/** Rows in memory at a time; a document has up to 500,000 characters. */
const batchSize = 100

/** Columns of a row as text, by name. */
type Row = Record<string, string | null>

/** A table that stored personal numbers before input was masked. */
interface Repaired {
  table: string
  /** Type of each column to mask. */
  columns: Readonly<Record<string, 'text' | 'jsonb'>>
  mask: (row: Row) => Row
}

const name = (text: string | null | undefined) => (text ? maskNumbers(text) : (text ?? null))

const tables: readonly Repaired[] = [
  {
    table: 'import_runs',
    columns: { file_name: 'text', message: 'text', outcome: 'jsonb' },
    mask: (row) => ({
      file_name: name(row.file_name),
      message: name(row.message),
      outcome: maskMembers(row.outcome, ['headings', 'ignoredColumns', 'problems']),
    }),
  },
  {
    table: 'import_refusals',
    columns: { column_name: 'text', value: 'text', key: 'text' },
    mask: (row) => ({
      column_name: name(row.column_name),
      value: row.value ? maskNumbers(row.value, row.column_name ?? '') : null,
      key: row.key ? maskNumbers(row.key, 'policyNumber') : null,
    }),
  },
  { table: 'import_batches', columns: { file_name: 'text' }, mask: (row) => ({ file_name: name(row.file_name) }) },
  { table: 'files', columns: { name: 'text' }, mask: (row) => ({ name: name(row.name) }) },
  {
    table: 'marketplace_applications',
    columns: { raw: 'text', document: 'jsonb' },
    mask: ({ raw, document }) => ({
      raw: raw ? maskDocument(raw) : null,
      document: document ? maskDocument(document) : null,
    }),
  },
  {
    table: 'marketplace_marks',
    columns: { before: 'jsonb' },
    mask: ({ before }) => ({ before: maskMembers(before, ['raw', 'document']) }),
  },
]

/** Masks members of a JSON document; returns the original text if nothing changes. */
function maskMembers(text: string | null | undefined, members: readonly string[]): string | null {
  if (!text) return null
  const data: unknown = JSON.parse(text)
  if (typeof data !== 'object' || data === null) return text
  const masked = Object.entries(data).map(([key, value]) => [key, members.includes(key) ? maskData(value) : value])
  const result = JSON.stringify(Object.fromEntries(masked))
  return result === JSON.stringify(data) ? text : result
}

/**
 * Masks the personal numbers that were stored before input was masked (P-61), once per database, and rewrites each
 * changed table because an updated row leaves its old version in the file. Repeated at the next start if interrupted.
 * Returns the number of changed rows.
 */
export async function maskStoredNumbers(ownerUrl: string): Promise<number> {
  return await withConnection(ownerUrl, 'repair', async (client) => {
    const { rows } = await client.query('select from data_repairs where name = $1 and done_at is null', [repair])
    if (rows.length === 0) return 0
    let changed = 0
    for (const repaired of tables) {
      const found = await maskTable(client, repaired)
      if (found > 0) {
        await waitForOlderTransactions(client)
        await rewriteTable(client, repaired.table)
      }
      changed += found
    }
    if (changed > 0) await endSegment(client)
    await client.query('update data_repairs set done_at = now() where name = $1', [repair])
    return changed
  })
}

async function maskTable(client: Connection, { table, columns, mask }: Repaired): Promise<number> {
  const target = quotedName(table)
  const names = Object.keys(columns)
  const read = names.map((column) => `${quotedName(column)}::text`).join(', ')
  const set = names.map((column, at) => `${quotedName(column)} = $${at + 2}::${columns[column]}`).join(', ')
  let changed = 0
  await inLongTransaction(client, async () => {
    // Triggers are off because masking does not change the meaning of a document.
    await client.query(`alter table ${target} disable trigger user`)
    await client.query(`declare stored cursor for select ctid::text as row, ${read} from ${target} for update`)
    while (true) {
      const { rows } = await client.query<Row>(`fetch ${batchSize} from stored`)
      for (const { row, ...before } of rows) {
        const after = mask(before)
        if (names.every((column) => after[column] === before[column])) continue
        await client.query(`update ${target} set ${set} where ctid = $1::tid`, [
          row,
          ...names.map((column) => after[column]),
        ])
        changed++
      }
      if (rows.length < batchSize) break
    }
    await client.query('close stored')
    await client.query(`alter table ${target} enable trigger user`)
  })
  return changed
}

/**
 * Runs `work` in a transaction without the timeouts of requests: a setting of the session would go to other clients of a
 * pooler.
 */
async function inLongTransaction(client: Connection, work: () => Promise<unknown>): Promise<void> {
  await client.query('begin')
  try {
    await client.query('set local statement_timeout = 0; set local lock_timeout = 0')
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Rewrites a table and its indexes without old versions of rows. VACUUM FULL does the same, but in no transaction. */
async function rewriteTable(client: Connection, table: string): Promise<void> {
  await inLongTransaction(client, async () => {
    const { rows } = await client.query<{ name: string }>(
      `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
       where i.indrelid = $1::regclass and i.indisprimary`,
      [table],
    )
    if (!rows[0]) throw new Error(`The table ${table} has no primary key`)
    await client.query(`cluster ${quotedName(table)} using ${quotedName(rows[0].name)}`)
    await client.query(`alter table ${quotedName(table)} set without cluster`)
  })
}

/**
 * CLUSTER copies the old versions too while a transaction from before their change is open in any database of the
 * cluster. One that stays open longer than a minute is not waited for, since a start must come to an end.
 */
async function waitForOlderTransactions(client: Connection): Promise<void> {
  const { rows } = await client.query<{ next: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as next')
  const areOver = async () => {
    const oldest = 'select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 as over'
    return (await client.query<{ over: boolean }>(oldest, [rows[0]?.next])).rows[0]?.over
  }
  for (let tries = 0; tries < 600 && !(await areOver()); tries++) await wait(100)
}

/** Switches to a new WAL segment if the role may, so that old segments are removed or recycled sooner. */
async function endSegment(client: Connection): Promise<void> {
  for (const statement of ['checkpoint', 'select pg_switch_wal()', 'checkpoint'])
    await inLongTransaction(client, () => client.query(statement)).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === '42501')) throw error
    })
}
