import type { FileShape } from '@coverdesk/domain/uploads/file-shape.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { userOf } from '../platform/imports/import-batch.ts'
import type { ImportDefinition, StagedImport } from '../platform/imports/import-definition.ts'
import type { RowRefusal, StagedRow, TermFile, TermPlan } from './term-file.ts'

/** Import of a kind of file whose rows are few enough to be planned together, and known by what they say, not by a number. */
export function termImport(file: TermFile): ImportDefinition {
  const planOf = async (db: Db, staged: StagedImport) => file.plan(db, await stagedRows(db, staged, file.shape), staged)
  return {
    shape: file.shape,
    allowsDuplicates: true,
    record: { key: 'subject', label: (alias) => `${alias}.summary` },
    place: async (db, staged) => {
      // A dry run locks nothing: it shows what was true when it ran.
      if (!staged.job.dryRun) await file.lock(db)
      let refused = 0
      for (let plan = await planOf(db, staged); ; plan = await planOf(db, staged)) {
        if (refused === 0)
          staged.unknownValues.push(
            ...plan.unknown.map((value) => ({ ...value, heading: staged.headingOf(value.field) })),
          )
        if (plan.refusals.length === 0) return refused
        // The other rows may have new problems: an open row no longer ends where a refused one began.
        refused += await refuseRows(db, staged, plan.refusals, file.shape)
      }
    },
    compare: async (db, staged) => {
      await writeOutcomes(db, staged, await planOf(db, staged))
    },
    merge: async (db, staged, batchId, progress) => {
      await progress.stage('writing')
      const plan = await planOf(db, staged)
      await plan.write(db, { batchId, userId: userOf(staged.job) })
      progress.wrote(plan.outcomes.length)
      await progress.stage('recording')
      await progress.stage('finishing')
    },
    undo: file.undo,
  }
}

async function stagedRows(db: Db, staged: StagedImport, shape: FileShape): Promise<StagedRow[]> {
  const columns = shape.fields.map(({ column }) => sql.ref(column))
  const { rows } = await sql<Record<string, string | null> & { line: number }>`
    select line, ${sql.join(columns)} from ${sql.table(staged.rows)} order by line`.execute(db)
  return rows.map(({ line, ...cells }) => ({ line: Number(line), cells }))
}

/** Moves rows with a problem from staging to the refusals. Returns the number of rows. */
async function refuseRows(
  db: Db,
  staged: StagedImport,
  refusals: readonly RowRefusal[],
  shape: FileShape,
): Promise<number> {
  if (refusals.length === 0) return 0
  const keyColumn = shape.fields.find(({ name }) => name === shape.key)?.column ?? shape.key
  const given = refusals.map(({ field, ...refusal }, position) => ({
    ...refusal,
    position: position % 1000,
    column: field === null ? null : staged.headingOf(field),
  }))
  const { rows } = await sql<{ refused: number }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as g (line int, position smallint, "column" text, value text, reason text)
    ),
    told as (
      insert into import_refusals (run_id, line, position, column_name, value, reason, key)
      select ${staged.job.runId}::uuid, g.line, g.position, g."column", left(g.value, 200), g.reason, s.${sql.ref(keyColumn)}
      from given g join ${sql.table(staged.rows)} s on s.line = g.line
    ),
    gone as (
      delete from ${sql.table(staged.rows)} s using (select distinct line from given) g where s.line = g.line returning 1
    )
    select count(*)::int as refused from gone`.execute(db)
  return rows[0]?.refused ?? 0
}

async function writeOutcomes(db: Db, staged: StagedImport, { outcomes, ended }: TermPlan): Promise<void> {
  const found = JSON.stringify(outcomes.map(({ changes: _, ...outcome }) => outcome))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${found}::jsonb)
        as g (line int, "recordId" bigint, outcome text, subject text, summary text)
    ),
    named as (
      update ${sql.table(staged.rows)} s set subject = g.subject, summary = g.summary from given g where s.line = g.line
    )
    insert into ${sql.table(staged.found)} (line, record_id, outcome)
    select line, "recordId", outcome from given`.execute(db)
  if (ended.length > 0)
    await sql`
      insert into ${sql.table(staged.found)} (line, record_id, outcome)
      select line, "recordId", 'changed' from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as g (line int, "recordId" bigint)`.execute(
      db,
    )
  const changes = [
    ...outcomes.flatMap((row) => (row.outcome === 'changed' ? row.changes.map((change) => ({ ...row, change })) : [])),
    ...ended,
  ].map(({ line, recordId, change }, position) => ({ line, recordId, position: position % 1000, ...change }))
  await sql`
    insert into ${sql.table(staged.changes)} (line, record_id, position, field, old_value, new_value)
    select line, coalesce("recordId", 0), position, field, old, new
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as g (line int, "recordId" bigint, position smallint, field text, old text, new text)
    order by line, position`.execute(db)
}
