import { type AuditSource, writeAudit } from '../platform/audit/audit.ts'
import type { Db } from '../platform/db/database.ts'

interface Shown {
  /** Page that showed them. */
  of: 'customer' | 'policy'
  entity: string
  ids: readonly number[]
}

/** Audits which records of another area a page showed. */
export async function recordShown(db: Db, audit: AuditSource, { of, entity, ids }: Shown): Promise<void> {
  if (ids.length === 0) return
  await writeAudit(db, audit, {
    action: 'read',
    entity,
    outcome: 'done',
    facts: { of },
    subjects: [...new Set(ids)],
  })
}
