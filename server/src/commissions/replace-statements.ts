import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { userOf } from '../platform/imports/import-batch.ts'
import type { StagedImport } from '../platform/imports/import-definition.ts'
import { batchesOf, releaseFiles } from './delete-statements.ts'
import { matchLines, type Touched, touchedBy } from './loads/load-commissions.ts'

const nothing: Touched = { policies: [], years: [], carriers: [] }

/**
 * Deletes the statements of the file's carriers and months before its rows are inserted, and saves them for an exact
 * undo. Returns what the deletion affects.
 */
export async function replaceStatements(db: Db, staged: StagedImport, batchId: number): Promise<Touched> {
  if (!staged.job.replacesStatements) return nothing
  const { rows: periods } = await sql<{ carrierId: number; month: string }>`
    insert into commission_replaced_months (replaced_by, carrier_id, month)
    select distinct ${batchId}::bigint, carrier_id, month from ${sql.table(staged.rows)}
    returning carrier_id as "carrierId", month::text as month`.execute(db)
  const ofMonths = sql`(l.carrier_id, l.month) in (
    select carrier_id, month from commission_replaced_months where replaced_by = ${batchId})`
  const touched = await touchedBy(db, ofMonths)
  await sql`
    insert into commission_replaced_lines (replaced_by, id, carrier_id, month, kind, members, amount, policy_number,
      insured_name, agent_npn, member_id, exchange_id, dob, policy_month, statement_date, stated_number, agent_id, agent_by, batch_id, last_line)
    select ${batchId}, l.id, l.carrier_id, l.month, l.kind, l.members, l.amount, l.policy_number, l.insured_name, l.agent_npn,
      l.member_id, l.exchange_id, l.dob, l.policy_month, l.statement_date, l.stated_number, l.agent_id, l.agent_by, l.last_batch_id, l.last_line
    from commission_lines l where ${ofMonths}`.execute(db)
  await sql`
    insert into commission_replaced_sources (replaced_by, line_id, batch_id, file_line, kind, members, insured_name, agent_npn,
      member_id, exchange_id, dob, policy_month, statement_date, policy_number)
    select ${batchId}, s.line_id, s.batch_id, s.file_line, s.kind, s.members, s.insured_name, s.agent_npn, s.member_id,
      s.exchange_id, s.dob, s.policy_month, s.statement_date, s.policy_number
    from commission_lines l join commission_sources s on s.line_id = l.id where ${ofMonths}`.execute(db)
  for (const period of periods) {
    const batches = (await batchesOf(db, period)).filter((id) => id !== batchId)
    await sql`
      insert into commission_replaced_batches (replaced_by, batch_id, fully, taken_from_at)
      select ${batchId}, b.id, false, b.taken_from_at from import_batches b where b.id = any(${batches}::bigint[])
      on conflict do nothing`.execute(db)
    await sql`delete from commission_lines where carrier_id = ${period.carrierId} and month = ${period.month}::date`.execute(
      db,
    )
    await releaseFiles(db, batches, userOf(staged.job))
  }
  await sql`
    update commission_replaced_batches r set fully = true
    from import_batches b where r.replaced_by = ${batchId} and b.id = r.batch_id and b.undone_at is not null`.execute(
    db,
  )
  return touched
}

/**
 * Gives lines of the file that name no agent the one whom a person assigned to the replaced line of the same policy number and
 * name in the same month: a corrected statement keeps that work.
 */
export async function keepAssignedAgents(db: Db, staged: StagedImport, batchId: number): Promise<void> {
  if (!staged.job.replacesStatements) return
  await sql`
    update commission_lines l set agent_id = r.agent_id, agent_by = 'person'
    from (
      select carrier_id, month, policy_number, plain_text(insured_name) as name, min(agent_id) as agent_id
      from commission_replaced_lines where replaced_by = ${batchId} and agent_by = 'person'
      group by 1, 2, 3, 4 having count(distinct agent_id) = 1
    ) r
    where l.last_batch_id = ${batchId} and l.agent_id is null and (l.carrier_id, l.month, l.policy_number)
      = (r.carrier_id, r.month, r.policy_number) and plain_text(l.insured_name) is not distinct from r.name`.execute(db)
}

