import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { StagedImport } from '../../platform/imports/import-definition.ts'
import { matchPolicies, statedNumber } from './match-policies.ts'

/** Lines per statement, so that progress is reported. */
const linesPerStatement = 25_000

/**
 * Records that this file has payments which an earlier file loaded, and adds its details to them. A payment stays until
 * the last of its files is undone.
 */
export async function shareLines(db: Db, staged: StagedImport, batchId: number): Promise<number> {
  const { changed, unchanged } = staged.counts
  if (changed + unchanged === 0) return 0
  const found = sql.table(staged.found)
  await sql`
    insert into commission_sources (line_id, batch_id, file_line, kind, members, insured_name, agent_npn, member_id, exchange_id, dob,
      policy_month, statement_date, policy_number)
    select l.id, l.last_batch_id, l.last_line, l.kind, l.members, l.insured_name, l.agent_npn, l.member_id, l.exchange_id, l.dob,
      l.policy_month, l.statement_date, ${statedNumber('l')}
    from ${found} f join commission_lines l on l.id = f.record_id
    where f.line is not null and not exists (select from commission_sources s where s.line_id = l.id)`.execute(db)
  await sql`
    insert into commission_sources (line_id, batch_id, file_line, kind, members, insured_name, agent_npn, member_id, exchange_id, dob,
      policy_month, statement_date, policy_number)
    select f.record_id, ${batchId}, s.line, s.kind, s.members, s.insured_name, s.agent_npn, s.member_id, s.exchange_id, s.dob,
      s.policy_month, s.statement_date, ${statedNumber('s')}
    from ${found} f join ${sql.table(staged.rows)} s on s.line = f.line
    where f.record_id is not null`.execute(db)
  if (changed === 0) return 0
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(jsonb_agg(record_id), '[]') as ids from ${found} where outcome = 'changed'`.execute(db)
  await completeLines(db, rows[0]?.ids ?? [])
  return changed
}

/** Sets details of lines from their files, then their policy and agent. */
export async function completeLines(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`select complete_commission_lines(${ids}::bigint[])`.execute(db)
  await matchLines(db, ids)
}

/** Sets policy and agent of lines from present data. */
export async function matchLines(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await matchPolicies(db, { table: sql`commission_lines`, key: sql.ref('id'), of: sql`r.id = any(${ids}::bigint[])` })
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
        agent_id, agent_by, member_id, exchange_id, dob, policy_month, statement_date, stated_number, matched_by, confidence, exception, batch_id, last_batch_id,
        last_line)
      select s.policy_id, s.carrier_id, s.month, ${kindOf}, s.members, s.amount, s.policy_number, s.insured_name, s.agent_npn,
        s.agent_id, s.agent_by, s.member_id, s.exchange_id, s.dob, s.policy_month, s.statement_date, s.stated_number, s.matched_by, s.confidence, s.exception,
        ${batchId}, ${batchId}, s.line
      from ${sql.table(staged.found)} f join ${sql.table(staged.rows)} s on s.line = f.line
      where f.outcome = 'new' and s.line >= ${from} and s.line < ${from + linesPerStatement}
      order by s.line`.execute(db)
    wrote(Number(numAffectedRows ?? 0))
  }
}

/** An empty cell is treated like a missing column. */
const kindOf = sql`coalesce(s.kind, case when s.amount < 0 then 'chargeback' else 'other' end)`

/** Records whose totals a change of lines affects. */
export interface Touched {
  policies: number[]
  years: number[]
  /** Months and policy numbers of the lines, by carrier. */
  carriers: { carrier: number; months: string[]; numbers: string[] }[]
}

/** Lines that a batch added or repeated; read before the batch is undone. */
export const linesOfBatch = (batchId: number): RawBuilder<unknown> => sql`
  l.last_batch_id = ${batchId} or l.id in (select s.line_id from commission_sources s where s.batch_id = ${batchId})
  or l.id in (select m.line_id from commission_marks m where m.batch_id = ${batchId})`

/** Records affected by a change of the lines `l` that meet the condition. */
export async function touchedBy(db: Db, condition: RawBuilder<unknown>): Promise<Touched> {
  // json around the long lists: as an element of jsonb, a list takes quadratic time.
  const { rows } = await sql<Touched>`
    with lines as materialized (
      select l.policy_id, l.carrier_id, l.month, l.policy_number from commission_lines l where ${condition}
    )
    select
      coalesce((select jsonb_agg(distinct policy_id) from lines where policy_id is not null), '[]') as policies,
      coalesce((select jsonb_agg(distinct extract(year from month)::int) from lines), '[]') as years,
      coalesce((select json_agg(m) from (
        select carrier_id as carrier, jsonb_agg(distinct month) as months, jsonb_agg(distinct policy_number) as numbers
        from lines group by 1
      ) m)::jsonb, '[]') as carriers`.execute(db)
  return rows[0] ?? { policies: [], years: [], carriers: [] }
}

/** Records affected before the file adds details to lines: a number moves a line to another policy. */
export async function touchedByDetails(db: Db, { counts, found }: StagedImport): Promise<Touched> {
  if (counts.changed === 0) return { policies: [], years: [], carriers: [] }
  return await touchedBy(db, sql`l.id in (select f.record_id from ${sql.table(found)} f where f.outcome = 'changed')`)
}

/** Records that either change affects. */
export function touchedByBoth(a: Touched, b: Touched): Touched {
  const both = <T>(one: readonly T[], other: readonly T[]) => [...new Set([...one, ...other])]
  const known = new Map(a.carriers.map((of) => [of.carrier, of]))
  for (const { carrier, months, numbers } of b.carriers) {
    const of = known.get(carrier)
    known.set(carrier, {
      carrier,
      months: both(of?.months ?? [], months),
      numbers: both(of?.numbers ?? [], numbers),
    })
  }
  return { policies: both(a.policies, b.policies), years: both(a.years, b.years), carriers: [...known.values()] }
}

/** Recomputes chargebacks and years of policies, months of carriers and tracking. */
export async function rebuild(db: Db, { policies, years, carriers }: Touched): Promise<void> {
  await sql`
    select refresh_chargebacks(array(select l.id from commission_lines l
      where l.policy_id = any(${policies}::bigint[]) and l.amount < 0
        -- Without a closed run there is nothing to take back, and runs pay no statement before the first one's.
        and l.month >= (select min(r.month) from pay_runs r where r.closed_at is not null)
        and not exists (select from paid_lines d where d.line_id = l.id)))`.execute(db)
  await sql`select rebuild_commission_years_of(${policies}::bigint[], ${years}::int[])`.execute(db)
  for (const { carrier, months, numbers } of carriers) {
    await sql`select rebuild_commission_month_totals(${carrier}, ${months}::date[])`.execute(db)
    await sql`select rebuild_commission_tracks(${carrier}, ${numbers}::text[], ${years}::int[])`.execute(db)
  }
}
