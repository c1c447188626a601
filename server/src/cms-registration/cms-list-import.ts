import { registrationFile, terminationFile } from '@coverdesk/domain/cms-registration/cms-files.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import type { FileShape } from '@coverdesk/domain/uploads/file-shape.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { ImportDefinition } from '../platform/imports/import-definition.ts'

/** Lists of a kind whose rows are kept for all NPNs; of older ones only those of the agency's agents stay, as evidence. */
const wholeLists = 3

interface ListTable {
  shape: FileShape
  table: string
  columns: readonly string[]
  /** Values of these columns from the staged row `s`. */
  values: RawBuilder<unknown>
  planYears: (rows: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** A file is a whole list of CMS: its rows are new, and it replaces the list before until it is undone. */
function listImport({ shape, table, columns, values, planYears }: ListTable): ImportDefinition {
  const rowsTable = sql.table(table)
  return {
    shape,
    record: { table, key: 'npn', label: (alias) => `${alias}.npn` },
    compare: async (db, { rows, found }) => {
      await sql`insert into ${sql.table(found)} (line, record_id, outcome) select line, null, 'new' from ${sql.table(rows)}`.execute(
        db,
      )
    },
    merge: async (db, staged, batchId, progress) => {
      await progress.stage('writing')
      const rows = sql.table(staged.rows)
      await sql`insert into cms_lists (batch_id, kind, plan_years) values (${batchId}, ${shape.kind}, ${planYears(rows)})`.execute(
        db,
      )
      const { numAffectedRows } = await sql`
        insert into ${rowsTable} (batch_id, line, npn, ${sql.join(columns.map((column) => sql.ref(column)))})
        select ${batchId}, s.line, ltrim(s.npn, '0'), ${values} from ${rows} s`.execute(db)
      progress.wrote(Number(numAffectedRows ?? 0))
      await progress.stage('finishing')
      await sql`
        delete from ${rowsTable} r where r.batch_id = any(${olderLists(shape.kind)})
          and not exists (select from agents a where ltrim(a.npn, '0') = r.npn)`.execute(db)
    },
    undo: async (db, { id }) => {
      await refuseOld(db, shape.kind, id)
      await sql`delete from ${rowsTable} where batch_id = ${id}`.execute(db)
      await sql`delete from cms_lists where batch_id = ${id}`.execute(db)
    },
  }
}

const olderLists = (kind: string) =>
  sql`array(select batch_id from cms_lists where kind = ${kind} order by batch_id desc offset ${wholeLists})`

/** Only the newest list can be undone: an older one is not in use, and its rows are evidence. */
async function refuseOld(db: Db, kind: string, batchId: number): Promise<void> {
  const { rows } = await sql<{ newest: number }>`
    select max(batch_id) as newest from cms_lists where kind = ${kind}`.execute(db)
  if (Number(rows[0]?.newest) !== batchId) fail('upload.not_newest')
}

export const registrationImport = listImport({
  shape: registrationFile,
  table: 'cms_registrations',
  columns: ['plan_year', 'first_day', 'last_day', 'is_npn_valid'],
  values: sql`s.plan_year, s.first_day, s.last_day,
    case nullif(s.npn_valid, '') when 'Y' then true when 'N' then false end`,
  planYears: (rows) => sql`array(select distinct plan_year from ${rows} order by 1)`,
})

export const terminationImport = listImport({
  shape: terminationFile,
  table: 'cms_terminations',
  columns: ['code', 'day'],
  values: sql`s.code, s.day`,
  planYears: () => sql`'{}'::int[]`,
})
