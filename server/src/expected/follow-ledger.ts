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

/** Brings the tracks of policies without lines to the ledger, those of some policies or of the whole carrier (decision 295). */
export async function followTracks(db: Db, carrierId: number, policyIds: readonly number[] | null): Promise<void> {
  await (policyIds === null
    ? sql`select refresh_expected_tracks(${carrierId}::bigint)`
    : sql`select refresh_expected_tracks(${carrierId}::bigint, ${policyIds}::bigint[])`
  ).execute(db)
}
