import { fail } from '@coverdesk/domain/failures.ts'
import type { FieldChange } from '@coverdesk/domain/history/history-contract.ts'
import type { OfflineDetail, offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { sql } from 'kysely'
import { keepChange, refuseOvertaken } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit.ts'
import { type Db, inTransaction } from '../platform/database.ts'
import type { Handler, SignedInCall } from '../platform/http-call.ts'
import { findOffline, within } from './offline-queries.ts'
import { seesOffline } from './offline-sees.ts'

/** Marks an application as processed, with who and when, or takes the mark off; the card's days count from the mark. */
export const processOffline: Handler<typeof offline.process> = async (call, { id, version, processed }) =>
  await inTransaction(call.db, async (db) => {
    await takeVersion(db, call, id, version)
    await sql`
      update offline_applications set processed_at = ${processed ? sql`now()` : null},
        processed_by = ${processed ? call.user.id : null}
      where id = ${id}`.execute(db)
    const change = { field: 'Processed', old: processed ? 'No' : 'Yes', new: processed ? 'Yes' : 'No' }
    return await told(db, call, {
      id,
      version,
      action: processed ? 'Processed' : 'Reopened',
      change,
      facts: { processed },
    })
  })

/** Puts a hold on an application, under which nothing of it is destroyed, or lets it go. */
export const holdOffline: Handler<typeof offline.hold> = async (call, { id, version, held, reason }) =>
  await inTransaction(call.db, async (db) => {
    await takeVersion(db, call, id, version)
    await sql`
      update offline_applications set held = ${held}, held_reason = ${held ? reason : ''} where id = ${id}`.execute(db)
    const change = { field: 'On hold', old: held ? 'No' : 'Yes', new: held ? 'Yes' : 'No' }
    return await told(db, call, { id, version, action: held ? 'Put on hold' : 'Hold ended', change, facts: { held } })
  })

/** Of two changes of the same version one wins; the other hears who changed what (P-74). */
async function takeVersion(db: Db, { user }: SignedInCall, id: number, version: number): Promise<void> {
  const sees = within(seesOffline(user))
  const taken = await sql`
    update offline_applications o set version = version + 1 where id = ${id} and version = ${version} and ${sees}`.execute(
    db,
  )
  if (taken.numAffectedRows === 1n) return
  const { rows } = await sql`select from offline_applications o where id = ${id} and ${sees}`.execute(db)
  if (rows.length === 0) return fail('record.not_found')
  return await refuseOvertaken(db, 'offline-application', id, version)
}

async function told(
  db: Db,
  call: SignedInCall,
  {
    id,
    version,
    action,
    change,
    facts,
  }: {
    id: number
    version: number
    action: string
    change: FieldChange
    facts: Record<string, boolean>
  },
): Promise<OfflineDetail> {
  const entity = 'offline-application'
  await keepChange(db, { entity, id, version: version + 1, action, by: call.user.id, changes: [change] })
  await writeAudit(db, call.audit, { action: 'update', entity, entityId: id, outcome: 'done', facts })
  return await findOffline(db, call, id)
}
