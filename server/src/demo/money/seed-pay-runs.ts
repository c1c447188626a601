import { sql } from 'kysely'
import { checkRun } from '../../pay-runs/check-run.ts'
import { freezeRun } from '../../pay-runs/close-run.ts'
import { draftRun } from '../../pay-runs/draft-run.ts'
import type { DraftRun } from '../../pay-runs/first-run-month.ts'
import type { Db } from '../../platform/db/database.ts'

/**
 * Runs and closes the pay of the two months before the newest statements, the first of them processed: the newest month is left to the
 * person who tries the demo.
 */
export async function seedPayRuns(db: Db): Promise<void> {
  const { rows: users } = await sql<{ id: number }>`select min(id) as id from users`.execute(db)
  const by = users[0]?.id
  if (by === undefined) return
  const { rows } = await sql<{ month: string }>`
    select month::text from (
      select distinct month from commission_month_totals where agent_id is not null order by month desc limit 2 offset 1) m
    order by month`.execute(db)
  for (const [place, { month }] of rows.entries()) {
    const run = await draftRun(db, { month, sequence: 0, reason: null }, by)
    const at = closedOn(month)
    await confirmMissing(db, run)
    await sql`update pay_runs set calculated_at = ${at}::timestamptz - interval '20 minutes' where id = ${run.id}`.execute(
      db,
    )
    await freezeRun(db, run, { by, at })
    await sql`
      update payment_batches b set created_at = ${at}, status_id = ${place === 0 ? 2 : 1}
      from pay_runs r where r.id = ${run.id} and b.id = r.batch_id`.execute(db)
  }
}

/** The afternoon of the 12th of the following month, at the latest now. */
function closedOn(month: string): Date {
  const day = new Date(`${month}T19:00:00Z`)
  day.setUTCMonth(day.getUTCMonth() + 1, 12)
  return new Date(Math.min(day.getTime(), Date.now()))
}

/** Carriers whose statement of the month never came are confirmed, as a person must before closing. */
async function confirmMissing(db: Db, run: DraftRun): Promise<void> {
  const missing = (await checkRun(db, run)).flatMap(({ carriers }) => carriers.map(({ id }) => id))
  await sql`update pay_runs set confirmed = ${missing}::bigint[] where id = ${run.id}`.execute(db)
}
