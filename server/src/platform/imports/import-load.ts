import { fail, newFailure } from '@coverdesk/domain/fail.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { shapeGiven } from '@coverdesk/domain/uploads/file-shape.ts'
import type { RowProblem } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import { writeAudit } from '../audit/audit.ts'
import { withConnection } from '../db/connection.ts'
import { type Db, inTransaction } from '../db/database.ts'
import { failureOf } from '../http/http-errors.ts'
import { insertBatch, lockCarrier, refuseSameFile, sameFileElsewhere, userOf } from './import-batch.ts'
import { countFound, keepLast, refuseDoubled } from './import-compare.ts'
import type { BatchFacts, ImportDefinition, ImportJob, StagedImport } from './import-definition.ts'
import { learnt, saveProfile } from './import-profile.ts'
import type { ImportProgress } from './import-progress.ts'
import { brokenMessage, busyMessage, dropStaging, openStaging, stagingTables } from './import-staging.ts'
import { type ReadFile, readImportFile } from './read-import-file.ts'

/**
 * Imports a whole file or nothing. Streams it into staging; then one transaction, serialized per carrier, compares it with
 * the stored records and, unless it is a dry run, merges it with batch, history and audit event (P-56, P-58). An import
 * drops its staging with the commit; a dry run keeps it for review.
 */
export async function loadFile(
  db: Db,
  job: ImportJob,
  definition: ImportDefinition,
  source: AsyncIterable<Uint8Array>,
  progress: ImportProgress,
): Promise<void> {
  try {
    await openStaging(db, job.runId, job.kind)
    const read = await stage(job, definition, source, progress)
    progress.enter('checking')
    await inTransaction(db, (db) => settle(db, job, definition, read, progress))
  } catch (error) {
    const failure = progress.stopped ? newFailure('upload.stopped') : error
    await progress.quiet()
    // Before the end is reported. If the database is unreachable, the next cleanup drops it.
    await dropStaging(db, job.runId, job.attempt).catch(() => undefined)
    // A run that was considered dead may belong to another attempt or be marked as interrupted.
    const isTold = !isInterrupted(failure) && (await recordEnd(progress, db, failure))
    if (!(isTold && job.dryRun && failure instanceof Failure && isAnsweredByDryRun(failure.code))) throw failure
  } finally {
    await progress.quiet()
  }
}

/** Records the end of a run; false when the database is unreachable and cleanup must do it. */
async function recordEnd(progress: ImportProgress, db: Db, failure: unknown): Promise<boolean> {
  const code = failure instanceof Failure ? failure.code : null
  return await progress.end(db, endState(failure), { message: runMessage(failure), code }).then(
    () => true,
    () => false,
  )
}

/** Message of a failed run: the failure's own, or what to do after an internal error. */
export function runMessage(failure: unknown): string {
  const { code, message } = failureOf(failure)
  if (code === 'server.busy') return busyMessage
  return code === 'server.error' ? brokenMessage : message
}

/** Failures that a dry run reports in its result instead of failing, because the user can fix them there. */
export const isAnsweredByDryRun = (code: string): boolean =>
  code === 'upload.columns_missing' || code === 'upload.duplicate'

const isInterrupted = (failure: unknown) => failure instanceof Failure && failure.code === 'upload.interrupted'

function endState(failure: unknown): 'stopped' | 'refused' | 'failed' {
  if (!(failure instanceof Failure)) return 'failed'
  if (failure.code === 'upload.stopped') return 'stopped'
  return failure.code.startsWith('upload.') && failure.code !== 'upload.broken_off' ? 'refused' : 'failed'
}

async function stage(
  job: ImportJob,
  definition: ImportDefinition,
  source: AsyncIterable<Uint8Array>,
  progress: ImportProgress,
): Promise<ReadFile> {
  // Separate connections: a task that holds one of the pool must not wait for another.
  return await withConnection(job.databaseUrl, 'import', (rows) =>
    withConnection(job.databaseUrl, 'import', async (refusals) => {
      // A slow upload may take longer than the statement timeout. Behind a pooler, the setting needs a transaction.
      for (const client of [rows, refusals]) {
        await client.query('begin')
        await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
      }
      const given = {
        carrier: job.carrierId !== null,
        month: job.month !== null || job.given?.month !== undefined,
        year: job.month !== null || job.given?.year !== undefined,
      }
      const read = await readImportFile({ rows, refusals }, job, shapeGiven(definition.shape, given), source, progress)
      for (const client of [rows, refusals]) await client.query('commit')
      return read
    }),
  )
}

