import { done } from '@coverdesk/domain/platform/route.ts'
import { setup } from '@coverdesk/domain/setup/setup-contract.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { Bind, Handler } from '../platform/http/http-call.ts'
import { readChecklist } from './checklist.ts'
import { checkLink, createFirstAdministrator } from './create-first-administrator.ts'

const skipChecklist: Handler<typeof setup.skip> = ({ db, audit }) =>
  inTransaction(db, async (db) => {
    await sql`update agency_settings set setup_skipped_at = now()`.execute(db)
    await writeAudit(db, audit, {
      action: 'update',
      entity: 'agency',
      entityId: 1,
      outcome: 'done',
      facts: { fields: 'Setup checklist' },
    })
    return done
  })

export function setupRoutes(on: Bind): void {
  on(setup.check, checkLink)
  on(setup.createAdministrator, createFirstAdministrator)
  on(setup.checklist, ({ db, services }) => readChecklist(db, services.config))
  on(setup.skip, skipChecklist)
}
