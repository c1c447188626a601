import { fail } from '@coverdesk/domain/fail.ts'
import { termFileKinds } from '@coverdesk/domain/uploads/import-kinds.ts'
import type { CarrierUpload, ImportKind, ImportRun } from '@coverdesk/domain/uploads/upload-contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { writeAudit } from '../../platform/audit/audit.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Call } from '../../platform/http/http-call.ts'
import { currentRunState, interruptedMessage } from '../../platform/imports/import-staging.ts'
import { stopThread } from '../../platform/imports/import-thread.ts'

/** Each carrier with the latest month ever uploaded; undone uploads do not count (UPLOAD-02). */
export async function listCarrierUploads(db: Db): Promise<z.infer<typeof CarrierUpload>[]> {
  const { rows } = await sql<z.infer<typeof CarrierUpload>>`
    select c.id as "carrierId", c.name as "carrierName", extract(month from b.month)::int as month,
      extract(year from b.month)::int as year
    from carriers c
    left join (
      select carrier_id, max(month) as month from import_batches where kind = 'policies' and undone_at is null group by 1
    ) b on b.carrier_id = c.id
    where c.active or b.month is not null
    order by lower(c.name)`.execute(db)
  return rows
}

/** One import run in its current state; shown as interrupted if its server is gone. Fails with `record.not_found`. */
export async function findRun(db: Db, runId: string): Promise<ImportRun> {
  return (await runsWhere(db, sql`r.id = ${runId}::uuid`))[0] ?? fail('record.not_found')
}

/** One run of a file of schedules or terms. Fails with `record.not_found`. */
export async function findTermRun(db: Db, runId: string): Promise<ImportRun> {
  const runs = await factsWhere<object>(db, sql``, sql``, sql`r.kind = any(${termFileKinds}) and r.id = ${runId}::uuid`)
  const run = runs[0] ?? fail('record.not_found')
  return { ...run, carrierId: null, carrierName: null, month: null, year: null }
}

/** One run of a kind of file that belongs to no carrier. Fails with `record.not_found`. */
export async function findRunWithoutCarrier(db: Db, kind: ImportKind, runId: string): Promise<RunFacts> {
  const runs = await factsWhere<object>(db, sql``, sql``, sql`r.kind = ${kind} and r.id = ${runId}::uuid`)
  return runs[0] ?? fail('record.not_found')
}

/** Running imports on all nodes, oldest first. */
export async function listRunning(db: Db): Promise<ImportRun[]> {
  return (await runsWhere(db, sql`r.state = 'running'`)).filter((run) => run.state === 'running')
}

/** Kinds of carriers' files. */
const carrierKinds = ['policies', 'commissions']

type OfCarrier = Pick<ImportRun, 'carrierId' | 'carrierName' | 'month' | 'year'>
/** A run without its carrier and month. */
type RunFacts = Omit<ImportRun, keyof OfCarrier>

/** Runs of carriers' files; carrier and month come from the rows if the form did not name them. */
async function runsWhere(db: Db, condition: RawBuilder<unknown>): Promise<ImportRun[]> {
  const ofCarrier = sql`r.carrier_id as "carrierId", c.name as "carrierName", extract(month from r.month)::int as month,
    extract(year from r.month)::int as year,`
  return await factsWhere<OfCarrier>(
    db,
    ofCarrier,
    sql`left join carriers c on c.id = r.carrier_id`,
    sql`r.kind = any(${carrierKinds}) and ${condition}`,
  )
}

async function factsWhere<More extends object>(
  db: Db,
  columns: RawBuilder<unknown>,
  joins: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): Promise<(RunFacts & More)[]> {
  const { rows } = await sql<RunFacts & More & { outcome: Partial<RunFacts> }>`
    select r.id, r.kind, r.dry_run as "dryRun", r.stage, ${columns}
      ${currentRunState} as state,
      r.file_name as "fileName",
      r.bytes, r.bytes_expected as "bytesExpected", r.rows_read as "rowsRead", r.rows_written as "rowsWritten", r.outcome,
      to_json(r.started_at) #>> '{}' as "startedAt", to_json(r.finished_at) #>> '{}' as "finishedAt",
      coalesce(r.started_by_job, nullif(concat_ws(' ', p.first_name, p.last_name), ''), u.user_name) as by,
      case when ${currentRunState} = 'interrupted' then coalesce(r.message, ${interruptedMessage}) else r.message end as message,
      r.batch_id as "batchId"
    from import_runs r
    ${joins}
    left join users u on u.id = r.started_by
    left join contacts p on p.id = u.contact_id
    where ${condition}
    order by r.started_at`.execute(db)
  return rows.map((run) => {
    const readAs = { ...nothingYet.readAs, ...run.outcome.readAs }
    return Object.assign(run, nothingYet, run.outcome, { readAs })
  })
}

const nothingYet: Pick<
  ImportRun,
  | 'counts'
  | 'headings'
  | 'ignoredColumns'
  | 'problems'
  | 'agentChanges'
  | 'start'
  | 'readAs'
  | 'notes'
  | 'unknownValues'
  | 'leftOut'
  | 'planFiles'
  | 'loadedBefore'
  | 'book'
  | 'commissions'
  | 'stageSeconds'
> = {
  counts: null,
  headings: [],
  ignoredColumns: [],
  problems: [],
  agentChanges: [],
  start: null,
  readAs: { sheet: null, hiddenRows: 0, dateOrder: null, decimalComma: false, signMarks: false },
  notes: [],
  unknownValues: [],
  leftOut: [],
  planFiles: [],
  loadedBefore: null,
  book: null,
  commissions: null,
  stageSeconds: {},
}

/**
 * Requests the stop of a running upload, on whichever node it runs. Fails with `record.not_found` when it is not
 * running.
 */
export async function stopRun({ db, audit }: Pick<Call, 'db' | 'audit'>, runId: string): Promise<{ ok: true }> {
  await inTransaction(db, async (db) => {
    const { numAffectedRows } = await sql`
      update import_runs set stop_asked = true where id = ${runId}::uuid and state = 'running'`.execute(db)
    if (Number(numAffectedRows ?? 0) === 0) fail('record.not_found', { message: 'This upload is not running' })
    const facts = { stopAsked: true }
    await writeAudit(db, audit, { action: 'update', entity: 'import run', entityId: runId, outcome: 'done', facts })
  })
  stopThread(runId)
  return { ok: true }
}