/**
 * Restores the statements that an undone file replaced. Fails with `upload.changed_since` if a later file was loaded for one
 * of their months. Returns what it affects.
 */
export async function restoreReplaced(db: Db, batchId: number): Promise<Touched> {
  const { rows } = await sql<{ months: number; later: string | null }>`
    select count(*)::int as months, (select b.file_name from commission_replaced_months m
      join commission_lines l on l.carrier_id = m.carrier_id and l.month = m.month
      join import_batches b on b.id = l.last_batch_id
      where m.replaced_by = ${batchId} limit 1) as later
    from commission_replaced_months where replaced_by = ${batchId}`.execute(db)
  const { months = 0, later = null } = rows[0] ?? {}
  if (months === 0) return nothing
  if (later !== null)
    fail('upload.changed_since', {
      message: `A later file, ${later}, was loaded for a month that this one replaced; undo that one first`,
    })
  await restoreFiles(db, batchId)
  const ids = await restoreLines(db, batchId)
  await matchLines(db, ids)
  return await touchedBy(db, sql`l.id = any(${ids}::bigint[])`)
}

async function restoreFiles(db: Db, batchId: number): Promise<void> {
  await sql`
    update import_batches b set taken_from_at = r.taken_from_at, undone_at = case when not r.fully then b.undone_at end,
      undone_by = case when not r.fully then b.undone_by end
    from commission_replaced_batches r where r.replaced_by = ${batchId} and b.id = r.batch_id`.execute(db)
}

/** Lines of files that were undone in the meantime stay out. */
async function restoreLines(db: Db, batchId: number): Promise<number[]> {
  await sql`
    delete from commission_replaced_sources s using import_batches b
    where s.replaced_by = ${batchId} and b.id = s.batch_id and b.undone_at is not null`.execute(db)
  const { rows } = await sql<{ ids: number[] }>`
    with restored as (
      insert into commission_lines (id, carrier_id, month, kind, members, amount, policy_number, insured_name, agent_npn,
        member_id, exchange_id, dob, policy_month, statement_date, stated_number, agent_id, agent_by, batch_id, last_batch_id, last_line)
      overriding system value
      select l.id, l.carrier_id, l.month, l.kind, l.members, l.amount, l.policy_number, l.insured_name, l.agent_npn,
        l.member_id, l.exchange_id, l.dob, l.policy_month, l.statement_date, l.stated_number, l.agent_id, l.agent_by, l.batch_id, l.batch_id, l.last_line
      from commission_replaced_lines l left join import_batches b on b.id = l.batch_id
      where l.replaced_by = ${batchId} and (b.undone_at is null or exists (
        select from commission_replaced_sources s where s.replaced_by = ${batchId} and s.line_id = l.id))
      returning id
    ) select coalesce(jsonb_agg(id), '[]') as ids from restored`.execute(db)
  const ids = rows[0]?.ids ?? []
  await sql`
    insert into commission_sources (line_id, batch_id, file_line, kind, members, insured_name, agent_npn, member_id, exchange_id, dob,
      policy_month, statement_date, policy_number)
    select line_id, batch_id, file_line, kind, members, insured_name, agent_npn, member_id, exchange_id, dob,
      policy_month, statement_date, policy_number
    from commission_replaced_sources where replaced_by = ${batchId} and line_id = any(${ids}::bigint[])`.execute(db)
  await sql`select complete_commission_lines(${ids}::bigint[])`.execute(db)
  for (const table of ['commission_replaced_lines', 'commission_replaced_sources', 'commission_replaced_batches'])
    await sql`delete from ${sql.table(table)} where replaced_by = ${batchId}`.execute(db)
  await sql`delete from commission_replaced_months where replaced_by = ${batchId}`.execute(db)
  return ids
}
