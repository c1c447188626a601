import { marketplaceFile } from '@coverdesk/domain/marketplace/marketplace-file.ts'
import type { FileField, FileShape } from '@coverdesk/domain/uploads/file-shape.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { userOf } from '../../platform/imports/import-batch.ts'
import { compareWithStored } from '../../platform/imports/import-compare.ts'
import type { ImportDefinition, StagedImport } from '../../platform/imports/import-definition.ts'
import { refuseHiddenRows } from '../../platform/imports/refuse-hidden-rows.ts'
import { matchApplications } from './match-applications.ts'
import { undoApplications } from './undo-applications.ts'

const table = 'marketplace_applications'
const key = 'exchange_assigned_id'
const hidden = { table, key, field: marketplaceFile.key, visibleTo: ['agent_id', 'sale_agent_id'] }

/**
 * Import of marketplace applications, identified by exchange assigned id. The file need not be complete, so no
 * application counts as missing. Existing ones are replaced or skipped, as the upload requests (MKAPP-08, A-086).
 */
export const marketplaceImport: ImportDefinition = {
  shape: marketplaceFile,
  allowsDuplicates: true,
  record: { table, key, label: (alias) => `concat_ws(' ', ${alias}.user_first_name, ${alias}.user_last_name)` },
  place: async (db, staged) => {
    const refused = staged.job.overwrite === true ? await refuseHiddenRows(db, staged, hidden) : 0
    await matchApplications(db, staged)
    return refused
  },
  compare: async (db, staged) => {
    const { columns, shape } = comparedOf(staged)
    await compareWithStored(db, { ...staged, columns }, shape, { table, key })
    if (staged.job.overwrite === true) return
    await sql`update ${sql.table(staged.found)} set outcome = 'unchanged' where outcome = 'changed'`.execute(db)
    await sql`delete from ${sql.table(staged.changes)}`.execute(db)
  },
  merge: async (db, staged, batchId, progress) => {
    await progress.stage('writing')
    progress.wrote(await replaceKnown(db, staged, batchId))
    progress.wrote(await insertNew(db, staged, batchId))
  },
  undo: undoApplications,
}

/** Resolves names in the file to our records and builds the policy document from its policy columns. */
const found: readonly { field: FileField; of: readonly string[] }[] = [
  { field: { name: 'carrier', column: 'carrier_id', kind: 'integer', synonyms: [] }, of: ['carrier_name'] },
  { field: { name: 'agent', column: 'agent_id', kind: 'integer', synonyms: [] }, of: ['agent_name', 'agent_npn'] },
  { field: { name: 'agentSale', column: 'sale_agent_id', kind: 'integer', synonyms: [] }, of: ['sale_agent_name'] },
  {
    field: { name: 'policies', column: 'document', kind: 'text', synonyms: [] },
    of: marketplaceFile.fields.filter(isOfPolicy).map(({ column }) => column),
  },
]

function isOfPolicy({ column }: FileField): boolean {
  return column.startsWith('policy_') || column === 'plan_id'
}

/** Columns to compare and write: the application columns of the file, and those resolved from them. */
function comparedOf(staged: StagedImport): { columns: string[]; shape: FileShape } {
  const applicationFields = marketplaceFile.fields.filter((field) => !isOfPolicy(field))
  const byFile = found
    .filter(({ of }) => of.some((column) => staged.columns.includes(column)))
    .map(({ field }) => field)
  return {
    columns: [
      ...applicationFields.map(({ column }) => column).filter((column) => staged.columns.includes(column)),
      ...byFile.map(({ column }) => column),
    ],
    shape: { ...marketplaceFile, fields: [...applicationFields, ...byFile] },
  }
}

/** Timestamp of a snapshot day; files have no time. */
const snapshotAt = sql`coalesce(s.snapshot_day::timestamp at time zone 'America/New_York', now())`

/** Table columns for the file's columns; a snapshot day becomes a timestamp. */
function written(columns: readonly string[]) {
  const dataColumns = columns.filter((column) => column !== 'snapshot_day')
  const withSnapshot = dataColumns.length < columns.length
  return { plain: dataColumns, withSnapshot }
}

/** Replaces known applications, saving their previous state and a history entry. */
async function replaceKnown(db: Db, staged: StagedImport, batchId: number): Promise<number> {
  const known = sql`select f.record_id from ${sql.table(staged.found)} f where f.outcome = 'changed'`
  await sql`select from marketplace_applications where id in (${known}) for no key update`.execute(db)
  await sql`
    insert into marketplace_marks (batch_id, application_id, before)
    select ${batchId}, m.id, to_jsonb(m) from marketplace_applications m where m.id in (${known})`.execute(db)
  await sql`
    insert into record_changes (entity, record_id, version, action, by_user, changes)
    select 'marketplace-application', m.id, m.version + 1, 'Uploaded again', ${userOf(staged.job)}, coalesce((
      select jsonb_agg(jsonb_build_object('field', c.field, 'old', c.old_value, 'new', c.new_value) order by c.position)
      from ${sql.table(staged.changes)} c
      where c.record_id = m.id and c.field in (${sql.join(toldFields)})), '[]')
    from marketplace_applications m where m.id in (${known})`.execute(db)
  const { plain: dataColumns, withSnapshot } = written(comparedOf(staged).columns.filter((column) => column !== key))
  const { numAffectedRows } = await sql`
    update marketplace_applications m set ${sql.join([
      ...dataColumns.map((column) => sql`${sql.ref(column)} = s.${sql.ref(column)}`),
      ...(withSnapshot ? [sql`snapshot_at = ${snapshotAt}`] : []),
      sql`version = m.version + 1`,
      sql`updated_at = now()`,
    ])}
    from ${sql.table(staged.found)} f join ${sql.table(staged.rows)} s on s.line = f.line
    where m.id = f.record_id and f.outcome = 'changed'`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Fields whose old and new value a person can read: no raw documents and no internal ids. */
const toldFields = marketplaceFile.fields
  .filter((field) => !isOfPolicy(field) && field.column !== 'raw')
  .map(({ name }) => name)

async function insertNew(db: Db, staged: StagedImport, batchId: number): Promise<number> {
  const { plain: dataColumns } = written(comparedOf(staged).columns)
  const { numAffectedRows } = await sql`
    insert into marketplace_applications (${sql.join(dataColumns.map((column) => sql.ref(column)))}, snapshot_at, first_batch_id)
    select ${sql.join(dataColumns.map((column) => sql`s.${sql.ref(column)}`))}, ${snapshotAt}, ${batchId}
    from ${sql.table(staged.found)} f join ${sql.table(staged.rows)} s on s.line = f.line
    where f.outcome = 'new' order by s.line`.execute(db)
  return Number(numAffectedRows ?? 0)
}
