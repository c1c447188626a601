import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/**
 * Updates a carrier's unpaid policies from its book and ledger; `batchId` is the load that changed them (decision 284).
 */
export async function followLedger(db: Db, carrierId: number, batchId: number | null): Promise<void> {
  await sql`select refresh_unpaid(${carrierId}::bigint, true)`.execute(db)
  await findMissing(db, carrierId, batchId)
}

/** Adds missing months of a carrier's ledger that are not in Unpaid Policies yet. */
export async function findMissing(db: Db, carrierId: number, batchId: number | null): Promise<void> {
  await sql`select find_missing(${carrierId}::bigint, ${batchId}::bigint)`.execute(db)
}

/**
 * Updates the tracks of policies without lines from the ledger, for some policies or the whole carrier (decision 295).
 */
export async function followTracks(db: Db, carrierId: number, policyIds: readonly number[] | null): Promise<void> {
  await (policyIds === null
    ? sql`select refresh_expected_tracks(${carrierId}::bigint)`
    : sql`select refresh_expected_tracks(${carrierId}::bigint, ${policyIds}::bigint[])`
  ).execute(db)
}
