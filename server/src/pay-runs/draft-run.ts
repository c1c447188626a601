import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { calculateRun } from './calculate-run.ts'
import type { DraftRun } from './first-run-month.ts'

/** Makes a calculated draft in the caller's transaction; `reason` is that of a correction. The caller has checked the month. */
export async function draftRun(
  db: Db,
  { month, sequence, reason }: Omit<DraftRun, 'id'> & { reason: string | null },
  by: number,
): Promise<DraftRun> {
  const { rows } = await sql<{ id: number }>`
    insert into pay_runs (month, sequence, reason) values (${month}::date, ${sequence}, ${reason}) returning id`.execute(
    db,
  )
  const run = { id: rows[0]?.id ?? fail('server.error'), month, sequence }
  await calculateRun(db, run, by)
  return run
}
