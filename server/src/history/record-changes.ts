import { fail } from '@coverdesk/domain/failures.ts'
import type { EditConflict, FieldChange, RecordChange } from '@coverdesk/domain/history/history-contract.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** The kinds of record whose changes are kept field by field; also their names in the audit record. */
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
  | 'agency'
  | 'carrier'
  | 'list-value'

/** Keeps one accepted change, in the transaction that makes it; `version` is the one that it made (P-74). */
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
    /** What was done, as a person reads it: 'Created', 'Changed', 'Status changed'. */
    action: string
    by: number | null
    changes: readonly FieldChange[]
  },
): Promise<void> {
  await sql`
    insert into record_changes (entity, record_id, version, action, by_user, changes)
    values (${entity}, ${id}, ${version}, ${action}, ${by}, ${JSON.stringify(changes, wellFormed)})`.execute(db)
}

/** Halves of characters, which a text column would replace, break a column of JSON. */
const wellFormed = (_name: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)

/** Every accepted change of a record after a version, oldest first; from 0 its whole history. */
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

/** Refuses a change that was made on an older version, telling who changed what since (P-74). */
export async function refuseOvertaken(db: Db, entity: ChangedEntity, id: number, held: number): Promise<never> {
  const since = await changesSince(db, entity, id, held)
  const details: EditConflict = { version: since.at(-1)?.version ?? held, since }
  return fail('record.changed', { details })
}
