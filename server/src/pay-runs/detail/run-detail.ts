import type { PayRunDetail } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { sql } from 'kysely'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { checkRun } from '../check-run.ts'
import { findRun, runsLockedSince } from '../pay-run-queries.ts'
import { changedInputs } from './changed-inputs.ts'

/** The detail of a run as of one moment, so that its sums add up while a draft is calculated again. */
export const readRunDetail = (db: Db, id: number): Promise<PayRunDetail> =>
  inTransaction(db, (db) => findRunDetail(db, id), 'repeatable read')

/** A run with every term of its sums; a draft also with what must hold before it is closed, and what changed since it was calculated. */
export async function findRunDetail(db: Db, id: number): Promise<PayRunDetail> {
  const run = await findRun(db, id)
  const isDraft = run.status === 'Draft'
  return {
    ...run,
    checks: isDraft ? await checkRun(db, run) : [],
    sums: await sumsOf(db, id),
    changedSince: isDraft ? await changedInputs(db, id) : [],
    calculatingSince: isDraft ? await runsLockedSince(db) : null,
  }
}

async function sumsOf(db: Db, id: number): Promise<PayRunDetail['sums']> {
  const sum = (amount: string) => sql.raw(`coalesce(sum(${amount}), 0)::numeric(16, 2)::text`)
  const { rows } = await sql<PayRunDetail['sums']>`
    select ${sum('written')} as writing, ${sum('overrides')} as overrides, ${sum('adjustments')} as adjustments,
      ${sum('advances')} as advances, ${sum('-recovered')} as recovered, ${sum('carried_in')} as "carriedIn",
      ${sum('-carried_out')} as "carriedOut"
    from pay_run_agents where run_id = ${id}`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('A sum without a row')
  return sums
}
