import { fail } from '@coverdesk/domain/fail.ts'
import type { OutputOf, ParsedInputOf } from '@coverdesk/domain/platform/route.ts'
import type { CheckedRow, ImportRun, uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../platform/db/database.ts'
import type { ImportDefinition } from '../platform/imports/import-definition.ts'
import { stagingTables } from '../platform/imports/import-staging.ts'
import { importDefinitions } from './import-definitions.ts'

/**
 * Rows of a dry run by outcome: one line per changed field, or one line per record for other outcomes. Fails with
 * `record.not_found` when the dry run has expired.
 */
export async function listCheckedRows(
  db: Db,
  request: ParsedInputOf<typeof uploads.checkedRows>,
  run: Pick<ImportRun, 'kind' | 'state' | 'counts'>,
): Promise<OutputOf<typeof uploads.checkedRows>> {
  const { rows: runs } = await sql<{
    staged: boolean
  }>`select staged from import_runs where id = ${request.runId}::uuid`.execute(db)
  if (run.state !== 'checked' || !runs[0]?.staged)
    fail('record.not_found', { message: 'This dry run has expired. Choose the file again.' })
  const source = sources[request.outcome === 'changed' || request.outcome === 'unmatched' ? request.outcome : 'whole'](
    run.kind,
    request,
  )
  const totalRecords =
    request.outcome === 'changed' || request.outcome === 'unmatched'
      ? await countOf(db, source)
      : (run.counts?.[request.outcome] ?? 0)
  const order = sql.raw(request.order === 'desc' ? 'desc' : 'asc')
  const { rows } = await sql<z.infer<typeof CheckedRow>>`
    select x.key, x.label, x.line, x.field, x.old_value as "oldValue", x.new_value as "newValue", x.reason, x.values from (${source}) x
    order by x.line ${order}, x.place ${order}
    limit ${request.pageSize} offset ${(request.pageNumber - 1) * request.pageSize}`.execute(db)
  const { pageNumber, pageSize } = request
  return { data: rows, totalRecords, pageNumber, pageSize, totalPages: Math.ceil(totalRecords / pageSize) }
}

const sources = { changed: changedRows, whole: wholeRows, unmatched: unmatchedRows }

type Request = ParsedInputOf<typeof uploads.checkedRows>
type Kind = keyof typeof importDefinitions

/** Name of a number in another table, or the words for an unknown one; null without a number. */
function nameOf(named: NonNullable<ImportDefinition['named']>, number: RawBuilder<unknown>): RawBuilder<unknown> {
  const name = sql`(select n.${sql.ref(named.name)} from ${sql.table(named.table)} n where n.${sql.ref(named.key)} = ${number})`
  return sql`coalesce(${name}, ${named.unknown[0]}::text || ${number} || ${named.unknown[1]}::text)`
}

const noValues = sql`'{}'::text[] as values`

function changedRows(kind: Kind, { runId, field }: Request): RawBuilder<unknown> {
  const { record, named } = importDefinitions[kind]
  const tables = stagingTables(runId)
  const displayValue = (value: string) => {
    const stored = sql.ref(`c.${value}`)
    return named
      ? sql`case when c.field = ${named.field} then ${nameOf(named, sql`${stored}`)} else ${stored} end`
      : stored
  }
  return sql`
    select t.${sql.ref(record.key)} as key, ${labelOf(kind, 't')} as label, c.line, c.field, ${displayValue('old_value')} as old_value,
      ${displayValue('new_value')} as new_value, null as reason, ${noValues}, c.position as place
    from ${sql.table(tables.changes)} c
    join ${record.table === undefined ? sql`${sql.table(tables.rows)} t on t.line = c.line` : sql`${sql.table(record.table)} t on t.id = c.record_id`}
    where ${field === undefined ? sql`true` : sql`c.field = ${field}`}`
}

/** The fields that the shape previews, of a row `t`, as text. */
function previewOf(kind: Kind): RawBuilder<unknown> {
  const { shape, named } = importDefinitions[kind]
  const values = (shape.preview ?? []).map((name) => {
    const column = shape.fields.find((field) => field.name === name)?.column ?? name
    const value = sql`t.${sql.ref(column)}::text`
    return named?.field === name ? nameOf(named, value) : value
  })
  return values.length === 0 ? noValues : sql`array[${sql.join(values)}] as values`
}

/** Labels of new records come from the file, those of other records from the stored record. */
function wholeRows(kind: Kind, { runId, outcome }: Request): RawBuilder<unknown> {
  const { record } = importDefinitions[kind]
  const tables = stagingTables(runId)
  const labelSource =
    outcome === 'new' || record.table === undefined
      ? sql`${sql.table(tables.rows)} t on t.line = f.line`
      : sql`${sql.table(record.table)} t on t.id = f.record_id`
  return sql`
    select t.${sql.ref(record.key)} as key, ${labelOf(kind, 't')} as label, f.line, null as field, null as old_value,
      null as new_value, null as reason, ${previewOf(kind)}, f.record_id as place
    from ${sql.table(tables.found)} f join ${labelSource} where f.outcome = ${outcome}`
}

/** Rows that match no record yet, with the reason. */
function unmatchedRows(kind: Kind, { runId }: Request): RawBuilder<unknown> {
  const { record, unmatched } = importDefinitions[kind]
  return sql`
    select t.${sql.ref(record.key)} as key, ${labelOf(kind, 't')} as label, t.line, null as field, null as old_value,
      null as new_value, ${unmatched?.reason ?? sql`null`} as reason, ${previewOf(kind)}, 0 as place
    from ${sql.table(stagingTables(runId).rows)} t where ${unmatched?.rows ?? sql`false`}`
}

function labelOf(kind: Kind, alias: string): RawBuilder<unknown> {
  return sql.raw(importDefinitions[kind].record.label(alias))
}

async function countOf(db: Db, source: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::bigint as total from (${source}) x`.execute(db)
  return rows[0]?.total ?? 0
}
