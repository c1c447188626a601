import { fail } from '@coverdesk/domain/fail.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import type { StagedKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import type { ImportBatch, ImportCounts } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'
import { lockCarrier } from '../platform/imports/import-batch.ts'
import type { ImportDefinition } from '../platform/imports/import-definition.ts'
import { importDefinitions } from './import-definitions.ts'
import { findBatch } from './upload-lists.ts'

interface LockedBatch {
  kind: StagedKind
  carrierId: number | null
  loadedAt: Date
  undone: boolean
  newest: boolean
  fileName: string
}

/**
 * Undoes the newest upload of a carrier exactly, in one transaction with its audit event. Waits for a running upload of
 * the same carrier. Fails with `upload.not_newest`, or with `upload.changed_since` when later data depends on it.
 */
export async function undoBatch(call: SignedInCall, { batchId }: { batchId: number }): Promise<ImportBatch> {
  return await undo(call, await findBatch(call.db, batchId), (db) => findBatch(db, batchId))
}

/** Why an upload can't be undone, as `undoBatch` would say; null if it can. */
export async function findUndoObstacle(db: Db, batchId: number): Promise<{ reason: string | null }> {
  const { kind } = await findBatch(db, batchId)
  const { rows } = await sql<LockedBatch>`${lockedBatch} where b.id = ${batchId}`.execute(db)
  const batch = rows[0] ?? fail('record.not_found')
  try {
    await refuseUndo(db, importDefinitions[kind], { ...batch, id: batchId })
  } catch (error) {
    if (error instanceof Failure) return { reason: error.message }
    throw error
  }
  return { reason: null }
}

/** Columns of a LockedBatch, without its condition. */
const lockedBatch = sql`
  select b.kind, b.carrier_id as "carrierId", b.loaded_at as "loadedAt", b.undone_at is not null as undone,
    b.file_name as "fileName", not exists (select from import_batches n where n.kind = b.kind
      and n.carrier_id is not distinct from b.carrier_id and n.id > b.id and n.undone_at is null) as newest
  from import_batches b`

async function refuseUndo(
  db: Db,
  definition: ImportDefinition,
  { id, undone, newest, carrierId, loadedAt }: LockedBatch & { id: number },
): Promise<void> {
  if (undone) fail('upload.not_newest', { message: 'This upload was already undone' })
  // Without a carrier per file, later uploads do not block an undo; the definition's own undo refuses rows that a
  // later one changed.
  if (!newest && carrierId !== null && !definition.rowsSayCarrier) fail('upload.not_newest')
  await definition.refuseUndo?.(db, { id, carrierId, loadedAt })
}

/** Undoes an upload of any kind; returns the result of `answer`, which runs in the transaction. */
export async function undo<T>(
  call: SignedInCall,
  before: { id: number; kind: StagedKind; carrierId: number | null; counts: ImportCounts },
  answer: (db: Db) => Promise<T>,
): Promise<T> {
  const batchId = before.id
  return await inTransaction(call.db, async (db) => {
    await sql`set local statement_timeout = 0`.execute(db)
    await sql`set local lock_timeout = 0`.execute(db)
    // Restores what was recorded about the rows before this upload (migration 0065).
    await sql`set local coverdesk.undoing = 'on'`.execute(db)
    const definition = importDefinitions[before.kind]
    await lockCarrier(db, before.kind, definition.rowsSayCarrier ? null : before.carrierId)
    const { rows } = await sql<LockedBatch>`${lockedBatch} where b.id = ${batchId} for update`.execute(db)
    const batch = rows[0] ?? fail('record.not_found')
    await refuseUndo(db, definition, { ...batch, id: batchId })
    // Marked as undone first, so that recalculation uses only the remaining uploads.
    await sql`update import_batches set undone_at = now(), undone_by = ${call.user.id} where id = ${batchId}`.execute(
      db,
    )
    await definition.undo(db, {
      id: batchId,
      carrierId: batch.carrierId,
      loadedAt: batch.loadedAt,
      undoneBy: call.user.id,
    })
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
