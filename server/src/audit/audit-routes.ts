import { everyAction } from '@coverdesk/domain/audit/audit-actions.ts'
import { auditLog } from '@coverdesk/domain/audit/audit-contract.ts'
import { sql } from 'kysely'
import { listOrExport } from '../platform/exports/list-export.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { findAuditDetail } from './audit-detail.ts'
import { auditExport, auditOfRecordExport } from './audit-export.ts'
import { findAuditedRecordName } from './audited-record-name.ts'
import { entityInWords } from './entity-in-words.ts'

const everyone = { all: true } as const

/** Events have no owner: users who may read the audit record can read all of it. */
export function auditRoutes(on: Bind): void {
  on(auditLog.list, (call, { action, ...query }) => {
    const filters = action === undefined || action === everyAction ? query : { ...query, action }
    return listOrExport(call, query.record === undefined ? auditExport : auditOfRecordExport, filters, everyone)
  })
  on(auditLog.entities, async ({ db }) => {
    const { rows } = await sql<{ entity: string; name: string }>`
      select distinct entity, ${sql.raw(entityInWords('entity'))} as name
      from audit_activities where entity is not null order by name, entity`.execute(db)
    return rows
  })
  on(auditLog.record, async ({ db }, { record }) => ({ name: await findAuditedRecordName(db, record) }))
  on(auditLog.one, ({ db }, { id }) => findAuditDetail(db, id))
}
