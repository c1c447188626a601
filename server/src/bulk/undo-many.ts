import type { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { type BulkAction, type BulkKind, bulkKinds } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import type { BulkDefinition, BulkWrite } from '../platform/lists/bulk-definition.ts'
import { type BulkDefinitions, definitionOf } from './bulk-definitions.ts'
import { findBulkChange } from './bulk-queries.ts'
import { keepChanges, lockSeen, refuseFor } from './bulk-records.ts'

/** Comment in the histories of the records. */
const undone = 'Change of many undone'

/**
 * Undoes a bulk change. Rejected if a record has another value by now, unless such records may be skipped; other fields of the
 * records do not matter.
 */
export const undoMany =
  (definitions: BulkDefinitions, kind: BulkKind): Handler<(typeof bulk)[BulkKind]['undo']> =>
  (call, { id, skipChanged }) =>
    inTransaction(call.db, async (db) => {
      const change = await lockChange(db, call.user, definitions, { kind, id })
      const definition = definitionOf(definitions, change.action)
      const entries = await entriesOf(db, id)
      const locked = await lockSeen(
        db,
        call.user,
        definition,
        entries.map((entry) => entry.id),
      )
      if (!locked.every((record) => definition.mayChange(call.user, record))) fail('right.missing')
      const now = new Map(locked.map((record) => [record.id, record]))
      const back = entries.filter((entry) => now.get(entry.id)?.value === change.value)
      const others = locked.filter((record) => record.value !== change.value)
      if (!skipChanged) refuseFor('bulk.changed_since', others)
      await definition.write(db, back, { by: call.user.id, now: call.now, comment: undone, isUndo: true })
      const names = await namesOf(db, definition, back)
      const taken = back.flatMap((entry) => {
        const record = now.get(entry.id)
        return record ? [{ record, to: entry.value === null ? null : (names.get(entry.value) ?? null) }] : []
      })
      const { entity } = bulkKinds[kind]
      await keepChanges(db, entity, definition, call.user.id, taken, undone)
      const subjects = back.map((entry) => entry.id)
      await sql`update bulk_changes set undone_at = clock_timestamp(), undone_by = ${call.user.id} where id = ${id}`.execute(
        db,
      )
      await sql`
        update bulk_change_entries set kept = true
        where bulk_id = ${id} and not record_id = any(${subjects}::bigint[])`.execute(db)
      const facts = { action: change.action, bulk: id, kept: others.length }
      await writeAudit(db, call.audit, { action: 'undo', entity, outcome: 'done', facts, subjects })
      return await findBulkChange(db, id)
    })

/** Locks the change if the caller may undo it: their own, or any if they can see all records. */
async function lockChange(
  db: Db,
  user: SignedIn,
  definitions: BulkDefinitions,
  { kind, id }: { kind: BulkKind; id: number },
): Promise<{ action: BulkAction; value: number | null }> {
  const { rows } = await sql<{ action: BulkAction; value: number | null; undone: boolean; by: number }>`
    select action, value, undone_at is not null as undone, applied_by as by from bulk_changes
    where id = ${id} and kind = ${kind} for update`.execute(db)
  const change = rows[0] ?? fail('record.not_found')
  if (change.by !== user.id && !definitionOf(definitions, change.action).canSeeAll(user)) fail('record.not_found')
  if (change.undone) fail('bulk.undone')
  return change
}

async function entriesOf(db: Db, id: number): Promise<BulkWrite[]> {
  const { rows } = await sql<BulkWrite>`
    select record_id as id, old_value as value, old_at::text as at, old_by as by
    from bulk_change_entries where bulk_id = ${id} order by record_id`.execute(db)
  return rows
}

async function namesOf(
  db: Db,
  definition: BulkDefinition,
  entries: readonly { value: number | null }[],
): Promise<Map<number, string>> {
  const names = new Map<number, string>()
  for (const { value } of entries)
    if (value !== null && !names.has(value)) names.set(value, await definition.nameOf(db, value))
  return names
}
