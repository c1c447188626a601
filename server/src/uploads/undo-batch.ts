import { fail } from '@coverdesk/domain/failures.ts'
import type { ImportBatch, ImportCounts, ImportKind } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'
import { lockCarrier } from '../platform/imports/import-batch.ts'
import { importDefinitions } from './import-definitions.ts'
import { findBatch } from './upload-lists.ts'

interface Standing {
  kind: ImportKind
  carrierId: number | null
  loadedAt: Date
  undone: boolean
  newest: boolean
  fileName: string
}

/**
 * Takes the newest load of a carrier out of the book, exactly, in one transaction with its audit event; it waits for a
 * load of the same carrier that is under way. Fails with `upload.not_newest`, or `upload.changed_since` when something
 * was built on it.
 */
export async function undoBatch(call: SignedInCall, { batchId }: { batchId: number }): Promise<ImportBatch> {
  return await undo(call, await findBatch(call.db, batchId), (db) => findBatch(db, batchId))
}

/** The same for any kind of file, also those that belong to no carrier; returns what `answer` reads in the transaction. */
export async function undo<T>(
  call: SignedInCall,
  before: { id: number; kind: ImportKind; carrierId: number | null; counts: ImportCounts },
  answer: (db: Db) => Promise<T>,
): Promise<T> {
  const batchId = before.id
  return await inTransaction(call.db, async (db) => {
    await sql`set local statement_timeout = 0`.execute(db)
    await sql`set local lock_timeout = 0`.execute(db)
    // What was noted of rows before this load is noted of them again (migration 0065).
    await sql`set local coverdesk.undoing = 'on'`.execute(db)
    const definition = importDefinitions[before.kind]
    await lockCarrier(db, before.kind, definition.rowsSayCarrier ? null : before.carrierId)
    const { rows } = await sql<Standing>`
      select b.kind, b.carrier_id as "carrierId", b.loaded_at as "loadedAt", b.undone_at is not null as undone,
        b.file_name as "fileName", not exists (select from import_batches n where n.kind = b.kind
          and n.carrier_id is not distinct from b.carrier_id and n.id > b.id and n.undone_at is null) as newest
      from import_batches b where b.id = ${batchId} for update`.execute(db)
    const batch = rows[0] ?? fail('record.not_found')
    if (batch.undone) fail('upload.not_newest', { message: 'This upload was already undone' })
    // Files whose carriers the rows say, or that have none, stand beside each other; what a later one changed too, their own undo refuses.
    if (!batch.newest && batch.carrierId !== null && !definition.rowsSayCarrier) fail('upload.not_newest')
    // First, so that what is worked out anew goes by the loads that stand.
    await sql`update import_batches set undone_at = now(), undone_by = ${call.user.id} where id = ${batchId}`.execute(
      db,
    )
    await definition.undo(db, { id: batchId, carrierId: batch.carrierId, loadedAt: batch.loadedAt })
    await writeAudit(db, call.audit, {
      action: 'undo',
      entity: batch.kind,
      entityId: batchId,
      outcome: 'done',
      facts: { carrierId: batch.carrierId, fileName: batch.fileName, rows: before.counts.rows },
    })
    return await answer(db)
  })
}
