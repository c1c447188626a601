import { sql } from 'kysely'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Job } from '../platform/jobs/start-jobs.ts'
import { deriveMonths } from './derive-months.ts'

/**
 * Derives one ledger that a migration invalidated. Returns false if there is none, or only ones that other servers are
 * deriving.
 */
async function deriveNext(db: Db): Promise<boolean> {
  return await inTransaction(db, async (db) => {
    const { rows } = await sql<{ carrierId: number }>`
      delete from ledgers_to_derive where carrier_id in (
        select carrier_id from ledgers_to_derive order by carrier_id limit 1 for update skip locked)
      returning carrier_id as "carrierId"`.execute(db)
    await deriveMonths(
      db,
      rows.map(({ carrierId }) => carrierId),
    )
    return rows.length > 0
  })
}

/** Derives invalidated ledgers, each in its own transaction, soon after the first start after an upgrade. */
export async function deriveWaitingLedgers(db: Db, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await deriveNext(db)));
}

export function waitingLedgersJob(db: Db): Job {
  return {
    name: 'expected.waiting-ledgers',
    everyMs: 3_600_000,
    firstAfterMs: 1_000,
    failure: { category: 'Server', sentence: 'The expected months of a carrier could not be derived after an upgrade' },
    run: (signal) => deriveWaitingLedgers(db, signal),
  }
}
