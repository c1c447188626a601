import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Db } from '../platform/db/database.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'

/** Makes an application the own one of a customer or consumer. */
export async function makeOwn(
  db: Db,
  call: SignedInCall,
  { userId, appId }: { userId: number; appId: string },
): Promise<void> {
  if (userId === call.user.id) call.user.applicationId = appId
  const { numAffectedRows } = await sql`
    update users set application_id = ${appId} where id = ${userId} and application_id is distinct from ${appId}`.execute(
    db,
  )
  if (!numAffectedRows) return
  await writeAudit(db, call.audit, {
    action: 'update',
    entity: 'user',
    entityId: userId,
    outcome: 'done',
    facts: { what: 'application' },
  })
}
