import { createHash } from 'node:crypto'
import { fail, newFailure } from '@coverdesk/domain/fail.ts'
import { maskNumbers } from '@coverdesk/domain/fields/mask-numbers.ts'
import type { HeadingUse } from '@coverdesk/domain/uploads/carrier-profile.ts'
import { fieldWords } from '@coverdesk/domain/uploads/field-words.ts'
import { type FileShape, missingFields } from '@coverdesk/domain/uploads/file-shape.ts'
import { matchHeadings } from '@coverdesk/domain/uploads/heading-match.ts'
import { knownHeadings } from '@coverdesk/domain/uploads/heading-row.ts'
import { fileHabits } from '@coverdesk/domain/uploads/reading/file-habits.ts'
import { marksOf, openRowReader, type RowReader } from '@coverdesk/domain/uploads/row-reader.ts'
import type { RowProblem, UnknownValue } from '@coverdesk/domain/uploads/upload-contract.ts'
import { type ReadingRules, valueReader } from '@coverdesk/domain/uploads/value-readers.ts'
import type { Connection } from '../db/connection.ts'
import { CopyWriter } from '../db/copy-writer.ts'
import { arrivingChunks } from './arriving-chunks.ts'
import { type MisfitRow, readCsv } from './csv/read-csv.ts'
import type { ImportJob, TotalRow } from './import-definition.ts'
import { textOf } from './import-encoding.ts'
import { withValues } from './import-profile.ts'
import type { ImportProgress } from './import-progress.ts'
import { stagingTables } from './import-staging.ts'
import { workbookOrText } from './workbook/workbook-or-text.ts'

/** Result of reading a file. Valid rows are in staging, rejected ones in import_refusals. */
export interface ReadFile {
  hash: Buffer
  columns: readonly string[]
  rows: number
  refused: number
  /** Total rows, which are skipped. */
  totals: readonly TotalRow[]
  unknownValues: UnknownValue[]
  leftOut: UnknownValue[]
  lastLine: number
}

/** Rows inspected for guessing the headings. */
const sampleRows = 50

/**
 * Streams a file once: hashes, decodes, parses, validates and normalizes each row, and copies valid rows into staging and
 * problems into import_refusals. Fails with `upload.unreadable` or `upload.columns_missing`.
 */
export async function readImportFile(
  clients: { rows: Connection; refusals: Connection },
  job: ImportJob,
  shape: FileShape,
  source: AsyncIterable<Uint8Array>,
  progress: ImportProgress,
): Promise<ReadFile> {
  const intake = new Intake(clients, job, shape, progress)
  const hash = createHash('sha256')
  const arriving = () => arrivingChunks(source, hash, job, progress)
  try {
    await readCsv(
      shape.workbooks
        ? workbookOrText(arriving(), intake.isKnown, (sheet) => progress.noteReadAs(sheet))
        : textOf(arriving()),
      {
        isKnown: intake.isKnown,
        headingLine: job.headingLine,
        start: (rows, headingLine) => {
          progress.start = { headingLine, rows }
        },
        note: (note) => progress.noteLine(note),
        heading: (headings) => {
          intake.headings = headings
        },
        row: (cells, line) => intake.row(cells, line),
        misfit: (row) => intake.misfit(row),
        drained: () => intake.drain(),
      },
    )
    await intake.end()
  } catch (error) {
    await intake.abandon()
    throw error
  }
  return {
    hash: hash.digest(),
    columns: intake.columns,
    rows: progress.rowsRead,
    refused: intake.refused,
    totals: intake.totals,
    unknownValues: intake.unknownValues,
    leftOut: intake.leftOut,
    lastLine: intake.lastLine,
  }
}

const mayBeOf = 'The row may be of this record, which stays as it is'

class Intake {
  headings: string[] = []
  refused = 0
  readonly totals: TotalRow[] = []
  lastLine = 0
  /** Whether a heading is known for a field, or as not used. */
  readonly isKnown: (heading: string) => boolean
  readonly #clients: { rows: Connection; refusals: Connection }
  readonly #job: ImportJob
  readonly #shape: FileShape
  readonly #progress: ImportProgress
  #samples: { cells: string[]; line: number; misfit?: MisfitRow }[] = []
  #reader: RowReader | null = null
  #good: CopyWriter | null = null
  #bad: CopyWriter | null = null

  constructor(
    clients: { rows: Connection; refusals: Connection },
    job: ImportJob,
    shape: FileShape,
    progress: ImportProgress,
  ) {
    this.#clients = clients
    this.#job = job
    this.#shape = shape
    this.#progress = progress
    this.isKnown = knownHeadings([
      ...shape.fields.flatMap(({ name, synonyms, lastSynonyms = [] }) => [name, ...synonyms, ...lastSynonyms]),
      ...Object.values(job.profile.headings).flat(),
      ...(job.profile.ignored ?? []),
      ...Object.keys(job.mapping ?? {}),
    ])
  }

  get unknownValues(): UnknownValue[] {
    return this.#listed(this.#reader?.unknown ?? new Map())
  }

  get leftOut(): UnknownValue[] {
    return this.#listed(this.#reader?.leftOut ?? new Map())
  }

