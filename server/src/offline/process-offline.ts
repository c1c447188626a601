import { fail } from '@coverdesk/domain/fail.ts'
import { fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import type { OfflineDetail, offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { sql } from 'kysely'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { findOffline, isVisible } from './offline-queries.ts'
import { offlineVisibility } from './offline-visibility.ts'

/**
 * Marks an application as processed, with user and time, or removes the mark; card retention counts from the mark. No
 * change if it already has this state.
 */
export const processOffline: Handler<typeof offline.process> = async (call, { id, version, processed }) =>
  await change(call, { id, version }, processed ? 'Processed' : 'Reopened', async (db, before) => {
    if (processed === before.processed) return
    await sql`
      update offline_applications set processed_at = ${processed ? sql`now()` : null},
        processed_by = ${processed ? call.user.id : null}
      where id = ${id}`.execute(db)
  })

/** Sets, updates or removes a hold with its reason. Nothing of an application on hold is destroyed. */
export const holdOffline: Handler<typeof offline.hold> = async (call, { id, version, held, reason }) =>
  await change(call, { id, version }, held ? 'Put on hold' : 'Hold ended', async (db) => {
    await sql`
      update offline_applications set held = ${held}, held_reason = ${held ? reason : ''} where id = ${id}`.execute(db)
  })

/** Editable fields, with their names in the history. */
const labels = { processed: 'Processed', held: 'On hold', reason: 'Reason of the hold' }
type State = Record<'processed' | 'held', boolean> & { reason: string; version: number }

async function stateOf(db: Db, { user }: SignedInCall, id: number): Promise<State> {
  const { rows } = await sql<State>`
    select processed_at is not null as processed, held, held_reason as reason, version
    from offline_applications o where id = ${id} and ${isVisible(offlineVisibility(user))} for no key update`.execute(
    db,
  )
  return rows[0] ?? fail('record.not_found')
}

/**
 * Saves a change of one version; a concurrent one gets the conflicting change (P-74). An unchanged record gets no new
 * version.
 */
async function change(
  call: SignedInCall,
  { id, version }: { id: number; version: number },
  action: string,
  write: (db: Db, before: State) => Promise<void>,
): Promise<OfflineDetail> {
  const entity = 'offline-application'
  return await inTransaction(call.db, async (db) => {
    const { version: held, ...before } = await stateOf(db, call, id)
    if (held !== version) return await refuseEditConflict(db, entity, id, version)
    await write(db, { ...before, version })
    const { version: _, ...after } = await stateOf(db, call, id)
    const changes = fieldChanges(labels, before, after)
    if (changes.length === 0) return await findOffline(db, call, id)
    await sql`update offline_applications set version = version + 1 where id = ${id}`.execute(db)
    await keepChange(db, { entity, id, version: version + 1, action, by: call.user.id, changes })
    const facts = { fields: changes.map(({ field }) => field).join(', ') }
    await writeAudit(db, call.audit, { action: 'status', entity, entityId: id, outcome: 'done', facts })
    return await findOffline(db, call, id)
  })
}
