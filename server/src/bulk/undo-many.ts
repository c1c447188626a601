import type { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { type BulkAction, type BulkKind, bulkKinds } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import type { BulkDefinition, BulkRecord, BulkWrite } from '../platform/lists/bulk-definition.ts'
import { type BulkDefinitions, definitionOf } from './bulk-definitions.ts'
import { findBulkChange } from './bulk-queries.ts'
import { keepChanges, refuseFor } from './bulk-records.ts'

/** Comment in the histories of the records. */
const undone = 'Change of many undone'

/**
 * Undoes a bulk change. Rejected if a record has another value by now, or is out of sight or gone, unless such records may be
 * skipped and others are left; other fields of the records do not matter.
 */
export const undoMany =
  (definitions: BulkDefinitions, kind: BulkKind): Handler<(typeof bulk)[BulkKind]['undo']> =>
  (call, { id, skipChanged }) =>
    inTransaction(call.db, async (db) => {
      const change = await lockChange(db, call.user, definitions, { kind, id })
      const definition = definitionOf(definitions, change.action)
      const entries = await entriesOf(db, id)
      const { records, named } = await lockEntries(db, call.user, definition, { change, entries })
      const isBack = (record: BulkRecord) => record.value === change.value && definition.mayChange(call.user, record)
      if (records.length > 0 && !records.some((record) => definition.mayChange(call.user, record)))
        fail('right.missing')
      const now = new Map(records.filter(isBack).map((record) => [record.id, record]))
      const back = entries.filter((entry) => now.has(entry.id))
      const others = named.filter((record) => !now.has(record.id))
      const kept = entries.length - back.length
      // With nothing left to undo, the change stays open for a user who sees its records.
      if (!skipChanged || back.length === 0) refuseFor('bulk.changed_since', others, kept - others.length)
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
      const facts = { action: change.action, bulk: id, kept }
      await writeAudit(db, call.audit, { action: 'undo', entity, outcome: 'done', facts, subjects })
      return await findBulkChange(db, id)
    })

/**
 * Locks the records of the entries that are still there, with those that the user can see and a refusal may name. A change of
 * the agent may have moved records out of its author's sight: they are locked as the entries name them.
 */
async function lockEntries(
  db: Db,
  user: SignedIn,
  definition: BulkDefinition,
  { change, entries }: { change: LockedChange; entries: readonly BulkWrite[] },
): Promise<{ records: BulkRecord[]; named: BulkRecord[] }> {
  const ids = entries.map((entry) => entry.id)
  const named = await definition.lock(db, user, ids)
  const moved = change.by === user.id && change.action.endsWith('.agent') && named.length < ids.length
  if (!moved) return { records: named, named }
  return { records: await definition.lock(db, { ...user, visibility: () => ({ all: true }) }, ids), named }
}

interface LockedChange {
  action: BulkAction
  value: number | null
  by: number
}

/** Locks the change if the caller may undo it: their own, or any if they can see all records. */
async function lockChange(
  db: Db,
  user: SignedIn,
  definitions: BulkDefinitions,
  { kind, id }: { kind: BulkKind; id: number },
): Promise<LockedChange> {
  const { rows } = await sql<LockedChange & { undone: boolean }>`
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