  #listed(lists: RowReader['unknown']): UnknownValue[] {
    const headingOf = (field: string) => this.#progress.headings.find((use) => use.field === field)?.heading ?? field
    return [...lists].flatMap(([field, values]) =>
      [...values].map(([value, rows]) => ({
        field,
        heading: headingOf(field),
        value: maskNumbers(value).slice(0, 200),
        rows,
      })),
    )
  }

  get columns(): readonly string[] {
    return this.#reader?.columns ?? []
  }

  row(cells: string[], line: number): void {
    this.lastLine = line
    if (this.#reader) this.#take(this.#reader, cells, line)
    else if (this.#samples.push({ cells, line }) >= sampleRows) this.#begin()
  }

  misfit(row: MisfitRow): void {
    this.lastLine = row.line
    if (this.#reader) this.#takeMisfit(this.#reader, row)
    else if (this.#samples.push({ ...row, misfit: row }) >= sampleRows) this.#begin()
  }

  async drain(): Promise<void> {
    await this.#good?.drain()
    await this.#bad?.drain()
  }

  async end(): Promise<void> {
    if (!this.#reader) this.#begin()
    if (this.#progress.rowsRead === 0) fail('upload.unreadable', { message: 'The file has headings and no rows' })
    await this.#good?.end()
    await this.#bad?.end()
  }

  async abandon(): Promise<void> {
    await this.#good?.abandon()
    await this.#bad?.abandon()
  }

  /** Chooses the column mapping from the headings and the first rows. */
  #begin(): void {
    // Files without a month have no derived columns; their birth dates are not after this year.
    const [year = new Date().getUTCFullYear(), month = 1] = this.#job.month?.split('-').map(Number) ?? []
    const fitting = this.#samples.filter(({ misfit }) => !misfit)
    const samples = (fitting.length > 0 ? fitting : this.#samples).map(({ cells }) => cells)
    const { dateOrder } = this.#job.profile
    const { order, decimalComma } = fileHabits(samples, dateOrder)
    const rules: ReadingRules = {
      profile: { ...withValues(this.#job.profile, this.#job.values), dateOrder: order },
      decimalComma,
      month: { year, month },
    }
    const plan = matchHeadings(this.#shape, this.headings, samples, {
      profile: this.#job.profile,
      isBuiltIn: this.#job.profileVersion === 0 && !this.#job.triesProfile,
      mapping: this.#job.mapping,
      readerOf: (field) => valueReader(field, rules),
    })
    const uses = this.#job.dryRun
      ? plan.uses
      : plan.uses.map((use) => (use.by === 'guess' ? { ...use, field: null } : use))
    this.#progress.headings = plan.uses
    this.#progress.ignoredColumns = uses.filter((use) => use.field === null).map((use) => use.heading)
    const marks = marksOf(this.#shape, uses, samples)
    this.#progress.noteReadAs({
      dateOrder: order === dateOrder ? null : order,
      decimalComma,
      signMarks: marks === 'signs',
    })
    refuseMissing(this.#shape, uses, plan.uses)
    this.#reader = openRowReader(this.#shape, uses, { ...rules, marks })
    this.#good = new CopyWriter(
      this.#clients.rows,
      `${stagingTables(this.#job.runId).rows} (line, ${this.#reader.columns.join(', ')})`,
    )
    for (const { cells, line, misfit } of this.#samples)
      if (misfit) this.#takeMisfit(this.#reader, misfit)
      else this.#take(this.#reader, cells, line)
    this.#samples = []
  }

  /** Spreadsheets leave out empty cells at the end of a row. Only unused columns may be missing, or any of a total: a broken row lacks others. */
  #takeMisfit(reader: RowReader, { cells, line, reason, mayBePadded }: MisfitRow): void {
    const isPadded = this.#progress.headings.slice(cells.length).every(({ field }) => field === null)
    if (mayBePadded && (isPadded || reader.isTotal(cells))) this.#take(reader, cells, line)
    else {
      this.#progress.rowsRead++
      const [key = null, ...others] = reader.keysOf(cells, cells.length - this.headings.length)
      const problem = { line, column: null, value: null, key }
      const maybe = others.map((other) => ({ ...problem, reason: mayBeOf, key: other }))
      this.#refuse([{ ...problem, reason }, ...maybe], line)
    }
  }

  #take(reader: RowReader, cells: string[], line: number): void {
    if (reader.isTotal(cells)) {
      const label = maskNumbers(cells.find((cell) => cell.trim() !== '')?.trim() ?? '').slice(0, 80)
      this.totals.push({ line, label, amount: reader.totalOf(cells) })
      // Where money is counted, a total is compared with its lines, and counted itself.
      if (this.#shape.sum === undefined) this.#progress.noteLine({ line, text: label })
      return
    }
    this.#progress.rowsRead++
    const values = reader.read(cells)
    if (values) this.#good?.add(String(line), values)
    else this.#refuse(reader.problems(cells, line), line)
  }

  #refuse(problems: readonly RowProblem[], line: number): void {
    this.refused++
    this.#progress.noteProblems(problems)
    this.#bad ??= new CopyWriter(
      this.#clients.refusals,
      'import_refusals (run_id, line, position, column_name, value, reason, key)',
    )
    for (const [position, problem] of problems.entries())
      this.#bad.add(this.#job.runId, [
        String(line),
        String(position),
        problem.column ?? '',
        problem.value ?? '',
        problem.reason,
        problem.key ?? '',
      ])
  }
}

/** Fails with `upload.columns_missing`; a heading that is only `offered` may be one of them. */
function refuseMissing(shape: FileShape, uses: readonly HeadingUse[], offered: readonly HeadingUse[]): void {
  const fieldsOf = (headings: readonly HeadingUse[]) => new Set(headings.map(({ field }) => field))
  const missing = missingFields(shape, fieldsOf(uses), fieldsOf(offered))
  if (missing.length === 0) return
  throw newFailure('upload.columns_missing', {
    message: `Required columns are missing: ${missing.map(fieldWords).join(', ')}`,
    details: missing.map((name) => ({ path: name, message: 'Required' })),
  })
}
