import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { StagedImport } from '../platform/imports/import-definition.ts'

/** Lines that one statement writes: progress moves, and the cost over one statement stays below 5 %. */
const linesAtOnce = 50_000

/** What an exact undo needs of changed policies beside their fields; before they are written. */
export async function keepMarks(db: Db, staged: StagedImport, batchId: number): Promise<void> {
  await sql`
    insert into policy_marks (batch_id, policy_id, changed, agent_id, agent_since, last_batch_id, last_line, updated_at,
      missing_since, missing_batch_id)
    select ${batchId}, p.id, f.outcome = 'changed', p.agent_id, p.agent_since, p.last_batch_id, p.last_line, p.updated_at,
      p.missing_since, p.missing_batch_id
    from ${sql.table(staged.found)} f join policies p on p.id = f.record_id
    where f.outcome = 'changed' or f.outcome = 'unchanged' and p.missing_since is not null`.execute(db)
}

/** What changed, field by field, old and new: the policy's history. */
export async function keepHistory(db: Db, staged: StagedImport, batchId: number): Promise<void> {
  await sql`
    insert into policy_changes (policy_id, batch_id, line, field, old_value, new_value)
    select record_id, ${batchId}, line, field, old_value, new_value from ${sql.table(staged.changes)}
    order by line, position`.execute(db)
}

/** Writes the columns that the file brings, and only rows that differ. */
export async function updateChanged(
  db: Db,
  staged: StagedImport,
  batchId: number,
  wrote: (rows: number) => void,
): Promise<void> {
  if (staged.counts.changed === 0) return
  const written = staged.columns.map((column) => sql`${sql.ref(column)} = s.${sql.ref(column)}`)
  for (const [from, to] of lineRanges(staged)) {
    const { numAffectedRows } = await sql`
      update policies p set ${sql.join(written)}, last_batch_id = ${batchId}, last_line = s.line, updated_at = now(),
        missing_since = null, missing_batch_id = null
      from ${sql.table(staged.found)} f join ${sql.table(staged.rows)} s on s.line = f.line
      where p.id = f.record_id and f.outcome = 'changed' and f.line >= ${from} and f.line < ${to}`.execute(db)
    wrote(Number(numAffectedRows ?? 0))
  }
}

/** Writes new policies, each with its agent of record and since when that one is known to hold it. */
export async function insertNew(
  db: Db,
  staged: StagedImport,
  batchId: number,
  wrote: (rows: number) => void,
): Promise<void> {
  if (staged.counts.new === 0) return
  const columns = staged.columns.map((column) => sql.ref(column))
  const values = staged.columns.map((column) => sql`s.${sql.ref(column)}`)
  const has = (column: string) => staged.columns.includes(column)
  const since = ['broker_effective_date', 'effective_date'].filter(has).map((column) => sql`s.${sql.ref(column)}`)
  const agent = has('agent_npn')
    ? sql`a.id, case when s.agent_npn is not null then coalesce(${sql.join([...since, sql`${staged.job.month}::date`])}) end`
    : sql`null, null`
  for (const [from, to] of lineRanges(staged)) {
    const { numAffectedRows } = await sql`
      insert into policies (carrier_id, ${sql.join(columns)}, agent_id, agent_since, first_batch_id, last_batch_id, last_line)
      select ${staged.job.carrierId}, ${sql.join(values)}, ${agent}, ${batchId}, ${batchId}, s.line
      from ${sql.table(staged.found)} f
      join ${sql.table(staged.rows)} s on s.line = f.line
      left join agents a on a.npn = s.agent_npn
      where f.outcome = 'new' and s.line >= ${from} and s.line < ${to}
      order by s.line`.execute(db)
    wrote(Number(numAffectedRows ?? 0))
  }
}

/** Marks policies that the newest file came without, and takes the mark off those that came back. */
export async function flagMissing(db: Db, staged: StagedImport, batchId: number): Promise<void> {
  await sql`
    update policies p set missing_since = null, missing_batch_id = null
    from policy_marks m
    where m.batch_id = ${batchId} and m.policy_id = p.id and not m.changed`.execute(db)
  if (staged.counts.missing === 0) return
  await sql`
    update policies p set missing_since = now(), missing_batch_id = ${batchId}
    from ${sql.table(staged.found)} f
    where f.outcome = 'missing' and p.id = f.record_id`.execute(db)
}

export async function rebuildTotals(db: Db, carrierId: number | null): Promise<void> {
  await sql`select rebuild_policy_month_totals(${carrierId})`.execute(db)
}

function* lineRanges(staged: StagedImport): Generator<[from: number, to: number]> {
  for (let from = 1; from <= staged.lastLine; from += linesAtOnce) yield [from, from + linesAtOnce]
}
