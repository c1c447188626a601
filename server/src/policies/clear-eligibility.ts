import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { StagedImport } from '../platform/imports/import-definition.ts'

/**
 * Carriers report ended and pending policies as not eligible, which does not apply to their other months (decision
 * 350).
 */
export async function clearEligibility(db: Db, staged: StagedImport): Promise<void> {
  if (!staged.columns.includes('commission_eligible')) return
  await sql`
    update ${sql.table(staged.rows)} set commission_eligible = null
    where commission_eligible is not null and status is distinct from 'Active'`.execute(db)
}
