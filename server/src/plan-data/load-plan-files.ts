import { createHash } from 'node:crypto'
import { Failure, fail } from '@coverdesk/domain/failures.ts'
import type { PlanHeadings } from '@coverdesk/domain/plan-data/plan-files.ts'
import { federalSource, isPlanHeading, planFileNames, planFileOf } from '@coverdesk/domain/plan-data/plan-files.ts'
import type { PlanFileKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import type { PlanFileCount, RowProblem } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Connection, withConnection } from '../platform/db/connection.ts'
import { CopyWriter } from '../platform/db/copy-writer.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { arrivingChunks } from '../platform/imports/arriving-chunks.ts'
import type { ImportJob } from '../platform/imports/import-definition.ts'
import { textOf } from '../platform/imports/import-encoding.ts'
import { runMessage } from '../platform/imports/import-load.ts'
import type { ImportProgress } from '../platform/imports/import-progress.ts'
import { currentRunState } from '../platform/imports/import-staging.ts'
import { readCsv } from '../platform/imports/read-csv.ts'
import { zipEntries } from '../platform/imports/zip-entries.ts'
import { type AddRow, PlanCells, type PlanFileReader } from './plan-cells.ts'
import { readBenefits, readCrosswalk, readNetworks, readRatingAreas, readServiceAreas } from './read-other-files.ts'
import { readPlansFile } from './read-plans-file.ts'
import { readRates } from './read-rates.ts'

/** Problems after which reading stops: a file of another format has one in each row. */
const maxProblems = 100
const maxValueLength = 80

interface Scope {
  year: number
  source: string
}

/**
 * Loads a file of plans, or an archive of several, all or nothing: reads it once, copies its records under a new file id,
 * and makes that the current one of its year, source and kind. A dry run writes nothing. Fails with `upload.rows_refused`,
 * `upload.columns_missing`, `upload.duplicate` or `upload.unreadable`; the refusal stays in the list of loads.
 */
export async function loadPlanFiles(
  db: Db,
  job: ImportJob,
  source: AsyncIterable<Uint8Array>,
  progress: ImportProgress,
): Promise<void> {
  const scope = job.planData ?? fail('request.invalid')
  try {
    if (job.dryRun) {
      await readUpload(db, null, job, scope, source, progress)
      await progress.quiet()
      await progress.end(db, 'checked')
    } else await withConnection(job.databaseUrl, 'import', (copying) => load(db, copying, job, scope, source, progress))
  } catch (error) {
    const failure = progress.stopped ? new Failure('upload.stopped') : error
    await progress.quiet()
    const { code } = failure instanceof Failure ? failure : { code: null }
    const isRefused =
      code?.startsWith('upload.') && !['upload.stopped', 'upload.broken_off', 'upload.interrupted'].includes(code)
    if (code !== 'upload.interrupted') {
      const state = code === 'upload.stopped' ? 'stopped' : isRefused ? 'refused' : 'failed'
      await progress.end(db, state, { message: runMessage(failure), code }).catch(() => undefined)
    }
    if (isRefused && !job.dryRun) await recordRefusal(db, job, scope, progress, runMessage(failure))
    if (!(job.dryRun && isRefused)) throw failure
  } finally {
    await progress.quiet()
  }
}

async function load(
  db: Db,
  copying: Connection,
  job: ImportJob,
  { year, source }: Scope,
  bytes: AsyncIterable<Uint8Array>,
  progress: ImportProgress,
): Promise<void> {
  await deleteAbandoned(db)
  await copying.query('begin')
  await copying.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
  const { rows } = await copying.query<{ id: number }>(
    `insert into plan_loads (run_id, year, source, state, file_name, loaded_by) values ($1, $2, $3, 'staging', $4, $5)
     returning id`,
    [job.runId, year, source, job.fileName, job.startedBy],
  )
  const loadId = rows[0]?.id ?? fail('server.error')
  const { hash, rowsRead } = await readUpload(db, { copying, loadId }, job, { year, source }, bytes, progress)
  await copying.query(`update plan_loads set file_hash = $2, bytes = $3, rows_read = $4 where id = $1`, [
    ...[loadId, hash, progress.bytes, rowsRead],
  ])
  await copying.query('commit')
  progress.enter('finishing')
  try {
    await inTransaction(db, async (db) => {
      await lockPlanFiles(db, { year, source })
      await refuseSameFile(db, { year, source, hash })
      await makeCurrent(db, loadId)
      const facts = { year, source, fileName: job.fileName, rows: rowsRead }
      await writeAudit(db, job.audit, {
        action: 'import',
        entity: 'plan data',
        entityId: loadId,
        outcome: 'done',
        facts,
      })
      await progress.quiet()
      progress.throwIfCancelled()
      await progress.end(db, 'loaded')
    })
  } catch (error) {
    await sql`delete from plan_loads where id = ${loadId} and state = 'staging'`.execute(db).catch(() => undefined)
    throw error
  }
}

