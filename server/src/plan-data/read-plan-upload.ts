import { createHash } from 'node:crypto'
import { fail } from '@coverdesk/domain/fail.ts'
import { isInsurerSource, isPlanHeading, planFileNames } from '@coverdesk/domain/plan-data/plan-files.ts'
import type { DirectoryFileKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import type { PlanFileCount, RowProblem } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { arrivingChunks } from '../platform/imports/arriving-chunks.ts'
import { readCsv } from '../platform/imports/csv/read-csv.ts'
import { gunzipped } from '../platform/imports/gunzipped.ts'
import type { ImportJob } from '../platform/imports/import-definition.ts'
import { textOf } from '../platform/imports/import-encoding.ts'
import type { ImportProgress } from '../platform/imports/import-progress.ts'
import { zipEntries } from '../platform/imports/zip-entries.ts'
import { type OpenPlanFile, openPlanFile, type Writing } from './open-plan-file.ts'
import { type DirectoryFile, readDirectoryFile } from './read-directory-file.ts'
import type { PlanScope } from './use-plan-load.ts'

/** Problems after which reading stops: a file of another format has one in each row. */
const maxProblems = 100

/** Reads the upload to its end; fails after it when rows are not valid. Without `writing` nothing is written. */
export async function readPlanUpload(
  db: Db,
  writing: Writing | null,
  job: ImportJob,
  scope: PlanScope,
  source: AsyncIterable<Uint8Array>,
  progress: ImportProgress,
): Promise<{ hash: Buffer; rowsRead: number }> {
  const hash = createHash('sha256')
  const arriving = () => arrivingChunks(source, hash, job, progress)
  const counties = await countyCodes(db)
  const files: PlanFileCount[] = []
  let refused = 0
  const directory = new Map<DirectoryFileKind, DirectoryFile>()
  const readOneOfDirectory = async (name: string, bytes: AsyncIterable<Uint8Array>) => {
    const counted = (problem: RowProblem | null) => {
      progress.rowsRead++
      if (!problem) return
      refused++
      progress.noteProblems([problem])
    }
    const checked = () => {
      if (refused >= maxProblems) refuseRows(refused, progress)
    }
    const file = await readDirectoryFile(db, writing, { name, scope, earlier: directory, counted, checked }, bytes)
    if (!directory.has(file.kind)) files.push(file.count)
    directory.set(file.kind, file)
    progress.findings = { planFiles: files }
  }
  const readOne = async (name: string, bytes: AsyncIterable<Uint8Array>) => {
    if (/\.json$/i.test(name)) return await readOneOfDirectory(name, bytes)
    if (isInsurerSource(scope.source))
      fail('upload.unreadable', { message: `${name} is no .json file, as the doctors and drugs of an insurer are` })
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
      if (/\.(csv|json)$/i.test(name) && !/(^|\/)(__MACOSX|\.)/.test(name))
        await readOne(name.split('/').at(-1) ?? name, bytes)
    if (files.length === 0) fail('upload.unreadable', { message: 'The archive holds no .csv or .json file' })
  } else if (/\.gz$/i.test(job.fileName)) await readOne(nameInside(job.fileName, scope.source), gunzipped(arriving()))
  else await readOne(job.fileName, arriving())
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
  scope: PlanScope
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
  let opened: OpenPlanFile | null = null
  let refused = 0
  const begun: { headings: string[]; rows: { cells: string[]; line: number }[] } = { headings: [], rows: [] }
  const take = (file: OpenPlanFile, cells: string[], line: number) => {
    progress.rowsRead++
    file.count.rows++
    const problem = file.row(cells, line)
    if (!problem) return
    refused++
    progress.noteProblems([problem])
  }
  const open = async (): Promise<OpenPlanFile> => {
    const file = await openPlanFile(db, writing, { name, scope, counties, headings: begun.headings })
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
    await (opened as OpenPlanFile | null)?.abandon()
    throw error
  }
}

function refuseRows(refused: number, progress: ImportProgress): never {
  return fail('upload.rows_refused', {
    message: `At least ${refused} of ${progress.rowsRead.toLocaleString('en-US')} rows are not valid; nothing was loaded`,
    details: { problems: progress.problems },
  })
}

/** Name of the file in a .gz, which insurers often call only 'providers.gz'. */
function nameInside(fileName: string, source: string): string {
  const name = fileName.replace(/\.gz$/i, '')
  return isInsurerSource(source) && !/\.(csv|json)$/i.test(name) ? `${name}.json` : name
}
