import type { BulkPreview, BulkRow, bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { type BulkKind, bulkKinds } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import type { BulkDefinition, BulkRecord, SetOfMany } from '../platform/lists/bulk-definition.ts'
import { type BulkDefinitions, definitionOf } from './bulk-definitions.ts'
import { findBulkChange } from './bulk-queries.ts'
import { keepChanges, lockSeen, refuseFor } from './bulk-records.ts'

type Contract = (typeof bulk)[BulkKind]

/** Preview of a bulk change by record, in the requested order. */
export const previewMany =
  (definitions: BulkDefinitions): Handler<Contract['preview']> =>
  (call, { action, value, ids }) =>
    inTransaction(call.db, async (db): Promise<BulkPreview> => {
      const definition = definitionOf(definitions, action)
      const records = await lockSeen(db, call.user, definition, ids)
      const to = await nameToSet(db, call.user, definition, value)
      const changing = records.filter((record) => outcomeOf(definition, call.user, record, value).outcome === 'changes')
      const place = new Map(ids.map((id, index) => [id, index]))
      const warned = changing.map(({ id }) => id)
      await refuseRecords(db, definition, { ids: warned, value, today: todayIn(call.now) })
      return {
        data: records
          .toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
          .map((record) => ({
            id: record.id,
            name: record.name,
            from: record.valueName,
            ...outcomeOf(definition, call.user, record, value),
            mark: markOf(record),
          })),
        to,
        warnings:
          value === null || warned.length === 0
            ? []
            : ((await definition.warnings?.(db, warned, value, todayIn(call.now))) ?? []),
      }
    })

/**
 * Sets one value on many records: all, or none if one is not visible (P-28), may not or cannot be changed, or has changed
 * since its preview. The old values are stored for an undo.
 */
export const changeMany =
  (definitions: BulkDefinitions, kind: BulkKind): Handler<Contract['apply']> =>
  (call, { action, value, records: previewed, comment = '' }) =>
    inTransaction(call.db, async (db) => {
      const definition = definitionOf(definitions, action)
      const marks = new Map(previewed.map(({ id, mark }) => [id, mark]))
      const records = await lockSeen(db, call.user, definition, [...marks.keys()])
      return await setOfMany(definitions)(db, call, { kind, action, value, comment, seen: marks }, records)
    })

/** Sets one value on locked records, all or none, with undo; for routes of the specification that change several at once. */
export const setOfMany =
  (definitions: BulkDefinitions): SetOfMany =>
  async (db, call, { kind, action, value, comment, seen }, records) => {
    const definition = definitionOf(definitions, action)
    const { entity } = bulkKinds[kind]
    refuseWithoutRight(call.user, definition, records)
    const conflicting = seen ? records.filter((record) => markOf(record) !== seen.get(record.id)) : []
    refuseFor('bulk.edit_conflict', conflicting)
    const to = await nameToSet(db, call.user, definition, value)
    refuseFor(
      'bulk.refused',
      records.filter((record) => record.cannot && record.value !== value),
    )
    const changing = records.filter((record) => record.value !== value)
    const ids = changing.map((record) => record.id)
    await refuseRecords(db, definition, { ids, value, today: todayIn(call.now) })
    const id = await storeOldValues(db, definition, { kind, action, value, to, comment, by: call.user.id }, changing)
    const writes = changing.map((record) => ({ id: record.id, value, was: record.value, at: null, by: null }))
    await definition.write(db, writes, { by: call.user.id, now: call.now, comment, isUndo: false })
    const changed = changing.map((record) => ({ record, to }))
    await keepChanges(db, entity, definition, call.user.id, changed)
    await writeAudit(db, call.audit, {
      action: action.endsWith('.agent') ? 'assign' : 'status',
      entity,
      outcome: 'done',
      facts: { action, value, bulk: id },
      subjects: ids,
    })
    return await findBulkChange(db, id)
  }

function refuseWithoutRight(user: SignedIn, definition: BulkDefinition, records: readonly BulkRecord[]): void {
  if (!records.every((record) => definition.mayChange(user, record))) fail('right.missing')
}

/** Fails when the definition refuses the value for one of these records. */
export async function refuseRecords(
  db: Db,
  definition: BulkDefinition,
  { ids, value, today }: { ids: readonly number[]; value: number | null; today: string },
): Promise<void> {
  if (value !== null && ids.length > 0) await definition.refuseRecords?.(db, ids, value, today)
}

/** Identifies the state of a record that a preview showed, by version and value. */
function markOf({ version, value }: BulkRecord): string {
  return `${version}:${value ?? ''}`
}

/** What a change would do to a record, with the reason of a refusal. */
export function outcomeOf(
  definition: BulkDefinition,
  user: SignedIn,
  record: BulkRecord,
  value: number | null,
): Pick<BulkRow, 'outcome' | 'why'> {
  if (!definition.mayChange(user, record)) return { outcome: 'refused', why: 'You do not have the right to change it' }
  if (record.value === value) return { outcome: 'has it', why: null }
  return record.cannot ? { outcome: 'refused', why: record.cannot } : { outcome: 'changes', why: null }
}

/** Name of the value; fails if the user may not set it. */
export async function nameToSet(
  db: Db,
  user: SignedIn,
  definition: BulkDefinition,
  value: number | null,
): Promise<string | null> {
  await definition.refuseValue?.(db, user, value)
  return value === null ? null : await definition.nameOf(db, value)
}

/** Stores a bulk change with the old values; returns its id. */
async function storeOldValues(
  db: Db,
  { history }: BulkDefinition,
  done: { kind: BulkKind; action: string; value: number | null; to: string | null; comment: string; by: number },
  changing: readonly BulkRecord[],
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into bulk_changes (kind, action, value, value_name, comment, applied_by)
    values (${done.kind}, ${done.action}, ${done.value}, ${done.to}, ${done.comment}, ${done.by}) returning id`.execute(
    db,
  )
  const id = rows[0]?.id ?? fail('server.error')
  await sql`
    insert into bulk_change_entries (bulk_id, record_id, old_value, version_before, version_after, old_at, old_by)
    select ${id}, r.id, r.value, r.version, r.version + ${history ? 1 : 0}, r.at, r.by
    from jsonb_to_recordset(${JSON.stringify(changing)}::jsonb)
      as r (id bigint, value bigint, version int, at timestamptz, by bigint)`.execute(db)
  return id
}
