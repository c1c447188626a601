import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { StagedImport } from '../platform/imports/import-definition.ts'
import { followCommissions } from '../unpaid/follow-loads.ts'

/** Lines per statement, so that progress is reported. */
const linesPerStatement = 25_000

/** Saves the lines that this file overwrites, for an exact undo. Must run before they are updated. */
export async function saveMarks(db: Db, staged: StagedImport, batchId: number): Promise<void> {
  await sql`
    insert into commission_marks (batch_id, line_id, kind, members, amount, insured_name, policy_id, agent_id, agent_by,
      last_batch_id, last_line)
    select ${batchId}, l.id, l.kind, l.members, l.amount, l.insured_name, l.policy_id, l.agent_id, l.agent_by,
      l.last_batch_id, l.last_line
    from ${sql.table(staged.found)} f join commission_lines l on l.id = f.record_id
    where f.outcome = 'changed'`.execute(db)
}

/** Updates the lines that this file corrects, in the columns of the file. */
export async function updateLines(db: Db, staged: StagedImport, batchId: number): Promise<number> {
  if (staged.counts.changed === 0) return 0
  const columns = ['members', 'insured_name'].filter((column) => staged.columns.includes(column))
  const { numAffectedRows } = await sql`
    update commission_lines l set ${sql.join([
      sql`amount = s.amount`,
      sql`kind = ${kindOf}`,
      ...columns.map((column) => sql`${sql.ref(column)} = s.${sql.ref(column)}`),
    ])}, policy_id = s.policy_id, agent_id = s.agent_id, agent_by = s.agent_by, last_batch_id = ${batchId}, last_line = s.line
    from ${sql.table(staged.found)} f join ${sql.table(staged.rows)} s on s.line = f.line
    where l.id = f.record_id and f.outcome = 'changed'`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Inserts new lines, including those without a known policy or agent. */
export async function insertLines(
  db: Db,
  staged: StagedImport,
  batchId: number,
  wrote: (rows: number) => void,
): Promise<void> {
  if (staged.counts.new === 0) return
  for (let from = 1; from <= staged.lastLine; from += linesPerStatement) {
    const { numAffectedRows } = await sql`
      insert into commission_lines (policy_id, carrier_id, month, kind, members, amount, policy_number, insured_name, agent_npn,
        agent_id, agent_by, batch_id, last_batch_id, last_line)
      select s.policy_id, s.carrier_id, s.month, ${kindOf}, s.members, s.amount, s.policy_number, s.insured_name, s.agent_npn,
        s.agent_id, s.agent_by, ${batchId}, ${batchId}, s.line
      from ${sql.table(staged.found)} f join ${sql.table(staged.rows)} s on s.line = f.line
      where f.outcome = 'new' and s.line >= ${from} and s.line < ${from + linesPerStatement}
      order by s.line`.execute(db)
    wrote(Number(numAffectedRows ?? 0))
  }
}

/** An empty cell is treated like a missing column. */
const kindOf = sql`coalesce(s.kind, case when s.amount < 0 then 'chargeback' else 'other' end)`

/** Recomputes the totals that a batch affects: years of its policies, months of its carriers, and the unpaid list. */
export async function rebuildTouched(db: Db, batchId: number): Promise<void> {
  const touched = await touchedBy(db, batchId)
  await rebuild(db, touched)
  await followCommissions(db, touched.carriers, batchId)
}

/** Records that a batch affects; must be read before the batch is undone. */
export interface Touched {
  policies: number[]
  years: number[]
  /** Months and policy numbers of the lines, by carrier. */
  carriers: { carrier: number; months: string[]; numbers: string[] }[]
}

export async function touchedBy(db: Db, batchId: number): Promise<Touched> {
  const { rows } = await sql<Touched>`
    with lines as materialized (
      select policy_id, carrier_id, month, policy_number from commission_lines where last_batch_id = ${batchId}
    )
    select
      coalesce((select jsonb_agg(policy_id) from (
        select policy_id from lines union select policy_id from commission_marks where batch_id = ${batchId}
      ) p where policy_id is not null), '[]') as policies,
      coalesce((select jsonb_agg(distinct extract(year from month)::int) from lines), '[]') as years,
      coalesce((select jsonb_agg(m) from (
        select carrier_id as carrier, jsonb_agg(distinct month) as months, jsonb_agg(distinct policy_number) as numbers
        from lines group by 1
      ) m), '[]') as carriers`.execute(db)
  return rows[0] ?? { policies: [], years: [], carriers: [] }
}

export async function rebuild(db: Db, { policies, years, carriers }: Touched): Promise<void> {
  await sql`select rebuild_commission_years_of(${policies}::bigint[], ${years}::int[])`.execute(db)
  for (const { carrier, months, numbers } of carriers) {
    await sql`select rebuild_commission_month_totals(${carrier}, ${months}::date[])`.execute(db)
    await sql`select rebuild_commission_tracks(${carrier}, ${numbers}::text[], ${years}::int[])`.execute(db)
  }
}
