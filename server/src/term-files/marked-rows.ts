import { fail } from '@coverdesk/domain/fail.ts'
import type { FieldChange } from '@coverdesk/domain/history/history-contract.ts'
import { sql } from 'kysely'
import { type ChangedEntity, keepChanges } from '../history/record-changes.ts'
import type { Db } from '../platform/db/database.ts'

/** Table of versioned rows with a history. */
export interface MarkedTable {
  table: string
  entity: ChangedEntity
}

/** Row that a load writes. */
export interface RowWrite {
  /** Null: a new row. */
  recordId: number | null
  /** Of a new row all columns, else those that an edit may change. */
  columns: Readonly<Record<string, unknown>>
  /** The same columns of a stored row. */
  before: Readonly<Record<string, unknown>> | null
  /** How a sentence names it. */
  name: string
  action: string
  changes: readonly FieldChange[]
}

/** Writes rows of a load with their history, and marks them for the undo. */
export async function writeMarkedRows(
  db: Db,
  { table, entity }: MarkedTable,
  writes: readonly RowWrite[],
  { batchId, userId }: { batchId: number; userId: number },
): Promise<void> {
  const changed = writes.filter(({ recordId }) => recordId !== null)
  const added = writes.filter(({ recordId }) => recordId === null)
  // First what ends, so that new rows have room.
  const versions = await updateRows(
    db,
    table,
    changed.map(({ recordId, columns }) => ({ ...columns, id: recordId })),
  )
  const ids = await insertRows(db, table, added)
  const written = [
    ...changed.map((write) => ({ write, id: write.recordId ?? 0, version: versions.get(write.recordId ?? 0) ?? 1 })),
    ...added.map((write, index) => ({ write, id: ids[index] ?? fail('server.error'), version: 1 })),
  ]
  await keepChanges(
    db,
    entity,
    userId,
    written.map(({ write: { action, changes }, id, version }) => ({ id, version, action, changes })),
  )
  const marks = written.map(({ write: { before, name }, id, version }) => ({ id, version, before, name }))
  await sql`
    insert into term_marks (batch_id, record_id, version, before, name)
    select ${batchId}::bigint, m.id, m.version, m.before, m.name
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as m (id bigint, version int, before jsonb, name text)`.execute(
    db,
  )
}

async function updateRows(
  db: Db,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<Map<number, number>> {
  const [first] = rows
  if (!first) return new Map()
  const names = Object.keys(first).filter((name) => name !== 'id')
  const set = names.map((name) => sql`${sql.ref(name)} = n.${sql.ref(name)}`)
  const updated = await sql<{ id: number; version: number }>`
    update ${sql.table(table)} t set ${sql.join(set)}, version = t.version + 1
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) n
    where n.id = t.id returning t.id, t.version`.execute(db)
  return new Map(updated.rows.map(({ id, version }) => [id, version]))
}

/** Ids in the order of the rows. */
async function insertRows(db: Db, table: string, added: readonly RowWrite[]): Promise<number[]> {
  const [first] = added
  if (!first) return []
  const columns = sql.join(Object.keys(first.columns).map((name) => sql.ref(name)))
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(added.map((row) => row.columns))}::jsonb)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Mark of a row that a load wrote, beside the row's present version (null: it is gone). */
export interface TermMark {
  recordId: number
  version: number
  present: number | null
  before: Readonly<Record<string, unknown>> | null
  name: string
}

/**
 * Puts back what a load wrote: deletes its new rows and restores the columns of the others as another version. Fails with
 * `upload.changed_since`, naming the rows, when one was changed or deleted since.
 */
export async function undoMarkedRows(
  db: Db,
  { table, entity }: MarkedTable,
  batch: { id: number; undoneBy: number },
  refuse?: (made: readonly TermMark[]) => Promise<void>,
): Promise<TermMark[]> {
  const { rows: marks } = await sql<TermMark>`
    select m.record_id as "recordId", m.version, t.version as present, m.before, m.name
    from term_marks m left join ${sql.table(table)} t on t.id = m.record_id
    where m.batch_id = ${batch.id} order by m.record_id`.execute(db)
  refuseChangedSince(marks)
  const made = marks.filter(({ before }) => before === null)
  await refuse?.(made)
  await sql`delete from ${sql.table(table)} where id = any(${made.map(({ recordId }) => recordId)}::bigint[])`.execute(
    db,
  )
  const restored = marks.filter(({ before }) => before !== null)
  const versions = await updateRows(
    db,
    table,
    restored.map(({ recordId, before }) => ({ ...before, id: recordId })),
  )
  await keepChanges(
    db,
    entity,
    batch.undoneBy,
    restored.map(({ recordId }) => ({
      id: recordId,
      version: versions.get(recordId) ?? 1,
      action: 'Load undone',
      changes: [],
    })),
  )
  await moveEarlierMarks(db, batch.id, versions)
  return marks
}

/** Fails and names the rows that are not as the load left them. */
export function refuseChangedSince(marks: readonly Pick<TermMark, 'version' | 'present' | 'name'>[]): void {
  const changed = marks.filter(({ version, present }) => present !== version).map(({ name }) => name)
  if (changed.length === 0) return
  const more = changed.length > 5 ? `, and ${changed.length - 5} more` : ''
  const message = `Changed since this file was loaded: ${changed.slice(0, 5).join('; ')}${more}. Nothing was undone.`
  fail('upload.changed_since', { message, details: changed.map((name) => ({ path: 'batchId', message: name })) })
}

/** The rows are again as an earlier load left them, so that this load can be undone next. */
export async function moveEarlierMarks(db: Db, batchId: number, versions: ReadonlyMap<number, number>): Promise<void> {
  const moved = [...versions].map(([id, version]) => ({ id, version }))
  await sql`
    update term_marks e set version = v.version
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as v (id bigint, version int),
      term_marks u, import_batches b, import_batches undone
    where u.batch_id = ${batchId} and u.record_id = v.id and undone.id = u.batch_id
      and e.record_id = v.id and e.version = u.version - 1 and e.batch_id < u.batch_id
      and b.id = e.batch_id and b.kind = undone.kind and b.undone_at is null`.execute(db)
}
