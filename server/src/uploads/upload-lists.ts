import { fail } from '@coverdesk/domain/fail.ts'
import { fieldWords } from '@coverdesk/domain/uploads/field-words.ts'
import { stagedKinds, termFileKinds } from '@coverdesk/domain/uploads/import-kinds.ts'
import { ImportBatch, type RowProblem } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../platform/db/database.ts'
import { listExport, listOrExport } from '../platform/exports/list-export.ts'
import type { Download, JsonText, SignedInCall } from '../platform/http/http-call.ts'
import type { ListDeclaration, ListRequest } from '../platform/lists/list-declaration.ts'
import { equalsNumber, equalsText } from '../platform/lists/list-filters.ts'
import { selectList } from '../platform/lists/select-list.ts'
import { importDefinitions } from './import-definitions.ts'

/** Refused rows of a run by line; several problems of a row are adjacent. */
const refusalList: ListDeclaration = {
  name: 'import_refusals',
  table: 'import_refusals r',
  key: 'r.id',
  joins: '',
  filters: { runId: { types: ['uuid'], condition: (value) => `r.run_id = ${value}`, valuesOf: (typed) => [typed] } },
  sorts: { line: ['r.line', 'r.position'] },
  defaultSort: { sort: 'line', order: 'asc' },
  columns: {
    line: 'r.line',
    column: 'r.column_name',
    value: 'r.value',
    reason: 'r.reason',
    key: 'r.key',
  } satisfies Record<keyof z.infer<typeof RowProblem>, string>,
}

/** Refused rows of a file; the last column is what identifies a row of its kind. */
const refusalExport = (fileName: string, kind: string) => {
  const staged = stagedKinds.find((one) => one === kind)
  const key = staged ? importDefinitions[staged].shape.key : 'PolicyNumber'
  return listExport(refusalList, {
    title: `Refused rows of ${fileName.replace(/\.csv$/i, '')}`,
    filters: {},
    columns: [
      { label: 'Line', kind: 'integer', width: 8, column: 'line' },
      { label: 'Column', kind: 'text', width: 24, column: 'column' },
      { label: 'Value', kind: 'text', width: 24, column: 'value' },
      { label: 'Reason', kind: 'text', width: 40, column: 'reason' },
      { label: fieldWords(key), kind: 'text', width: 16, column: 'key' },
    ],
  })
}

/**
 * Refused rows of a run: a page, or all of them as a CSV file when the request asks for one. Fails with
 * `record.not_found`. Callers check first that the run is of a kind that their route may show.
 */
export async function listRefusals(
  call: SignedInCall,
  request: ListRequest & { runId: string },
): Promise<JsonText | Download> {
  const run = await call.db
    .selectFrom('import_runs')
    .select(['file_name', 'kind'])
    .where('id', '=', request.runId)
    .executeTakeFirst()
  const { file_name: fileName, kind } = run ?? fail('record.not_found')
  return await listOrExport(call, refusalExport(fileName, kind), request, { all: true })
}

/** Refused rows of an import batch of a carrier's file. Fails with `record.not_found`. */
export async function listBatchRefusals(
  call: SignedInCall,
  request: ListRequest & { batchId: number },
): Promise<JsonText | Download> {
  const { batchId, ...rest } = request
  const { id } = await findBatch(call.db, batchId)
  const batch = await call.db.selectFrom('import_batches').select('run_id').where('id', '=', id).executeTakeFirst()
  return await listRefusals(call, { ...rest, runId: batch?.run_id ?? fail('record.not_found') })
}

const person = (contact: string, user: string) =>
  `coalesce(nullif(concat_ws(' ', ${contact}.first_name, ${contact}.last_name), ''), ${user}.user_name, 'a former user')`

/** Import batches, newest first. */
export const batchList: ListDeclaration = {
  name: 'import_batches',
  table: 'import_batches b',
  // Leads, applications and files of terms have their own lists and permissions.
  always: `b.kind in ('policies', 'commissions')`,
  key: 'b.id',
  joins: `
    left join carriers c on c.id = b.carrier_id
    left join users lu on lu.id = b.loaded_by left join contacts lc on lc.id = lu.contact_id
    left join users uu on uu.id = b.undone_by left join contacts uc on uc.id = uu.contact_id`,
  filters: { carrier: equalsNumber('b.carrier_id'), kind: equalsText('b.kind'), batch: equalsNumber('b.id') },
  sorts: { loadedAt: ['b.loaded_at'] },
  defaultSort: { sort: 'loadedAt', order: 'desc' },
  columns: {
    id: 'b.id',
    kind: 'b.kind',
    carrierId: 'b.carrier_id',
    carrierName: 'c.name',
    month: 'extract(month from b.month)::int',
    year: 'extract(year from b.month)::int',
    fileName: 'b.file_name',
    counts: `json_build_object('rows', b.rows_read, 'new', b.rows_new, 'changed', b.rows_changed,
      'unchanged', b.rows_unchanged, 'missing', b.rows_missing, 'refused', b.rows_refused)`,
    amount: 'b.amount::text',
    part: 'b.part',
    loadedAt: 'b.loaded_at',
    loadedBy: person('lc', 'lu'),
    profileVersion: 'b.profile_version',
    undoneAt: 'b.undone_at',
    undoneBy: `case when b.undone_at is not null then ${person('uc', 'uu')} end`,
    mayUndo: `b.undone_at is null and case b.kind
      when 'commissions' then not exists (select from commission_marks m where m.last_batch_id = b.id)
        and not exists (select from commission_replaced_months r
          join commission_lines l on l.carrier_id = r.carrier_id and l.month = r.month
          where r.replaced_by = b.id and l.last_batch_id <> b.id)
      else not exists (select from import_batches n where n.kind = b.kind
        and n.carrier_id = b.carrier_id and n.id > b.id and n.undone_at is null) end`,
  } satisfies Record<keyof ImportBatch, string>,
}

/** Loads of schedules and terms, newest first. A load can be undone in any order; rows that changed since refuse it. */
export const termBatchList: ListDeclaration = {
  ...batchList,
  always: `b.kind in (${termFileKinds.map((kind) => `'${kind}'`).join(', ')})`,
  filters: { kind: equalsText('b.kind') },
  columns: { ...batchList.columns, mayUndo: 'b.undone_at is null' },
}

/** One import batch as the list shows it. Fails with `record.not_found`. */
export async function findBatch(db: Db, id: number, list: ListDeclaration = batchList): Promise<ImportBatch> {
  const { rows } = await sql<{ batch: unknown }>`
    select to_json(x) as batch from (
      ${selectList(list)} where b.id = ${id} and ${sql.raw(list.always ?? 'true')}
    ) x`.execute(db)
  const [row] = rows
  return row
    ? ImportBatch.parse(typeof row.batch === 'string' ? JSON.parse(row.batch) : row.batch)
    : fail('record.not_found')
}
