import type { FileField, FileShape } from '@coverdesk/domain/uploads/file-shape.ts'
import { leftOutColumn } from '@coverdesk/domain/uploads/row-reader.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { StagedImport } from './import-definition.ts'

/** Table that a file is compared with: the records of its carrier, or all for files without one. */
export interface Book {
  /** For example policies. Needs `id`, the columns of the shape, and `carrier_id` if files belong to carriers. */
  table: string
  /** Column with the record's number. */
  key: string
  /** Column that marks records missing from the newest file; without it, files may be partial. */
  missing?: string
  /** Of records `t` that are not in the file, those that become missing. */
  mayBeMissing?: RawBuilder<unknown>
}

/**
 * Rejects duplicate numbers within the file: keeps the first row and moves later ones from staging to the refusals. Returns
 * the number of rejected rows.
 */
export async function refuseDoubled(db: Db, staged: StagedImport, shape: FileShape, heading: string): Promise<number> {
  const key = sql.ref(keyColumn(shape))
  const rows = sql.table(staged.rows)
  const mayHaveMembers = shape.fields.some(({ name }) => name === 'Relationship') && staged.members === undefined
  const ofMembers = mayHaveMembers
    ? '. If the file has a row for each member, match the column that names the subscriber with Relationship'
    : ''
  const { numAffectedRows } = await sql`
    with doubled as (select ${key} as key, min(line) as first from ${rows} group by 1 having count(*) > 1),
    gone as (
      delete from ${rows} s using doubled d join ${rows} o on o.line = d.first
      where s.${key} = d.key and s.line > d.first
      returning s.line, d.key, d.first, to_jsonb(s) - 'line' is distinct from to_jsonb(o) - 'line' as differs
    )
    insert into import_refusals (run_id, line, position, column_name, value, reason, key)
    select ${staged.job.runId}::uuid, line, 0, ${heading}, left(key, 200),
      'Also on line ' || to_char(first, 'FM999,999,999')
        || case when differs then ', with other values' || ${ofMembers}::text else '' end,
      key
    from gone`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Keeps only the last of the rows with the same number, as if the rows were applied in order. */
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
export async function compareWithStored(db: Db, staged: StagedImport, shape: FileShape, target: Book): Promise<void> {
  const found = sql.table(staged.found)
  const table = sql.table(target.table)
  const key = sql.ref(target.key)
  const { carrierId } = staged.job
  const ofCarrier = carrierId === null ? sql`true` : sql`carrier_id = ${carrierId}`
  const compared = shape.fields.filter(({ column }) => column !== target.key && staged.columns.includes(column))
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
    ${target.missing ? sql`full` : sql`left`} join (select * from ${table} where ${ofCarrier}) t on t.${key} = s.${key}
    where s.line is not null ${target.missing ? sql`or t.${sql.ref(target.missing)} is null and ${target.mayBeMissing ?? sql`true`}` : sql``}`.execute(
    db,
  )
  if (staged.counts.refused > 0 && target.missing)
    await sql`
      delete from ${found} f using ${table} t
      where f.outcome = 'missing' and t.id = f.record_id
        and t.${key} in (select r.key from import_refusals r where r.run_id = ${staged.job.runId}::uuid and r.key is not null)`.execute(
      db,
    )
  await analyze(db, staged.found)
  await listChanges(db, staged, compared, target)
}

/** Gives staged rows the stored values of the columns whose values could not be read. */
export async function keepLeftOut(
  db: Db,
  staged: StagedImport,
  shape: FileShape,
  target: Pick<Book, 'table' | 'key'>,
): Promise<void> {
  if (!staged.columns.includes(leftOutColumn)) return
  staged.columns = staged.columns.filter((column) => column !== leftOutColumn)
  const kept = shape.fields.filter(({ leftOut, column }) => leftOut && staged.columns.includes(column))
  const values = kept.map(
    ({ column }) =>
      sql`${sql.ref(column)} = case when ${sql.lit(column)} = any (s.left_out) then t.${sql.ref(column)} else s.${sql.ref(column)} end`,
  )
  await sql`
    update ${sql.table(staged.rows)} s set ${sql.join(values)}
    from ${sql.table(target.table)} t
    where s.left_out is not null and t.carrier_id = ${staged.job.carrierId} and t.${sql.ref(target.key)} = s.${sql.ref(target.key)}`.execute(
    db,
  )
}

/** The stored value for an empty cell. A value that follows from others is kept with them: a policy's status with its dates. */
function keptValue(
  staged: StagedImport,
  { derived = [] }: FileShape,
  kept: readonly FileField[],
  { name, column }: FileField,
): RawBuilder<unknown> {
  const value = sql.ref(column)
  const from: readonly string[] = derived.find(({ field }) => field === name)?.from ?? []
  const isKept = kept
    .filter((other) => from.includes(other.name))
    .map((other) => sql`(s.${sql.ref(other.column)} is null and t.${sql.ref(other.column)} is not null)`)
  if (isKept.length === 0 || staged.hasHeading(name)) return sql`${value} = coalesce(s.${value}, t.${value})`
  return sql`${value} = case when ${sql.join(isKept, sql` or `)} then t.${value} else s.${value} end`
}

/** Gives staged rows the stored values where the file's cell is empty. */
export async function keepStoredForEmpty(
  db: Db,
  staged: StagedImport,
  shape: FileShape,
  target: Pick<Book, 'table' | 'key'>,
): Promise<void> {
  const kept = shape.fields.filter(({ column }) => column !== target.key && staged.columns.includes(column))
  if (kept.length === 0) return
  const values = kept.map((field) => keptValue(staged, shape, kept, field))
  const empty = kept.map(({ column }) => sql`s.${sql.ref(column)} is null`)
  await analyze(db, staged.rows)
  await sql`
    update ${sql.table(staged.rows)} s set ${sql.join(values)}
    from ${sql.table(target.table)} t
    where t.carrier_id = ${staged.job.carrierId} and t.${sql.ref(target.key)} = s.${sql.ref(target.key)}
      and (${sql.join(empty, sql` or `)})`.execute(db)
}

/** Analyzes a new table. Without statistics, the planner chooses nested loops over 100,000 rows, which take hours. */
async function analyze(db: Db, table: string): Promise<void> {
  await sql`analyze ${sql.table(table)}`.execute(db)
}

/** Writes the old and new value of each changed field into `changes`. */
export async function listChanges(
  db: Db,
  staged: StagedImport,
  compared: readonly FileField[],
  target: Pick<Book, 'table'>,
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
    join ${sql.table(target.table)} t on t.id = f.record_id
    cross join lateral (values ${sql.join(fields)}) v (position, field, old_value, new_value)
    where f.outcome = 'changed' and v.old_value is distinct from v.new_value
    order by s.line, v.position`.execute(db)
}

/** Counts the outcomes. */
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
