import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { StagedImport } from '../platform/imports/import-definition.ts'

/**
 * Carriers give a person's number again for another year or agent, and list both in one book (domain.md, section 4). Of the rows of one
 * person and number that begin on different days, the one in force in the file's month stays, of several the newest. The others are
 * counted and left out. Rows that begin on one day stay repeats, which are refused.
 */
export async function keepPresentVersions(db: Db, staged: StagedImport): Promise<void> {
  if (!staged.columns.includes('effective_date')) return
  const month = sql`${staged.job.month}::date`
  const { numAffectedRows } = await sql`
    with dated as (
      select line, policy_number, plain_text(concat_ws(' ', first_name, last_name)) as person,
        greatest(effective_date, broker_effective_date) as start,
        status is distinct from 'Cancelled' and greatest(effective_date, broker_effective_date) < ${month} + interval '1 month'
          and coalesce(term_date, case status when 'Terminated' then date '-infinity' else date 'infinity' end) >= ${month} as is_in_force
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
}
