import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { StandingBatch } from '../../platform/imports/import-definition.ts'

/** Columns that a file can replace. */
const replaced = [
  'snapshot_at',
  'user_first_name',
  'user_last_name',
  'user_phone',
  'user_email',
  'user_address',
  'user_city',
  'user_county',
  'user_state',
  'user_zip_code',
  'plan_name',
  'carrier_id',
  'carrier_name',
  'agent_id',
  'agent_npn',
  'agent_name',
  'sale_agent_id',
  'sale_agent_name',
  'aptc_elected',
  'raw',
  'document',
]

/**
 * Undoes an upload of applications: deletes new ones and restores changed ones. Fails with `upload.changed_since` when
 * someone changed one of them since.
 */
export async function undoApplications(db: Db, { id }: StandingBatch): Promise<void> {
  const { rows } = await sql<{ changed: number }>`
    select (
      (select count(*) from marketplace_applications m where m.first_batch_id = ${id} and m.version > 1)
      + (select count(*) from marketplace_marks k join marketplace_applications m on m.id = k.application_id
        where k.batch_id = ${id} and m.version <> (k.before ->> 'version')::int + 1)
      + (select count(*) from marketplace_applications m join users u on u.application_id = m.exchange_assigned_id
        where m.first_batch_id = ${id})
    )::int as changed`.execute(db)
  const changed = rows[0]?.changed ?? 0
  if (changed > 0)
    fail('upload.changed_since', {
      message: `${changed} applications of this load were changed afterwards; it cannot be undone`,
    })
  await sql`
    with restored as (
      update marketplace_applications m set ${sql.join(
        replaced.map((column) => sql`${sql.ref(column)} = b.${sql.ref(column)}`),
      )}, version = m.version + 1, updated_at = now()
      from marketplace_marks k, jsonb_populate_record(null::marketplace_applications, k.before) b
      where k.batch_id = ${id} and m.id = k.application_id
      returning m.id, m.version
    )
    insert into record_changes (entity, record_id, version, action, changes)
    select 'marketplace-application', r.id, r.version, 'Upload undone', '[]' from restored r`.execute(db)
  await sql`delete from marketplace_marks where batch_id = ${id}`.execute(db)
  await sql`delete from marketplace_applications where first_batch_id = ${id}`.execute(db)
}
