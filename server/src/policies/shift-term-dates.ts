import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { StagedImport } from '../platform/imports/import-definition.ts'

/**
 * Policies store the last covered day. If the carrier's terms in the file's month say that its files have the day
 * after, each term date is moved back by a day. A status derived from the dates uses the moved day: a policy that ends
 * with the month before has ended.
 */
export async function shiftTermDates(db: Db, staged: StagedImport): Promise<void> {
  staged.shiftedTermDates = 0
  if (!staged.columns.includes('term_date')) return
  const { job, rows } = staged
  const status = staged.hasHeading('PolicyStatus')
    ? sql``
    : sql`, status = case when term_date <= ${job.month}::date then 'Terminated' else status end`
  const { numAffectedRows } = await sql`
    update ${sql.table(rows)} set term_date = term_date - 1${status}
    where term_date is not null and exists (
      select from carrier_terms t where t.carrier_id = ${job.carrierId} and t.months @> ${job.month}::date and t.term_date_means = 'next')`.execute(
    db,
  )
  staged.shiftedTermDates = Number(numAffectedRows ?? 0)
}