/** Deletes records that a server copied and did not live to bring into use. */
async function deleteAbandoned(db: Db): Promise<void> {
  await sql`
    delete from plan_loads l where l.state = 'staging'
      and not exists (select from import_runs r where r.id = l.run_id and ${currentRunState} = 'running')`.execute(db)
}

/** Serializes loads and undos of a year and source until the end of the transaction. */
export async function lockPlanFiles(db: Db, { year, source }: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`plan files ${source}`}), ${year}::int)`.execute(db)
}

async function refuseSameFile(db: Db, { year, source, hash }: Scope & { hash: Buffer }): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select l.file_name as name from plan_loads l
    where l.year = ${year} and l.source = ${source} and l.file_hash = ${hash} and l.state = 'loaded'
      and not exists (select from plan_files f where f.load_id = l.id and not f.is_current) limit 1`.execute(db)
  if (rows[0]) fail('upload.duplicate', { message: `This file is already in use for ${year}: ${rows[0].name}` })
}

async function makeCurrent(db: Db, loadId: number): Promise<void> {
  await sql`
    update plan_files n set replaces = o.id from plan_files o
    where n.load_id = ${loadId} and o.year = n.year and o.source = n.source and o.kind = n.kind and o.is_current`.execute(
    db,
  )
  await sql`update plan_files set is_current = false where id in (select replaces from plan_files where load_id = ${loadId})`.execute(
    db,
  )
  await sql`update plan_files set is_current = true where load_id = ${loadId}`.execute(db)
  await sql`update plan_loads set state = 'loaded', loaded_at = now() where id = ${loadId}`.execute(db)
}

async function recordRefusal(
  db: Db,
  job: ImportJob,
  { year, source }: Scope,
  progress: ImportProgress,
  message: string,
) {
  await sql`
    insert into plan_loads (run_id, year, source, state, file_name, bytes, rows_read, message, problems, loaded_by)
    values (${job.runId}::uuid, ${year}, ${source}, 'refused', ${job.fileName}, ${progress.bytes}, ${progress.rowsRead},
      ${message}, ${JSON.stringify(progress.problems)}::jsonb, ${job.startedBy})
    on conflict (run_id) do update set message = excluded.message, problems = excluded.problems, bytes = excluded.bytes,
      rows_read = excluded.rows_read`.execute(db)
}

interface Writing {
  copying: Connection
  loadId: number
}

/** Reads the upload to its end; fails after it when rows are not valid. Without `writing` nothing is written. */
async function readUpload(
  db: Db,
  writing: Writing | null,
  job: ImportJob,
  scope: Scope,
  source: AsyncIterable<Uint8Array>,
  progress: ImportProgress,
): Promise<{ hash: Buffer; rowsRead: number }> {
  const hash = createHash('sha256')
  const arriving = () => arrivingChunks(source, hash, job, progress)
  const counties = await countyCodes(db)
  const files: PlanFileCount[] = []
  let refused = 0
  const readOne = async (name: string, bytes: AsyncIterable<Uint8Array>) => {
    const read = await readFile(
      db,
      writing,
      { name, scope, counties, progress, problems: progress.problems.length },
      bytes,
    )
    refused += read.refused
    if (files.some(({ kind }) => kind === read.count.kind))
      fail('upload.rows_refused', {
        message: `The archive holds two files of ${planFileNames[read.count.kind].toLowerCase()}`,
      })
    files.push(read.count)
    progress.findings = { planFiles: files }
  }
  if (/\.zip$/i.test(job.fileName)) {
    for await (const { name, bytes } of zipEntries(arriving()))
      if (/\.csv$/i.test(name) && !/(^|\/)(__MACOSX|\.)/.test(name))
        await readOne(name.split('/').at(-1) ?? name, bytes)
    if (files.length === 0) fail('upload.unreadable', { message: 'The archive holds no .csv file' })
  } else await readOne(job.fileName, arriving())
  if (refused > 0) {
    const all = progress.rowsRead.toLocaleString('en-US')
    fail('upload.rows_refused', {
      message: `${refused} of ${all} rows ${refused === 1 ? 'is' : 'are'} not valid; nothing was loaded`,
      details: { runId: job.runId, problems: progress.problems },
    })
  }
  return { hash: hash.digest(), rowsRead: progress.rowsRead }
}

/** Codes of counties by state and lower-case name. */
async function countyCodes(db: Db): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; fips: string }>`
    select s.code || ' ' || lower(c.name) as key, c.fips from counties c join states s on s.id = c.state_id`.execute(db)
  return new Map(rows.map(({ key, fips }) => [key, fips]))
}

