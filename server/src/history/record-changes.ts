import { fail } from '@coverdesk/domain/fail.ts'
import type { EditConflict, FieldChange, RecordChange } from '@coverdesk/domain/history/history-contract.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** Kinds of record with a field history; also their names in the audit record. A new kind is one line here. */
export type ChangedEntity =
  | 'agent'
  | 'rate'
  | 'customer'
  | 'contact'
  | 'lead'
  | 'offline-application'
  | 'marketplace-application'
  | 'internal-application'
  | 'pto'
  | 'unpaid-policy'
  | 'lost-policy'
  | 'commission-line'
  | 'agency'
  | 'carrier'
  | 'list-value'
  | 'schedule'
  | 'variance'
  | 'dispute'
  | 'terms'
  | 'agent-contract'
  | 'agent-upline'
  | 'override'
  | 'advance'
  | 'adjustment'
  | 'pay-hold'
  | 'policy-split'
  | 'bank-account'
  | 'payout-settings'
  | 'tax-facts'
  | 'tax-limit'

/** Stores one accepted change in the same transaction; `version` is the new version (P-74). */
export async function keepChange(
  db: Db,
  {
    entity,
    id,
    version,
    action,
    by,
    changes,
  }: {
    entity: ChangedEntity
    id: number
    version: number
    /** Display text: 'Created', 'Changed', 'Status changed'. */
    action: string
    by: number | null
    changes: readonly FieldChange[]
  },
): Promise<void> {
  await sql`
    insert into record_changes (entity, record_id, version, action, by_user, changes)
    values (${entity}, ${id}, ${version}, ${action}, ${by}, ${JSON.stringify(changes, wellFormed)})`.execute(db)
}

/** Change of one of many records, as keepChange stores it. */
export interface KeptChange {
  id: number
  version: number
  action: string
  changes: readonly FieldChange[]
}

/** Stores the accepted changes of many records of a kind by one user. */
export async function keepChanges(
  db: Db,
  entity: ChangedEntity,
  by: number | null,
  changes: readonly KeptChange[],
): Promise<void> {
  await sql`
    insert into record_changes (entity, record_id, version, action, by_user, changes)
    select ${entity}, c.id, c.version, c.action, ${by}, c.changes
    from jsonb_to_recordset(${JSON.stringify(changes, wellFormed)}::jsonb) as c (id bigint, version int, action text, changes jsonb)`.execute(
    db,
  )
}

/** Replaces lone surrogates, which are invalid in a jsonb column. */
const wellFormed = (_name: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)

/** Accepted changes of a record after a version, oldest first; from 0 the whole history. */
export async function changesSince(db: Db, entity: ChangedEntity, id: number, version = 0): Promise<RecordChange[]> {
  const { rows } = await sql<RecordChange>`
    select h.version, h.action, h.at, h.changes,
      coalesce(nullif(concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name, '')), ''), u.user_name, 'Coverdesk') as by
    from record_changes h
    left join users u on u.id = h.by_user
    left join contacts c on c.id = u.contact_id
    where h.entity = ${entity} and h.record_id = ${id} and h.version > ${version}
    order by h.version`.execute(db)
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
}

/** Rejects an edit based on an older version, with who changed what since (P-74). */
export async function refuseEditConflict(db: Db, entity: ChangedEntity, id: number, version: number): Promise<never> {
  const since = await changesSince(db, entity, id, version)
  const details: EditConflict = { version: since.at(-1)?.version ?? version, since }
  return fail('record.changed', { details })
}
