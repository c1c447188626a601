import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** Brings a carrier's unpaid policies to its book and its ledger; `batchId`: the load that changed them (decision 284). */
export async function followLedger(db: Db, carrierId: number, batchId: number | null): Promise<void> {
  await sql`select refresh_unpaid(${carrierId}::bigint, true)`.execute(db)
  await findMissing(db, carrierId, batchId)
}

/** Adds the missing months of a carrier's ledger that Unpaid Policies does not show. */
export async function findMissing(db: Db, carrierId: number, batchId: number | null): Promise<void> {
  await sql`select find_missing(${carrierId}::bigint, ${batchId}::bigint)`.execute(db)
}
