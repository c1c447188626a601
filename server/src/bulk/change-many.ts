import type { BulkAction, BulkInput, BulkPreview, bulk, ChangedRecords } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { type FailureCode, fail } from '@coverdesk/domain/failures.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit.ts'
import type { BulkDefinition, BulkRecord } from '../platform/bulk-definition.ts'
import { type Db, inTransaction } from '../platform/database.ts'
import type { Handler, SignedInCall } from '../platform/http-call.ts'
import { bulkDefinitions } from './bulk-definitions.ts'
import { findBulkChange } from './bulk-queries.ts'

/** What a change of many records would do. Refuses what `changeMany` would refuse. */
export const previewMany: Handler<typeof bulk.preview> = (call, input) =>
  inTransaction(call.db, async (db) => {
    const definition = bulkDefinitions[input.action]
    const records = await lockAll(db, call, definition, input)
    return await previewOf(db, definition, records, input.value, todayIn(call.now))
  })

/**
 * Sets one thing of many records: all of them, or none when one is not to be seen (P-28), may not be changed, or was
 * changed since the caller saw it. What each held is kept, so that it can be taken back.
 */
export const changeMany: Handler<typeof bulk.apply> = (call, input) =>
  inTransaction(call.db, async (db) => {
    const definition = bulkDefinitions[input.action]
    const records = await lockAll(db, call, definition, input)
    const to = input.value === null ? null : await definition.nameOf(db, input.value)
    const changing = records.filter(({ value }) => value !== input.value)
    const { rows } = await sql<{ id: number }>`
      insert into bulk_changes (kind, action, value, value_name, applied_by)
      values (${definition.kind}, ${input.action}, ${input.value}, ${to}, ${call.user.id}) returning id`.execute(db)
    const id = rows[0]?.id ?? fail('server.error')
    await sql`
      insert into bulk_change_entries (bulk_id, record_id, old_value, version_before, version_after, old_at)
      select ${id}, r.id, r.value, r.version, r.version + 1, r.at
      from jsonb_to_recordset(${JSON.stringify(changing)}::jsonb) as r (id bigint, value bigint, version int, at timestamptz)`.execute(
      db,
    )
    await definition.write(
      db,
      changing.map((record) => ({ id: record.id, value: input.value, at: null })),
      call.user.id,
      'now',
    )
    await keepChanges(
      db,
      definition,
      call.user.id,
      definition.done,
      changing.map((record) => ({ record, to })),
    )
    const facts = { action: input.action, value: input.value, bulk: id }
    const subjects = changing.map((record) => record.id)
    await writeAudit(db, call.audit, { action: 'update', entity: definition.entity, outcome: 'done', facts, subjects })
    return await findBulkChange(db, id)
  })

/**
 * Takes a change of many records back: each holds again what it held. Refused as a whole when one of them holds something
 * else by now than it was given, unless those are to keep it; other fields of a record do not matter.
 */
