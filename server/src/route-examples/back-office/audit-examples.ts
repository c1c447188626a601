import type { auditLog } from '@coverdesk/domain/audit/audit-contract.ts'
import { sql } from 'kysely'
import { commandSource, writeAudit } from '../../platform/audit/audit.ts'
import { common, done, type ExamplesOf, nothing, type Scene } from '../example.ts'
import { nowhere } from '../example-records.ts'

export const auditExamples: ExamplesOf<typeof auditLog> = {
  list: nothing,
  entities: nothing,
  record: { answers: done, own: () => ({ record: 'policy:1' }) },
  one: { answers: common, own: async (scene) => ({ id: await eventOf(scene) }), missing: () => ({ id: nowhere }) },
}

async function eventOf({ agency }: Scene): Promise<number> {
  const source = commandSource(agency.services.config.auditSecret)
  await writeAudit(agency.db, source, { action: 'delete', entity: 'example', entityId: 7, outcome: 'done' })
  const { rows } = await sql<{ id: number }>`
    select max(id) as id from audit_events where entity = 'example'`.execute(agency.db)
  return rows[0]?.id ?? 0
}
