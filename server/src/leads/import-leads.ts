import { fail } from '@coverdesk/domain/failures.ts'
import { leadFile } from '@coverdesk/domain/leads/lead-csv.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { compareWithBook } from '../platform/import-compare.ts'
import type { ImportDefinition, StagedImport, StandingBatch } from '../platform/import-definition.ts'

/** A file of leads, each known by its exchange application. It may hold any of them: none is missing from it. */
export const leadImport: ImportDefinition = {
  shape: leadFile,
  record: {
    table: 'leads',
    key: 'ffm_application_id',
    label: (alias) => `concat_ws(' ', ${alias}.first_name, ${alias}.last_name)`,
  },
  compare: (db, staged) => compareWithBook(db, staged, leadFile, { table: 'leads', key: 'ffm_application_id' }),
  merge: async (db, staged, batchId, progress) => {
    await progress.stage('writing')
    progress.wrote(await changeKnown(db, staged, batchId))
    progress.wrote(await insertNew(db, staged, batchId))
  },
  undo: undoLeads,
}

/** Writes what the file says anew of known leads, with a mark of what it was and a line in their history. */
async function changeKnown(db: Db, staged: StagedImport, batchId: number): Promise<number> {
  const known = sql`select f.record_id from ${sql.table(staged.found)} f where f.outcome = 'changed'`
  await sql`select from leads where id in (${known}) for no key update`.execute(db)
  const { numAffectedRows } = await sql`
    with news as (
      select f.record_id as id, s.state from ${sql.table(staged.found)} f join ${sql.table(staged.rows)} s on s.line = f.line
      where f.outcome = 'changed'
    ), before as (
      select l.id, l.version, l.state from leads l join news on news.id = l.id
    ), marked as (
      insert into lead_marks (batch_id, lead_id, version, state) select ${batchId}, id, version, state from before
    ), told as (
      insert into record_changes (entity, record_id, version, action, by_user, changes)
      select 'lead', b.id, b.version + 1, 'Uploaded again', ${staged.job.startedBy},
        jsonb_build_array(jsonb_build_object('field', 'State', 'old', b.state, 'new', n.state))
      from before b join news n on n.id = b.id
    )
    update leads l set state = n.state, version = l.version + 1, updated_at = now() from news n where n.id = l.id`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

async function insertNew(db: Db, staged: StagedImport, batchId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into leads (ffm_application_id, state, source, first_batch_id, created_by)
    select s.ffm_application_id, s.state, 'csv', ${batchId}, ${staged.job.startedBy}
    from ${sql.table(staged.found)} f join ${sql.table(staged.rows)} s on s.line = f.line
    where f.outcome = 'new' order by s.line`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Takes a file of leads out again: new ones are gone, known ones hold what they held. Fails with `upload.changed_since`
 * when somebody worked on one of them since.
 */
async function undoLeads(db: Db, { id }: StandingBatch): Promise<void> {
  const { rows } = await sql<{ changed: number }>`
    select (
      (select count(*) from leads l where l.first_batch_id = ${id} and (l.version > 1
        or exists (select from notes n where n.kind = ${notedKinds.lead.id} and n.record_id = l.id)))
      + (select count(*) from lead_marks m join leads l on l.id = m.lead_id where m.batch_id = ${id} and l.version <> m.version + 1)
    )::int as changed`.execute(db)
  const changed = rows[0]?.changed ?? 0
  if (changed > 0)
    fail('upload.changed_since', {
      message: `${changed} leads of this load were changed afterwards; it cannot be undone`,
    })
  await sql`
    with restored as (
      update leads l set state = m.state, version = l.version + 1, updated_at = now()
      from lead_marks m where m.batch_id = ${id} and m.lead_id = l.id
      returning l.id, l.version, l.state
    )
    insert into record_changes (entity, record_id, version, action, changes)
    select 'lead', r.id, r.version, 'Upload undone', jsonb_build_array(jsonb_build_object('field', 'State',
      'old', (select changes -> 0 ->> 'new' from record_changes c where c.entity = 'lead' and c.record_id = r.id and c.version = r.version - 1),
      'new', r.state))
    from restored r`.execute(db)
  await sql`delete from lead_marks where batch_id = ${id}`.execute(db)
  await sql`delete from leads where first_batch_id = ${id}`.execute(db)
}
