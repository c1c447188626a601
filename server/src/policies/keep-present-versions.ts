import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { StagedImport } from '../platform/imports/import-definition.ts'

/**
 * Carriers reuse a person's number for another year or agent, and list both in one book (domain.md, section 4). Of a
 * person's rows with one number and different start days, the one in force in the file's month is kept, or the newest
 * of several; the others are counted and left out. Rows with the same start day are repeats, which are refused.
 */
export async function keepPresentVersions(db: Db, staged: StagedImport): Promise<number> {
  if (!staged.columns.includes('effective_date')) return 0
  const refused = await refuseEndedBesideRefused(db, staged)
  const { numAffectedRows } = await sql`
    with dated as (
      select line, policy_number, plain_text(concat_ws(' ', first_name, last_name)) as person,
        greatest(effective_date, broker_effective_date) as start,
        ${isInForce(staged)} as is_in_force
      from ${sql.table(staged.rows)}
      where effective_date is not null and policy_number in (
        select policy_number from ${sql.table(staged.rows)} group by 1 having count(*) > 1)
    ),
    chosen as (
      select distinct on (policy_number, person) policy_number, person, start from dated
      order by policy_number, person, is_in_force desc, start desc, line
    )
    delete from ${sql.table(staged.rows)} s using dated d join chosen c using (policy_number, person)
    where s.line = d.line and d.start <> c.start`.execute(db)
  staged.otherVersions = Number(numAffectedRows ?? 0)
  staged.counts.rows -= staged.otherVersions
  return refused
}

/** Whether a staged row is in force in the file's month. */
function isInForce({ job }: StagedImport): RawBuilder<boolean> {
  const month = sql`${job.month}::date`
  return sql`(status is distinct from 'Cancelled'
    and coalesce(greatest(effective_date, broker_effective_date) < ${month} + interval '1 month', true)
    and coalesce(term_date, case status when 'Terminated' then date '-infinity' else date 'infinity' end) >= ${month})`
}

/**
 * If a row of a number is refused, it may be the present one: loading other rows that are not in force would end the
 * policy. They are refused too, unless one is in force. Does not apply to rows of members. Returns the number of
 * refused rows.
 */
async function refuseEndedBesideRefused(db: Db, staged: StagedImport): Promise<number> {
  if (staged.counts.refused === 0 || staged.members !== undefined) return 0
  const rows = sql.table(staged.rows)
  const { numAffectedRows } = await sql`
    with gone as (
      delete from ${rows} where policy_number in (
        select policy_number from ${rows} s
        where policy_number in (select key from import_refusals where run_id = ${staged.job.runId}::uuid and key is not null)
        group by 1 having not bool_or(${isInForce(staged)}))
      returning line, policy_number
    )
    insert into import_refusals (run_id, line, position, column_name, value, reason, key)
    select ${staged.job.runId}::uuid, line, 0, ${staged.headingOf('PolicyNumber')}::text, left(policy_number, 200),
      'Not in force in this month, and another row of the number is refused, which may be the present one', policy_number
    from gone`.execute(db)
  return Number(numAffectedRows ?? 0)
}
