import { fail } from '@coverdesk/domain/fail.ts'
import type { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { sql } from 'kysely'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { addStatus, findStatus } from '../history/status-history.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { findVariance, lockVariance } from './variance-queries.ts'

/** Adds an entry to the status history of a variance and records the change. Fails with `record.changed` (P-74). */
export const setVarianceStatus: Handler<typeof variances.setStatus> = (call, { id, statusId, comment, version }) =>
  inTransaction(call.db, async (db) => {
    const before = await lockVariance(db, call.user.visibility('Statement'), id)
    if (version !== undefined && version !== before.version)
      return await refuseEditConflict(db, 'variance', id, version)
    const status = (await findStatus(db, 'variance', statusId)) ?? fail('status.not_found')
    await addStatus(db, { kind: 'variance', id, statusId, comment, by: call.user.id })
    const newVersion = before.version + 1
    await sql`update variances set status_id = ${statusId}, version = ${newVersion}, updated_at = now() where id = ${id}`.execute(
      db,
    )
    const changes = [{ field: 'Status', old: before.status, new: status }]
    await keepChange(db, {
      entity: 'variance',
      id,
      version: newVersion,
      action: 'Status changed',
      by: call.user.id,
      changes,
    })
    await writeAudit(db, call.audit, {
      action: 'status',
      entity: 'variance',
      entityId: id,
      outcome: 'done',
      facts: { version: newVersion, fields: 'status', statusId },
    })
    return await findVariance(db, { all: true }, id)
  })
