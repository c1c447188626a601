import { fail } from '@coverdesk/domain/fail.ts'
import type { unpaidPolicies } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import { type UnpaidVariant, variantOf } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { sql } from 'kysely'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { addStatus, findStatus } from '../history/status-history.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { payAgentsOf } from '../platform/auth/pay-readers.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { tableOf } from './unpaid-list.ts'
import { findUnpaid, lockUnpaid } from './unpaid-queries.ts'

/**
 * Adds an entry to the status history of a policy, in any order of statuses, and records the change. Fails with
 * `record.changed` when someone else changed the policy since the caller's version (P-74).
 */
export const setUnpaidStatus =
  (variant: UnpaidVariant): Handler<typeof unpaidPolicies.setStatus> =>
  (call, { id, statusId, comment, version }) =>
    inTransaction(call.db, async (db) => {
      const { statuses, entity } = variantOf[variant]
      const before = await lockUnpaid(db, variant, call.user.visibility('Policy'), id)
      if (version !== undefined && version !== before.version) return await refuseEditConflict(db, entity, id, version)
      const status = (await findStatus(db, statuses, statusId)) ?? fail('status.not_found')
      await addStatus(db, { kind: statuses, id, statusId, comment, by: call.user.id })
      await sql`
        update ${sql.table(tableOf[variant])} set status_id = ${statusId}, version = version + 1, updated_at = now()
        where id = ${id}`.execute(db)
      const newVersion = before.version + 1
      const changes = [{ field: 'Status', old: before.status, new: status }]
      await keepChange(db, { entity, id, version: newVersion, action: 'Status changed', by: call.user.id, changes })
      await writeAudit(db, call.audit, {
        action: 'status',
        entity,
        entityId: id,
        outcome: 'done',
        facts: { version: newVersion, fields: 'status', statusId },
      })
      return await findUnpaid(db, variant, { all: true }, id, payAgentsOf(call.user))
    })