async function settle(
  db: Db,
  job: ImportJob,
  definition: ImportDefinition,
  read: ReadFile,
  progress: ImportProgress,
): Promise<void> {
  await lockImport(db, job, definition, progress)
  const headingOf = (field: string) => progress.headings.find((use) => use.field === field)?.heading ?? field
  const staged: StagedImport = {
    job,
    headingOf,
    hasHeading: (field) => progress.headings.some((use) => use.field === field),
    ...stagingTables(job.runId),
    columns: read.columns,
    lastLine: read.lastLine,
    totals: read.totals,
    unknownValues: read.unknownValues,
    counts: { rows: read.rows, new: 0, changed: 0, unchanged: 0, missing: 0, refused: read.refused },
  }
  refuseCutOff(job, read.rows)
  if (!definition.allowsDuplicates) await refuseSameFile(db, staged, read.hash, definition.rowsSayCarrier === true)
  const loadedBefore = definition.allowsDuplicates ? null : await sameFileElsewhere(db, job, read.hash)
  staged.counts.refused += (await definition.place?.(db, staged)) ?? 0
  progress.unknownValues = staged.unknownValues
  progress.leftOut = read.leftOut
  if (definition.shape.repeats === 'newer') await keepLast(db, staged, definition.shape)
  else if (definition.shape.repeats !== 'lines')
    staged.counts.refused += await refuseDoubled(db, staged, definition.shape, headingOf(definition.shape.key))
  if (staged.counts.refused > 0) progress.problems = await firstProblems(db, job.runId)
  progress.enter('comparing')
  await definition.compare(db, staged)
  await countFound(db, staged)
  progress.counts = staged.counts
  progress.findings = { ...(await definition.findings?.(db, staged)), loadedBefore }
  progress.throwIfCancelled()
  if (job.dryRun) {
    await progress.quiet()
    return await progress.end(db, 'checked')
  }
  refuseBadRows(job, staged, progress.problems)
  await merge(db, job, definition, staged, read.hash, progress)
}

/**
 * Serializes imports of one kind and carrier with a transaction lock, which a killed server releases. Without timeout: only
 * a stop or the end of the connection aborts it.
 */
async function lockImport(
  db: Db,
  job: ImportJob,
  { rowsSayCarrier }: ImportDefinition,
  progress: ImportProgress,
): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`set local lock_timeout = 0`.execute(db)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
  await sql`set local work_mem = '128MB'`.execute(db)
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  progress.cancelling(rows[0]?.pid ?? 0)
  progress.throwIfCancelled()
  if (!job.dryRun) await lockCarrier(db, job.kind, rowsSayCarrier ? null : job.carrierId)
}

async function firstProblems(db: Db, runId: string): Promise<RowProblem[]> {
  const { rows } = await sql<RowProblem>`
    select line, column_name as "column", value, reason, key from import_refusals
    where run_id = ${runId}::uuid order by line, position limit 100`.execute(db)
  return rows
}

function refuseCutOff({ leastRows = 0 }: ImportJob, rows: number): void {
  if (rows < leastRows) fail('upload.much_smaller', { details: { rows, leastRows } })
}

function refuseBadRows(job: ImportJob, staged: StagedImport, problems: readonly RowProblem[]): void {
  const { refused, rows } = staged.counts
  if (refused === 0 || (job.loadGoodRows && refused < rows)) return
  const message =
    refused === rows
      ? 'No row of the file is valid; nothing was loaded'
      : `${refused} of ${rows} rows are not valid; nothing was loaded`
  throw newFailure('upload.rows_refused', { message, details: { runId: job.runId, counts: staged.counts, problems } })
}

async function merge(
  db: Db,
  job: ImportJob,
  definition: ImportDefinition,
  staged: StagedImport,
  hash: Buffer,
  progress: ImportProgress,
): Promise<void> {
  const chosen = Object.keys(job.mapping ?? {})
  const better = job.keepsProfile ? null : learnt(job.profile, progress.headings, chosen, job.values)
  const { carrierId } = job
  const profileVersion =
    better && carrierId !== null
      ? await saveProfile(db, {
          kind: job.kind,
          carrierId,
          version: job.profileVersion,
          profile: better,
          userId: userOf(job),
        })
      : job.profileVersion
  const facts: BatchFacts = (await definition.batchFacts?.(db, staged)) ?? { carrierId, month: job.month, amount: null }
  const batchId = await insertBatch(db, job, staged, { hash, bytes: progress.bytes, profileVersion, ...facts })
  await definition.merge(db, staged, batchId, {
    stage: async (stage) => {
      progress.throwIfCancelled()
      progress.enter(stage)
    },
    wrote: (rows) => {
      progress.rowsWritten += rows
      progress.throwIfCancelled()
    },
  })
  progress.enter('finishing')
  if (better && carrierId !== null)
    await writeAudit(db, job.audit, {
      action: 'update',
      entity: 'carrier profile',
      entityId: carrierId,
      outcome: 'done',
      facts: { version: profileVersion },
    })
  await writeAudit(db, job.audit, {
    action: 'import',
    entity: job.kind,
    entityId: batchId,
    outcome: 'done',
    facts: { carrierId: facts.carrierId, month: facts.month, fileName: job.fileName, ...staged.counts },
  })
  progress.rowsWritten = staged.counts.rows - staged.counts.refused
  await progress.quiet()
  progress.throwIfCancelled()
  await dropStaging(db, job.runId, job.attempt)
  await progress.end(db, 'loaded', { batchId })
}
