import type { FileField, FileShape } from '@coverdesk/domain/uploads/file-shape.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { StagedImport } from './import-definition.ts'

/** Where the records stand that a file is compared with: those of its carrier, or all when it belongs to none. */
export interface Book {
  /** Such as policies; has `id`, `carrier_id` where files belong to carriers, and the columns of the shape. */
  table: string
  /** Column of the record's own number. */
  key: string
  /** Column that is set while the record was missing from the newest file; without it a file need not be full. */
  missing?: string
}

/**
 * Refuses rows whose number stands in the file before: the first one stays, the later ones leave staging and join the
 * refused. Answers how many were refused.
 */
export async function refuseDoubled(db: Db, staged: StagedImport, shape: FileShape, heading: string): Promise<number> {
  const key = sql.ref(keyColumn(shape))
  const rows = sql.table(staged.rows)
  const { numAffectedRows } = await sql`
    with doubled as (select ${key} as key, min(line) as first from ${rows} group by 1 having count(*) > 1),
    gone as (
      delete from ${rows} s using doubled d where s.${key} = d.key and s.line > d.first
      returning s.line, d.key, d.first
    )
    insert into import_refusals (run_id, line, position, column_name, value, reason, key)
    select ${staged.job.runId}::uuid, line, 0, ${heading}, left(key, 200),
      'Stands on line ' || to_char(first, 'FM999,999,999') || ' too', key
    from gone`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Of rows with the same number the last one counts, as if the file had come row by row; the earlier ones leave staging. */
export async function keepLast(db: Db, staged: StagedImport, shape: FileShape): Promise<void> {
  const key = sql.ref(keyColumn(shape))
  const rows = sql.table(staged.rows)
  await sql`
    delete from ${rows} s using (select ${key} as key, max(line) as last from ${rows} group by 1 having count(*) > 1) d
    where s.${key} = d.key and s.line < d.last`.execute(db)
}

/**
 * Compares staging with the carrier's records in one pass: outcomes into `found` (new, changed, unchanged, missing),
 * changed fields into `changes`. A record whose row was refused is not missing.
 */
export async function compareWithBook(db: Db, staged: StagedImport, shape: FileShape, book: Book): Promise<void> {
  const found = sql.table(staged.found)
  const table = sql.table(book.table)
  const key = sql.ref(book.key)
  const { carrierId } = staged.job
  const ofCarrier = carrierId === null ? sql`true` : sql`carrier_id = ${carrierId}`
  const compared = shape.fields.filter(({ column }) => column !== book.key && staged.columns.includes(column))
  const differs = sql.join(
    compared.map(({ column }) => sql`s.${sql.ref(column)} is distinct from t.${sql.ref(column)}`),
    sql` or `,
  )
  await analyze(db, staged.rows)
  await sql`
    insert into ${found} (line, record_id, outcome)
    select s.line, t.id, case
      when t.id is null then 'new'
      when s.line is null then 'missing'
      when ${compared.length > 0 ? differs : sql`false`} then 'changed'
      else 'unchanged' end
    from ${sql.table(staged.rows)} s
    ${book.missing ? sql`full` : sql`left`} join (select * from ${table} where ${ofCarrier}) t on t.${key} = s.${key}
    where s.line is not null ${book.missing ? sql`or t.${sql.ref(book.missing)} is null` : sql``}`.execute(db)
  if (staged.counts.refused > 0 && book.missing)
    await sql`
      delete from ${found} f using ${table} t
      where f.outcome = 'missing' and t.id = f.record_id
        and t.${key} in (select r.key from import_refusals r where r.run_id = ${staged.job.runId}::uuid and r.key is not null)`.execute(
      db,
    )
  await analyze(db, staged.found)
  await listChanges(db, staged, compared, book)
}

/**
 * Tells the planner what a fresh table holds. Without it, it takes a hundred thousand rows for a few and joins them with
 * each other one by one, which takes hours.
 */
async function analyze(db: Db, table: string): Promise<void> {
  await sql`analyze ${sql.table(table)}`.execute(db)
}

/** Each changed field of the rows found as changed, old and new, into `changes`. */
export async function listChanges(
  db: Db,
  staged: StagedImport,
  compared: readonly FileField[],
  book: Pick<Book, 'table'>,
): Promise<void> {
  if (compared.length === 0) return
  const fields = compared.map(
    ({ name, column }, index) =>
      sql`(${sql.lit(index)}, ${sql.lit(name)}, t.${sql.ref(column)}::text, s.${sql.ref(column)}::text)`,
  )
  await sql`
    insert into ${sql.table(staged.changes)} (line, record_id, position, field, old_value, new_value)
    select s.line, t.id, v.position, v.field, v.old_value, v.new_value
    from ${sql.table(staged.found)} f
    join ${sql.table(staged.rows)} s on s.line = f.line
    join ${sql.table(book.table)} t on t.id = f.record_id
    cross join lateral (values ${sql.join(fields)}) v (position, field, old_value, new_value)
    where f.outcome = 'changed' and v.old_value is distinct from v.new_value
    order by s.line, v.position`.execute(db)
}

/** Counts of the outcomes; rows and refused stay as they were read. */
export async function countFound(db: Db, staged: StagedImport): Promise<void> {
  const { rows } = await sql<{ outcome: string; count: number }>`
    select outcome, count(*)::int as count from ${sql.table(staged.found)} group by 1`.execute(db)
  const of = (outcome: string) => rows.find((row) => row.outcome === outcome)?.count ?? 0
  Object.assign(staged.counts, {
    new: of('new'),
    changed: of('changed'),
    unchanged: of('unchanged'),
    missing: of('missing'),
  })
}

function keyColumn(shape: FileShape): string {
  return shape.fields.find((field) => field.name === shape.key)?.column ?? shape.key
}