interface FileToRead {
  name: string
  scope: Scope
  counties: ReadonlyMap<string, string>
  progress: ImportProgress
  problems: number
}

async function readFile(
  db: Db,
  writing: Writing | null,
  { name, scope, counties, progress }: FileToRead,
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ count: PlanFileCount; refused: number }> {
  let opened: OpenFile | null = null
  let refused = 0
  const begun: { headings: string[]; rows: { cells: string[]; line: number }[] } = { headings: [], rows: [] }
  const take = (file: OpenFile, cells: string[], line: number) => {
    progress.rowsRead++
    file.count.rows++
    const problem = file.row(cells, line)
    if (!problem) return
    refused++
    progress.noteProblems([problem])
  }
  const open = async (): Promise<OpenFile> => {
    const file = await openFile(db, writing, { name, scope, counties, headings: begun.headings })
    for (const { cells, line } of begun.rows) take(file, cells, line)
    begun.rows = []
    opened = file
    return file
  }
  try {
    await readCsv(textOf(bytes), {
      isKnown: isPlanHeading,
      headingLine: null,
      start: () => undefined,
      note: () => undefined,
      heading: (headings) => {
        begun.headings = headings
      },
      row: (cells, line) => {
        if (opened) take(opened, cells, line)
        else begun.rows.push({ cells, line })
      },
      drained: async () => {
        const file = opened ?? (begun.rows.length > 0 ? await open() : null)
        // A file of another format has a problem in each row; the first ones say enough.
        if (refused >= maxProblems) refuseRows(refused, progress)
        await file?.drain()
      },
    })
    const file = opened ?? (await open())
    if (file.count.rows === 0) fail('upload.unreadable', { message: `${name} has headings and no rows` })
    // Refused rows leave gaps that are no problems of their own.
    const atEnd = refused === 0 ? file.end() : []
    progress.noteProblems(atEnd)
    await file.finish(refused + atEnd.length === 0)
    return { count: file.count, refused: refused + atEnd.length }
  } catch (error) {
    await (opened as OpenFile | null)?.abandon()
    throw error
  }
}

function refuseRows(refused: number, progress: ImportProgress): never {
  return fail('upload.rows_refused', {
    message: `At least ${refused} of ${progress.rowsRead.toLocaleString('en-US')} rows are not valid; nothing was loaded`,
    details: { problems: progress.problems },
  })
}

interface OpenFile {
  count: PlanFileCount
  /** Problem of the row, if any. */
  row: (cells: string[], line: number) => RowProblem | null
  end: () => RowProblem[]
  drain: () => Promise<void>
  finish: (good: boolean) => Promise<void>
  abandon: () => Promise<void>
}

/** Recognizes a file by its headings and starts to write its records. */
async function openFile(
  db: Db,
  writing: Writing | null,
  {
    name,
    scope,
    counties,
    headings,
  }: { name: string; scope: Scope; counties: ReadonlyMap<string, string>; headings: string[] },
): Promise<OpenFile> {
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
        ...[fileId, count.rows, count.skipped],
      ])
    },
    abandon: async () => await out.writer?.abandon(),
  }
}

async function insertFile(
  { copying, loadId }: Writing,
  file: Scope & { kind: PlanFileKind; name: string },
): Promise<number> {
  const { rows } = await copying.query<{ id: number }>(
    'insert into plan_files (load_id, year, source, kind, name) values ($1, $2, $3, $4, $5) returning id',
    [loadId, file.year, file.source, file.kind, file.name],
  )
  return rows[0]?.id ?? fail('server.error')
}

async function rowsOfCurrent(db: Db, { year, source }: Scope, kind: PlanFileKind): Promise<number | null> {
  const { rows } = await sql<{ rows: number }>`
    select rows_read as rows from plan_files
    where year = ${year} and source = ${source} and kind = ${kind} and is_current`.execute(db)
  return rows[0]?.rows ?? null
}

function readerOf(
  kind: PlanFileKind,
  scope: Scope,
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
function rowCheck(columns: PlanHeadings, { year, source }: Scope) {
  const years = `${year}`
  const hasIssuer = columns.has('issuer')
  const hasYear = columns.has('year')
  return (cells: PlanCells) => {
    if (hasYear && cells.text('year') !== years && Number(cells.text('year')) !== year)
      return { column: 'year', reason: `must be ${year}, the year that is loaded` }
    const state = cells.text('state')
    if (!/^[A-Za-z]{2}$/.test(state)) return { column: 'state', reason: 'must be the code of a state such as FL' }
    if (source !== federalSource && state.toUpperCase() !== source)
      return { column: 'state', reason: `must be ${source}, the exchange whose file is loaded` }
    if (hasIssuer && !/^\d{5}$/.test(cells.text('issuer')))
      return { column: 'issuer', reason: 'must be the five digits of an issuer' }
    return null
  }
}
