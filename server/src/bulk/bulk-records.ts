import type { ChangedRecords } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'
import type { BulkDefinition, BulkRecord } from '../platform/lists/bulk-definition.ts'

/** Locks the records; fails if one is missing or not visible, without naming it (P-28). */
export async function lockSeen(
  db: Db,
  user: SignedIn,
  definition: BulkDefinition,
  ids: readonly number[],
): Promise<BulkRecord[]> {
  const records = await definition.lock(db, user, ids)
  if (records.length < ids.length) fail('record.not_found', { message: 'One of these records no longer exists' })
  return records
}

const messages = {
  'bulk.edit_conflict': (recordNames: string) => `Someone else changed ${recordNames} since; nothing was changed`,
  'bulk.refused': (recordNames: string) => `${recordNames} cannot be changed; nothing was changed`,
  'bulk.changed_since': (recordNames: string) => `Someone else changed ${recordNames} since; nothing was changed`,
} as const

/** Fails because of these records, which it names, and of `unnamed` others; does nothing if there are none. */
export function refuseFor(code: keyof typeof messages, because: readonly BulkRecord[], unnamed = 0): void {
  const records = because.length + unnamed
  if (records === 0) return
  const names = because.slice(0, 20).map(({ name }) => name)
  const details: ChangedRecords = { records, names }
  const shown = names.slice(0, 3)
  const more = records - shown.length
  const recordNames =
    shown.length === 0 ? `${records} of these records` : shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
  fail(code, { message: messages[code](recordNames), details })
}

/** Adds a history entry to each record, unless the kind uses only the status history. */
export async function keepChanges(
  db: Db,
  entity: string,
  { history }: BulkDefinition,
  by: number,
  changed: readonly { record: BulkRecord; to: string | null }[],
  action = history?.done,
): Promise<void> {
  if (!history) return
  const rows = changed.map(({ record, to }) => ({
    id: record.id,
    entity: record.historyOf ?? entity,
    version: record.version + 1,
    changes: [{ field: history.field, old: record.valueName, new: to }],
  }))
  await sql`
    insert into record_changes (entity, record_id, version, action, by_user, changes)
    select r.entity, r.id, r.version, ${action}, ${by}::bigint, r.changes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, entity text, version int, changes jsonb)`.execute(
    db,
  )
}
