import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { StagedImport } from '../platform/imports/import-definition.ts'
import { nameColumns } from './keep-names.ts'

/** Rows per statement: small enough to report progress, with less than 5 % overhead over a single statement. */
const linesAtOnce = 50_000

/**
 * Saves what an exact undo needs about changed policies besides their fields, and which missing policies return; runs
 * before they are updated. An `older` file returns none, because a newer one lacks them.
 */
export async function savePreviousState(
  db: Db,
  staged: StagedImport,
  batchId: number,
  { older }: { older: boolean },
): Promise<void> {
  await sql`
    insert into policy_marks (batch_id, policy_id, changed, agent_id, agent_since, last_batch_id, last_line, updated_at,
      missing_since, missing_batch_id)
    select ${batchId}, p.id, f.outcome = 'changed', p.agent_id, p.agent_since, p.last_batch_id, p.last_line, p.updated_at,
      p.missing_since, p.missing_batch_id
    from ${sql.table(staged.found)} f join policies p on p.id = f.record_id
    where f.outcome = 'changed' or not ${older} and f.outcome = 'unchanged' and p.missing_since is not null`.execute(db)
}

/** Columns that determine a policy's monthly amounts, agent of record and person. */
const versionColumns = [
  'status',
  'effective_date',
  'term_date',
  'number_of_members',
  'monthly_premium',
  'plan_name',
  'state',
  'commission_eligible',
  'agent_npn',
  'broker_effective_date',
  'first_name',
  'last_name',
  'dob',
]

/**
 * Stores the older file's data for policies that a newer file also has. It changes no policy, but determines the months
 * before the newer file and those in which a newer file lacks the policy (decisions 309 and 314).
 */
export async function keepOlderVersions(db: Db, staged: StagedImport, batchId: number): Promise<void> {
  const said = versionColumns.map(
    (column) => sql`${sql.ref(`${staged.columns.includes(column) ? 's' : 'p'}.${column}`)}`,
  )
  await sql`update import_batches set is_older = true where id = ${batchId}`.execute(db)
  await sql`
    insert into older_versions (policy_id, batch_id, says_agent, ${sql.join(versionColumns.map((column) => sql.ref(column)))})
    select p.id, ${batchId}, ${staged.columns.includes('agent_npn')}, ${sql.join(said)}
    from ${sql.table(staged.found)} f join ${sql.table(staged.rows)} s on s.line = f.line join policies p on p.id = f.record_id`.execute(
    db,
  )
}

/** Writes the policy history: each changed field with its old and new value. */
export async function saveHistory(db: Db, staged: StagedImport, batchId: number): Promise<void> {
  await sql`
    insert into policy_changes (policy_id, batch_id, line, field, old_value, new_value)
    select record_id, ${batchId}, line, field, old_value, new_value from ${sql.table(staged.changes)}
    order by line, position`.execute(db)
}

/** Updates the columns that the file contains, and only rows that differ. */
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

/** Inserts new policies, each with its agent of record and the start of that agent's span. */
export async function insertNew(
  db: Db,
  staged: StagedImport,
  batchId: number,
  wrote: (rows: number) => void,
): Promise<void> {
  if (staged.counts.new === 0) return
  const written = [...new Set([...staged.columns, ...nameColumns])]
  const columns = written.map((column) => sql.ref(column))
  const values = written.map((column) => sql`s.${sql.ref(column)}`)
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

/** Flags policies missing from the newest file, and clears the flag of those that returned. */
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

/**
 * Flags policies that an older file added, or is the last to have, as missing from the next month's whole file, which
 * was loaded earlier.
 */
export async function flagEnded(db: Db, staged: StagedImport, batchId: number): Promise<void> {
  const { carrierId, month } = staged.job
  await sql`
    update policies p set missing_since = now(), missing_batch_id = n.id
    from (
      select b.id from import_batches b
      where b.kind = 'policies' and b.carrier_id = ${carrierId} and b.undone_at is null and b.part is null and b.month > ${month}::date
      order by b.month, b.id desc limit 1) n
    where p.carrier_id = ${carrierId} and (p.first_batch_id = ${batchId}
      or p.id in (select f.record_id from ${sql.table(staged.found)} f where f.outcome = 'changed'))`.execute(db)
}

export async function rebuildTotals(db: Db, carrierId: number | null): Promise<void> {
  await sql`select rebuild_policy_month_totals(${carrierId})`.execute(db)
}

function* lineRanges(staged: StagedImport): Generator<[from: number, to: number]> {
  for (let from = 1; from <= staged.lastLine; from += linesAtOnce) yield [from, from + linesAtOnce]
}
