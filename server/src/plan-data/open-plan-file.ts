import { fail } from '@coverdesk/domain/fail.ts'
import type { PlanHeadings } from '@coverdesk/domain/plan-data/plan-files.ts'
import { federalSource, planFileNames, planFileOf } from '@coverdesk/domain/plan-data/plan-files.ts'
import type { PlanFileKind, PlanRowKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import type { PlanFileCount, RowProblem } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import type { Connection } from '../platform/db/connection.ts'
import { CopyWriter } from '../platform/db/copy-writer.ts'
import type { Db } from '../platform/db/database.ts'
import { type AddRow, PlanCells, type PlanFileReader } from './plan-cells.ts'
import { readBenefits, readCrosswalk, readNetworks, readRatingAreas, readServiceAreas } from './read-other-files.ts'
import { readPlansFile } from './read-plans-file.ts'
import { readRates } from './read-rates.ts'
import type { PlanScope } from './use-plan-load.ts'

const maxValueLength = 80

/** Where the records of a load are copied to. */
export interface Writing {
  copying: Connection
  loadId: number
}

/** A file whose kind is known. */
export interface OpenPlanFile {
  count: PlanFileCount
  /** Problem of the row, if any. */
  row: (cells: string[], line: number) => RowProblem | null
  end: () => RowProblem[]
  drain: () => Promise<void>
  finish: (good: boolean) => Promise<void>
  abandon: () => Promise<void>
}

/** Recognizes a file by its headings and starts to write its records. */
export async function openPlanFile(
  db: Db,
  writing: Writing | null,
  {
    name,
    scope,
    counties,
    headings,
  }: { name: string; scope: PlanScope; counties: ReadonlyMap<string, string>; headings: string[] },
): Promise<OpenPlanFile> {
  const found = planFileOf(headings, scope.year)
  if (found.kind === null)
    return fail('upload.columns_missing', {
      message: `${name} is none of the plan files. As a file of ${planFileNames[found.closest].toLowerCase()} it lacks ${found.missing.join(', ')}`,
      details: found.missing.map((path) => ({ path, message: 'Required' })),
    })
  const { kind, columns } = found
  const fileId = writing ? await insertFile(writing, { ...scope, kind, name }) : null
  const out: { writer: CopyWriter | null } = { writer: null }
  const add: AddRow = (values) => out.writer?.add(String(fileId), values)
  const reader = readerOf(kind, scope, add, counties)
  if (writing) out.writer = new CopyWriter(writing.copying, reader.into)
  const count: PlanFileCount = { kind, name, rows: 0, skipped: 0, replacesRows: await rowsOfCurrent(db, scope, kind) }
  const cells = new PlanCells(columns)
  const check = rowCheck(columns, scope)
  const shown = (column: string | null) => {
    const place = column === null ? undefined : columns.get(column)
    return place === undefined ? null : (headings[place] ?? null)
  }
  return {
    count,
    row: (row, line) => {
      const outcome = check(cells.on(row)) ?? reader.row(cells, line)
      if (outcome === true) return null
      if (outcome === false) {
        count.skipped++
        return null
      }
      const value = outcome.column === null ? null : cells.text(outcome.column).slice(0, maxValueLength)
      return { line, column: shown(outcome.column), value, reason: outcome.reason, key: name }
    },
    end: () =>
      reader.end().map(({ line, problem }) => ({
        line,
        column: shown(problem.column),
        value: null,
        reason: problem.reason,
        key: name,
      })),
    drain: async () => await out.writer?.drain(),
    finish: async (good) => {
      if (!out.writer) return
      if (!good) return await out.writer.abandon()
      await out.writer.end()
      await writing?.copying.query('update plan_files set rows_read = $2, rows_skipped = $3 where id = $1', [
        fileId,
        count.rows,
        count.skipped,
      ])
    },
    abandon: async () => await out.writer?.abandon(),
  }
}

/** Begins a file of a load. */
export async function insertFile(
  { copying, loadId }: Writing,
  file: PlanScope & { kind: PlanFileKind; name: string },
): Promise<number> {
  const { rows } = await copying.query<{ id: number }>(
    'insert into plan_files (load_id, year, source, kind, name) values ($1, $2, $3, $4, $5) returning id',
    [loadId, file.year, file.source, file.kind, file.name],
  )
  return rows[0]?.id ?? fail('server.error')
}

/** Rows of the file in use that a file of this kind replaces; null if there is none. */
export async function rowsOfCurrent(db: Db, { year, source }: PlanScope, kind: PlanFileKind): Promise<number | null> {
  const { rows } = await sql<{ rows: number }>`
    select rows_read as rows from plan_files
    where year = ${year} and source = ${source} and kind = ${kind} and is_current`.execute(db)
  return rows[0]?.rows ?? null
}

function readerOf(
  kind: PlanRowKind,
  scope: PlanScope,
  add: AddRow,
  counties: ReadonlyMap<string, string>,
): PlanFileReader {
  switch (kind) {
    case 'rates':
      return readRates({ ...scope, kind }, add)
    case 'plans':
      return readPlansFile(add)
    case 'benefits':
      return readBenefits(add)
    case 'service-areas':
      return readServiceAreas(add)
    case 'networks':
      return readNetworks(add)
    case 'crosswalk':
      return readCrosswalk(add)
    case 'rating-areas':
      return readRatingAreas(add, counties)
  }
}

/** Checks that every kind of file has in common: its year, state and issuer. */
function rowCheck(columns: PlanHeadings, { year, source }: PlanScope) {
  const years = `${year}`
  const hasIssuer = columns.has('issuer')
  const hasYear = columns.has('year')
  /** Checked already: a file has few of each, row after row. */
  let good = { state: '', issuer: '' }
  return (cells: PlanCells) => {
    if (hasYear && cells.text('year') !== years && Number(cells.text('year')) !== year)
      return { column: 'year', reason: `must be ${year}, the year that is loaded` }
    const [state, issuer] = [cells.text('state'), cells.text('issuer')]
    if (state === good.state && issuer === good.issuer && state !== '') return null
    if (!/^[A-Za-z]{2}$/.test(state)) return { column: 'state', reason: 'must be the code of a state such as FL' }
    if (source !== federalSource && state.toUpperCase() !== source)
      return { column: 'state', reason: `must be ${source}, the exchange whose file is loaded` }
    if (hasIssuer && !/^\d{5}$/.test(issuer))
      return { column: 'issuer', reason: 'must be the five digits of an issuer' }
    good = { state, issuer }
    return null
  }
}
