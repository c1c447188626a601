import { fail } from '@coverdesk/domain/fail.ts'
import type { planData } from '@coverdesk/domain/plan-data/plan-data-contract.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { findPlanLoad } from './plan-loads.ts'
import { lockPlanFiles } from './use-plan-load.ts'

/**
 * Undoes a load whose files are all current: the files that they replaced are current again. Fails with `upload.not_newest`.
 */
export const undoPlanLoad: Handler<typeof planData.undo> = (call, { loadId }) =>
  inTransaction(call.db, async (db) => {
    const { year, source, fileName } = await findPlanLoad(db, loadId)
    await lockPlanFiles(db, { year, source })
    const { mayUndo, rows } = await findPlanLoad(db, loadId)
    if (!mayUndo)
      fail('upload.not_newest', {
        message: 'Only a load whose files are in use can be undone; undo the newer one first',
      })
    await sql`update plan_files set is_current = false where load_id = ${loadId}`.execute(db)
    await sql`
      update plan_files set is_current = true
      where id in (select replaces from plan_files where load_id = ${loadId})`.execute(db)
    await sql`
      update plan_loads set state = 'undone', undone_at = now(), undone_by = ${call.user.id} where id = ${loadId}`.execute(
      db,
    )
    // The list keeps the load with its files; their records are deleted.
    for (const table of recordTables)
      await sql`delete from ${sql.table(table)} where file_id in (select id from plan_files where load_id = ${loadId})`.execute(
        db,
      )
    const facts = { year, source, fileName, rows }
    await writeAudit(db, call.audit, { action: 'undo', entity: 'plan data', entityId: loadId, outcome: 'done', facts })
    return await findPlanLoad(db, loadId)
  })

const recordTables = [
  'plan_rates',
  'plan_variants',
  'plan_benefits',
  'plan_service_areas',
  'plan_networks',
  'plan_crosswalks',
  'plan_rating_areas',
  'plan_providers',
  'plan_drugs',
]
