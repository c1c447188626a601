import { fail } from '@coverdesk/domain/fail.ts'
import type { HeadingUse } from '@coverdesk/domain/uploads/carrier-profile.ts'
import type {
  FileLine,
  ImportCounts,
  ImportRun,
  ImportStage,
  ReadAs,
  RowProblem,
  UnknownValue,
} from '@coverdesk/domain/uploads/upload-contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { endRuns } from './end-runs.ts'
import type { ImportFindings, ImportJob } from './import-definition.ts'

/** Interval of progress writes; screens poll twice a second. */
const tellEveryMs = 300
/** Maximum problems in the progress; import_refusals has all. */
const shownProblems = 100
const shownNotes = 20

export type EndState = 'checked' | 'loaded' | 'refused' | 'failed' | 'stopped'

/**
 * Progress of a run, written outside the import's transaction so that every node can show it. Each write also reads whether
 * a user requested a stop.
 */
export class ImportProgress {
  bytes = 0
  rowsRead = 0
  rowsWritten = 0
  counts: ImportCounts | null = null
  headings: HeadingUse[] = []
  ignoredColumns: string[] = []
  problems: RowProblem[] = []
  findings: ImportFindings = {}
  start: ImportRun['start'] = null
  notes: FileLine[] = []
  unknownValues: UnknownValue[] = []
  leftOut: UnknownValue[] = []
  #readAs: ReadAs = { sheet: null, hiddenRows: 0, dateOrder: null, decimalComma: false, signMarks: false }
  readonly #db: Db
  readonly #runId: string
  readonly #attempt: number
  #stage: ImportStage = 'receiving'
  #stageSeconds: Partial<Record<ImportStage, number>> = {}
  #stageSince = performance.now()
  #timer: NodeJS.Timeout
  #telling: Promise<void> | null = null
  #stopped = false
  #backend = 0

  constructor(db: Db, { runId, attempt }: Pick<ImportJob, 'runId' | 'attempt'>) {
    this.#db = db
    this.#runId = runId
    this.#attempt = attempt
    this.#timer = setInterval(() => this.#tell(), tellEveryMs)
  }

  noteReadAs(found: Partial<ReadAs>): void {
    this.#readAs = { ...this.#readAs, ...found }
  }

  enter(stage: ImportStage): void {
    this.#leaveStage()
    this.#stage = stage
  }

  noteProblems(problems: readonly RowProblem[]): void {
    if (this.problems.length < shownProblems)
      this.problems.push(...problems.slice(0, shownProblems - this.problems.length))
  }

  noteLine(note: FileLine): void {
    if (this.notes.length >= shownNotes) return
    this.notes.push(note)
    // Total rows among the first rows are known late.
    this.notes.sort((one, other) => one.line - other.line)
  }

  stop(): void {
    if (this.#stopped) return
    this.#stopped = true
    if (this.#backend > 0) void sql`select pg_cancel_backend(${this.#backend})`.execute(this.#db).catch(() => undefined)
  }

  /** Backend whose statement a stop cancels. */
  cancelling(backend: number): void {
    this.#backend = backend
  }

  get stopped(): boolean {
    return this.#stopped
  }

  /** Fails when a user requested a stop. */
  throwIfCancelled(): void {
    if (this.#stopped) fail('upload.stopped')
  }

  /** Stops progress writes, so that the end of the run can be written. */
  async quiet(): Promise<void> {
    this.#backend = 0
    clearInterval(this.#timer)
    await this.#telling
  }

  /**
   * Writes the end of the run through `db`, which is the import's own transaction on success. Fails with
   * `upload.interrupted`, and rolls the import back, when the run was already reported as dead.
   */
  async end(
    db: Db,
    state: EndState,
    more: { message?: string | null; code?: string | null; batchId?: number | null } = {},
  ): Promise<void> {
    this.#leaveStage()
    const ended = await endRuns(
      db,
      sql`state = ${state}, stage = ${this.#stage}, bytes = ${this.bytes}, rows_read = ${this.rowsRead},
        rows_written = ${this.rowsWritten}, outcome = ${this.#outcome()}::jsonb, message = ${more.message ?? null},
        failure_code = ${more.code ?? null}, batch_id = ${more.batchId ?? null}, beat_at = clock_timestamp(), finished_at = clock_timestamp()`,
      sql`${this.#ownRun()} and state = 'running'`,
    )
    if (ended === 0) fail('upload.interrupted')
  }

  #leaveStage(): void {
    const now = performance.now()
    const spent = (this.#stageSeconds[this.#stage] ?? 0) + (now - this.#stageSince) / 1000
    this.#stageSeconds[this.#stage] = Math.round(spent * 1000) / 1000
    this.#stageSince = now
  }

  #tell(): void {
    this.#telling ??= this.#write()
      .catch(() => undefined)
      .finally(() => {
        this.#telling = null
      })
  }

  async #write(): Promise<void> {
    const { rows } = await sql<{ stop_asked: boolean }>`
      update import_runs set stage = ${this.#stage}, bytes = ${this.bytes}, rows_read = ${this.rowsRead},
        rows_written = ${this.rowsWritten}, outcome = ${this.#outcome()}::jsonb, beat_at = clock_timestamp()
      where ${this.#ownRun()} and state = 'running' returning stop_asked`.execute(this.#db)
    if (rows[0]?.stop_asked) this.stop()
  }

  #ownRun(): RawBuilder<unknown> {
    return sql`id = ${this.#runId}::uuid and attempt = ${this.#attempt}`
  }

  #outcome(): string {
    const { counts, headings, ignoredColumns, problems, findings, start, notes, unknownValues, leftOut } = this
    const stageSeconds = { ...this.#stageSeconds }
    stageSeconds[this.#stage] =
      Math.round(((this.#stageSeconds[this.#stage] ?? 0) + (performance.now() - this.#stageSince) / 1000) * 1000) / 1000
    return JSON.stringify({
      counts,
      headings,
      ignoredColumns,
      problems,
      start,
      readAs: this.#readAs,
      notes,
      unknownValues,
      leftOut,
      ...findings,
      stageSeconds,
    })
  }
}
