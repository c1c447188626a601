import { fail, newFailure } from '@coverdesk/domain/fail.ts'
import { type FailureCode, failures } from '@coverdesk/domain/failures.ts'
import type { ImportCounts, RowProblem } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { ImportJob } from '../../platform/imports/import-definition.ts'
import { isAnsweredByDryRun } from '../../platform/imports/import-load.ts'
import { currentRunState, dropStaging } from '../../platform/imports/import-staging.ts'

/** Import job before it gets its attempt number. */
export type RunOrder = Omit<ImportJob, 'attempt'>

/**
 * Creates the run of an import, or restarts it when an earlier attempt was interrupted or failed on the server. Returns
 * the attempt number, or null when the run has already ended. Fails with the failure of the earlier attempt if that was
 * refused or stopped, with `upload.under_way` while it runs, and with `request.invalid` when the id belongs to another
 * upload.
 */
export async function beginRun(db: Db, order: RunOrder, length: number | null): Promise<number | null> {
  const { rows } = await sql<{ attempt: number }>`
    insert into import_runs (id, kind, dry_run, state, stage, carrier_id, month, file_name, bytes_expected, started_by,
      started_by_job)
    values (${order.runId}::uuid, ${order.kind}, ${order.dryRun}, 'running', 'receiving', ${order.carrierId},
      ${order.month}::date, ${order.fileName}, ${length}, ${order.startedBy.userId},
      ${order.startedBy.job})
    on conflict (id) do nothing returning attempt`.execute(db)
  return rows[0]?.attempt ?? (await inTransaction(db, (db) => retryRun(db, order, length)))
}

async function retryRun(db: Db, order: RunOrder, length: number | null): Promise<number | null> {
  const earlier = await lockRun(db, order)
  switch (earlier.state) {
    case 'running':
      return fail('upload.under_way')
    case 'checked':
    case 'loaded':
      return null
    case 'refused':
    case 'stopped':
      if (order.dryRun && isAnsweredByDryRun(earlier.code)) return null
      throw newFailure(earlier.code, {
        message: earlier.message ?? failures[earlier.code].message,
        ...(earlier.code === 'upload.rows_refused' && {
          details: { runId: order.runId, counts: earlier.counts, problems: earlier.problems },
        }),
      })
    default:
      return await startAgain(db, order, length)
  }
}

interface EarlierAttempt {
  state: string
  code: FailureCode
  message: string | null
  counts: ImportCounts | null
  problems: RowProblem[]
}

/**
 * Locks the run of this id against a concurrent retry. Fails with `request.invalid` when the id belongs to another
 * upload.
 */
async function lockRun(db: Db, order: RunOrder): Promise<EarlierAttempt> {
  const { rows } = await sql<Omit<EarlierAttempt, 'code'> & { code: string | null }>`
    select ${currentRunState} as state, r.failure_code as code, r.message, r.outcome -> 'counts' as counts,
      coalesce(r.outcome -> 'problems', '[]') as problems
    from import_runs r
    where r.id = ${order.runId}::uuid and r.started_by is not distinct from ${order.startedBy.userId}::bigint and r.kind = ${order.kind}
      and r.dry_run = ${order.dryRun} and r.carrier_id is not distinct from ${order.carrierId}::bigint
      and r.month is not distinct from ${order.month}::date
    for update`.execute(db)
  const run =
    rows[0] ??
    fail('request.invalid', {
      details: [{ path: 'runId', message: 'Already used for another upload; choose a new id' }],
    })
  const fallback = run.state === 'stopped' ? 'upload.stopped' : 'upload.rows_refused'
  return { ...run, code: isFailureCode(run.code) ? run.code : fallback }
}

async function startAgain(db: Db, order: RunOrder, length: number | null): Promise<number> {
  await dropStaging(db, order.runId)
  await sql`delete from import_refusals where run_id = ${order.runId}::uuid`.execute(db)
  const { rows } = await sql<{ attempt: number }>`
    update import_runs set attempt = attempt + 1, state = 'running', stage = 'receiving', file_name = ${order.fileName},
      bytes = 0, bytes_expected = ${length}, rows_read = 0, rows_written = 0, outcome = '{}', message = null,
      failure_code = null, stop_asked = false, started_at = now(), beat_at = now(), finished_at = null
    where id = ${order.runId}::uuid returning attempt`.execute(db)
  return rows[0]?.attempt ?? fail('record.not_found')
}

function isFailureCode(code: string | null): code is FailureCode {
  return code !== null && Object.hasOwn(failures, code)
}
