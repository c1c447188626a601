import { fail } from '@coverdesk/domain/fail.ts'
import { leadFile } from '@coverdesk/domain/leads/lead-file.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { type RawBuilder, sql } from 'kysely'
import { uploadUndone, versionsUndone } from '../history/undone-uploads.ts'
import type { Db } from '../platform/db/database.ts'
import { userOf } from '../platform/imports/import-batch.ts'
import { compareWithStored } from '../platform/imports/import-compare.ts'
import type { ImportDefinition, StagedImport, StandingBatch } from '../platform/imports/import-definition.ts'
import { refuseHiddenRows } from '../platform/imports/refuse-hidden-rows.ts'
import { linkContacts } from './change-lead.ts'
import { columnsOf, leadShape, takeFromApplications, takenOver } from './take-from-applications.ts'

const hidden = { table: 'leads', key: 'ffm_application_id', field: leadFile.key, visibleTo: ['agent_id'] }

/** Import of a lead file, matched by exchange application. A file may contain any subset of the leads. */
export const leadImport: ImportDefinition = {
  shape: leadFile,
  record: {
    table: 'leads',
    key: 'ffm_application_id',
    label: (alias) => `concat_ws(' ', ${alias}.first_name, ${alias}.last_name)`,
  },
  place: async (db, staged) => {
    const refused = await refuseHiddenRows(db, staged, hidden)
    // Their values are copied into the rows and written back: an edit in between would be lost.
    if (!staged.job.dryRun) await lockKnown(db, staged)
    await takeFromApplications(db, staged)
    return refused
  },
  compare: (db, staged) =>
    compareWithStored(db, { ...staged, columns: columnsOf(staged) }, leadShape, {
      table: 'leads',
      key: 'ffm_application_id',
    }),
  merge: async (db, staged, batchId, progress) => {
    await progress.stage('writing')
    progress.wrote(await changeKnown(db, staged, batchId))
    progress.wrote(await insertNew(db, staged, batchId))
  },
  undo: undoLeads,
}

/**
 * Agent of new leads: none, or the own one of a user who sees no leads without an agent and would not find the file's
 * leads in the table (LEAD-13).
 */
function agentOfNew({ visible, ...job }: StagedImport['job']): RawBuilder<number | null> {
  if (visible?.all !== false) return sql<null>`null::bigint`
  return sql<number | null>`(select a.id from agents a join users u on u.contact_id = a.contact_id
    where u.id = ${userOf(job)} and a.id = any(${visible.agentIds}::bigint[]))`
}

async function lockKnown(db: Db, { rows }: StagedImport): Promise<void> {
  await sql`
    select from leads where ffm_application_id in (select ffm_application_id from ${sql.table(rows)})
    order by id for no key update`.execute(db)
}

/** Updates known leads, and stores their previous state and a history entry. */
async function changeKnown(db: Db, staged: StagedImport, batchId: number): Promise<number> {
  const known = sql`select f.record_id from ${sql.table(staged.found)} f where f.outcome = 'changed'`
  await sql`
    insert into lead_marks (batch_id, lead_id, version, state, before)
    select ${batchId}, l.id, l.version, l.state, to_jsonb(l) from leads l where l.id in (${known})`.execute(db)
  await sql`
    insert into record_changes (entity, record_id, version, action, by_user, changes)
    select 'lead', l.id, l.version + 1, 'Uploaded again', ${userOf(staged.job)}, coalesce((
      select jsonb_agg(jsonb_build_object('field', c.field, 'old', c.old_value, 'new', c.new_value) order by c.position)
      from ${sql.table(staged.changes)} c where c.record_id = l.id), '[]')
    from leads l where l.id in (${known})`.execute(db)
  const written = columnsOf(staged).filter((column) => column !== 'ffm_application_id')
  const { rows } = await sql<{ id: number }>`
    update leads l set ${sql.join(written.map((column) => sql`${sql.ref(column)} = s.${sql.ref(column)}`))},
      version = l.version + 1, updated_at = now()
    from ${sql.table(staged.found)} f join ${sql.table(staged.rows)} s on s.line = f.line
    where l.id = f.record_id and f.outcome = 'changed' returning l.id`.execute(db)
  await linkContacts(
    db,
    rows.map(({ id }) => id),
  )
  return rows.length
}

async function insertNew(db: Db, staged: StagedImport, batchId: number): Promise<number> {
  const columns = columnsOf(staged)
  const { rows } = await sql<{ id: number }>`
    insert into leads (${sql.join(columns.map((column) => sql.ref(column)))}, source, first_batch_id, created_by, agent_id)
    select ${sql.join(columns.map((column) => sql`s.${sql.ref(column)}`))}, 'csv', ${batchId}, ${userOf(staged.job)},
      ${agentOfNew(staged.job)}
    from ${sql.table(staged.found)} f join ${sql.table(staged.rows)} s on s.line = f.line
    where f.outcome = 'new' order by s.line returning id`.execute(db)
  await linkContacts(
    db,
    rows.map(({ id }) => id),
  )
  return rows.length
}

/**
 * Undoes a lead file: deletes new leads and restores known ones. Fails with `upload.changed_since` if one of them was changed
 * since.
 */
async function undoLeads(db: Db, { id }: StandingBatch): Promise<void> {
  await sql`
    select from leads where first_batch_id = ${id} or id in (select lead_id from lead_marks where batch_id = ${id})
    order by id for update`.execute(db)
  const undone = (since: RawBuilder<unknown>) => versionsUndone('lead', sql`l.id`, since)
  const { rows } = await sql<{ changed: number }>`
    select (
      (select count(*) from leads l where l.first_batch_id = ${id} and (l.version <> 1 + ${undone(sql`1`)}
        or exists (select from notes n where n.kind = ${notedKinds.lead.id} and n.record_id = l.id)))
      + (select count(*) from lead_marks m join leads l on l.id = m.lead_id where m.batch_id = ${id}
        and l.version <> m.version + 1 + ${undone(sql`m.version + 1`)})
    )::int as changed`.execute(db)
  const changed = rows[0]?.changed ?? 0
  if (changed > 0)
    fail('upload.changed_since', {
      message: `${changed} ${changed === 1 ? 'lead of this file was' : 'leads of this file were'} changed afterwards, so it can’t be undone`,
    })
  const columns = ['state', ...takenOver.map(({ column }) => column)]
  await sql`
    with restored as (
      update leads l set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = b.${sql.ref(column)}`))},
        contact_id = (select coalesce(c.merged_into, c.id) from contacts c where c.id = b.contact_id),
        version = l.version + 1, updated_at = now()
      from lead_marks m,
        jsonb_populate_record(null::leads, m.before) b
      where m.batch_id = ${id} and m.lead_id = l.id
      returning l.id, l.version
    )
    insert into record_changes (entity, record_id, version, action, changes)
    select 'lead', r.id, r.version, ${uploadUndone}, coalesce((
      select jsonb_agg(jsonb_build_object('field', change ->> 'field', 'old', change -> 'new', 'new', change -> 'old'))
      from record_changes c, jsonb_array_elements(c.changes) change
      where c.entity = 'lead' and c.record_id = r.id and c.version = r.version - 1), '[]')
    from restored r`.execute(db)
  await sql`delete from lead_marks where batch_id = ${id}`.execute(db)
  await sql`delete from leads where first_batch_id = ${id}`.execute(db)
}
