import { fail } from '@coverdesk/domain/fail.ts'
import { type RawBuilder, sql } from 'kysely'
import { uploadUndone, versionsUndone } from '../../history/undone-uploads.ts'
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

/** What people did with an application `m` beside its record, which stays when the record is undone. */
const workOnApplications = sql.join(
  [
    sql`exists (select from users u where u.application_id = m.exchange_assigned_id)`,
    sql`exists (select from source_reviews r where r.application_id = m.id)`,
    sql`exists (select from enrollments e where e.application_id = m.id)`,
    ...['consent_requests', 'consents', 'review_requests', 'authorization_requests'].map(
      (table) => sql`exists (select from ${sql.table(table)} w where w.marketplace_application_id = m.id)`,
    ),
  ],
  sql` or `,
)

/**
 * Undoes an upload of applications: deletes new ones and restores changed ones. Fails with `upload.changed_since` when
 * someone changed or worked on one of them since.
 */
export async function undoApplications(db: Db, { id }: StandingBatch): Promise<void> {
  const undone = (since: RawBuilder<unknown>) => versionsUndone('marketplace-application', sql`m.id`, since)
  // Waits for a consent that is being given, so that it is seen.
  await sql`select from marketplace_applications where first_batch_id = ${id} order by id for update`.execute(db)
  const { rows } = await sql<{ changed: number; worked: number }>`
    select (
      (select count(*) from marketplace_applications m where m.first_batch_id = ${id} and m.version <> 1 + ${undone(sql`1`)})
      + (select count(*) from marketplace_marks k join marketplace_applications m on m.id = k.application_id
        where k.batch_id = ${id} and m.version <> (k.before ->> 'version')::int + 1 + ${undone(sql`(k.before ->> 'version')::int + 1`)})
    )::int as changed,
    (select count(*)::int from marketplace_applications m where m.first_batch_id = ${id} and (${workOnApplications})) as worked`.execute(
    db,
  )
  const { changed = 0, worked = 0 } = rows[0] ?? {}
  for (const [count, what] of [
    [changed, 'changed'],
    [worked, 'worked on'],
  ] as const)
    if (count > 0)
      fail('upload.changed_since', {
        message: `${count} ${count === 1 ? 'application' : 'applications'} of this load ${count === 1 ? 'was' : 'were'} ${what} afterwards; it cannot be undone`,
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
    select 'marketplace-application', r.id, r.version, ${uploadUndone}, '[]' from restored r`.execute(db)
  await sql`delete from marketplace_marks where batch_id = ${id}`.execute(db)
  await sql`delete from marketplace_applications where first_batch_id = ${id}`.execute(db)
}