export const undoMany: Handler<typeof bulk.undo> = (call, { id, skipChanged }) =>
  inTransaction(call.db, async (db) => {
    const { rows } = await sql<{ action: BulkAction; value: number | null; undone: boolean; by: number }>`
      select action, value, undone_at is not null as undone, applied_by as by from bulk_changes where id = ${id} for update`.execute(
      db,
    )
    const change = rows[0] ?? fail('record.not_found')
    const definition = bulkDefinitions[change.action]
    if (change.by !== call.user.id && !definition.runs(call.user)) fail('record.not_found')
    if (change.undone) fail('bulk.undone')
    const { rows: entries } = await sql<{ id: number; value: number | null; at: Date | null }>`
      select record_id as id, old_value as value, old_at as at
      from bulk_change_entries where bulk_id = ${id} order by record_id`.execute(db)
    const locked = await lockSeen(
      db,
      call,
      definition,
      entries.map((entry) => entry.id),
    )
    const now = new Map(locked.map((record) => [record.id, record]))
    const back = entries.filter((entry) => now.get(entry.id)?.value === change.value)
    const kept = entries.length - back.length
    if (kept > 0 && !skipChanged)
      refuse(
        'bulk.changed_since',
        locked.filter((record) => !back.some((entry) => entry.id === record.id)),
        kept,
      )
    await definition.write(db, back, call.user.id, 'as it was')
    const names = await namesOf(db, definition, back)
    const taken = back.flatMap((entry) => {
      const record = now.get(entry.id)
      return record ? [{ record, to: entry.value === null ? null : (names.get(entry.value) ?? null) }] : []
    })
    await keepChanges(db, definition, call.user.id, 'Change of many undone', taken)
    await sql`update bulk_changes set undone_at = clock_timestamp(), undone_by = ${call.user.id} where id = ${id}`.execute(
      db,
    )
    await sql`
      update bulk_change_entries set kept = true
      where bulk_id = ${id} and not record_id = any(${back.map((entry) => entry.id)}::bigint[])`.execute(db)
    const facts = { action: change.action, bulk: id, kept }
    const subjects = back.map((entry) => entry.id)
    await writeAudit(db, call.audit, { action: 'undo', entity: definition.entity, outcome: 'done', facts, subjects })
    return await findBulkChange(db, id)
  })

/** The records of an undo: of those that are gone or not to be seen any more the whole is refused, as in P-28. */
async function lockSeen(
  db: Db,
  { user }: SignedInCall,
  definition: BulkDefinition,
  ids: readonly number[],
): Promise<BulkRecord[]> {
  const records = await definition.lock(db, user, ids)
  if (records.length < ids.length) fail('record.not_found', { message: 'One of these records is not there any more' })
  if (!records.every((record) => definition.mayChange(user, record))) fail('right.missing')
  return records
}

async function lockAll(
  db: Db,
  call: SignedInCall,
  definition: BulkDefinition,
  input: BulkInput,
): Promise<BulkRecord[]> {
  const held = new Map(input.records.map(({ id, version }) => [id, version]))
  const records = await lockSeen(db, call, definition, [...held.keys()])
  const overtaken = records.filter((record) => record.version !== held.get(record.id))
  if (overtaken.length > 0) refuse('bulk.overtaken', overtaken, overtaken.length)
  return records
}

function refuse(code: FailureCode, changed: readonly BulkRecord[], records: number): never {
  const names = changed.slice(0, 20).map(({ name }) => name)
  const details: ChangedRecords = { records, names }
  const whose = names.slice(0, 3).join(', ') + (records > 3 ? ` and ${records - 3} more` : '')
  return fail(code, { message: `Somebody else changed ${whose} since; nothing was changed`, details })
}

async function previewOf(
  db: Db,
  definition: BulkDefinition,
  records: readonly BulkRecord[],
  value: number | null,
  today: string,
): Promise<BulkPreview> {
  const changing = records.filter((record) => record.value !== value)
  const from = new Map<string | null, number>()
  for (const { valueName } of changing) from.set(valueName, (from.get(valueName) ?? 0) + 1)
  const ids = changing.map(({ id }) => id)
  return {
    records: changing.length,
    unchanged: records.length - changing.length,
    from: [...from].map(([name, count]) => ({ name, records: count })).sort((a, b) => b.records - a.records),
    to: value === null ? null : await definition.nameOf(db, value),
    warnings: value === null ? [] : ((await definition.warnings?.(db, ids, value, today)) ?? []),
  }
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

/** One line in the history of each record, all in one statement. */
async function keepChanges(
  db: Db,
  { entity, field }: BulkDefinition,
  by: number,
  action: string,
  changed: readonly { record: BulkRecord; to: string | null }[],
): Promise<void> {
  const rows = changed.map(({ record, to }) => ({
    id: record.id,
    version: record.version + 1,
    changes: [{ field, old: record.valueName, new: to }],
  }))
  await sql`
    insert into record_changes (entity, record_id, version, action, by_user, changes)
    select ${entity}, r.id, r.version, ${action}, ${by}::bigint, r.changes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, version int, changes jsonb)`.execute(db)
}
