import { fail, newFailure } from '@coverdesk/domain/fail.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Connection, withConnection } from '../platform/db/connection.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { userOf } from '../platform/imports/import-batch.ts'
import type { ImportJob } from '../platform/imports/import-definition.ts'
import { runMessage } from '../platform/imports/import-load.ts'
import type { ImportProgress } from '../platform/imports/import-progress.ts'
import { currentRunState } from '../platform/imports/import-staging.ts'
import { readPlanUpload } from './read-plan-upload.ts'
import { type PlanScope, usePlanLoad } from './use-plan-load.ts'

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
      await readPlanUpload(db, null, job, scope, source, progress)
      await progress.quiet()
      await progress.end(db, 'checked')
    } else await withConnection(job.databaseUrl, 'import', (copying) => load(db, copying, job, scope, source, progress))
  } catch (error) {
    const failure = progress.stopped ? newFailure('upload.stopped') : error
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
  { year, source }: PlanScope,
  bytes: AsyncIterable<Uint8Array>,
  progress: ImportProgress,
): Promise<void> {
  await deleteAbandoned(db)
  await copying.query('begin')
  await copying.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
  const { rows } = await copying.query<{ id: number }>(
    `insert into plan_loads (run_id, year, source, state, file_name, loaded_by) values ($1, $2, $3, 'staging', $4, $5)
     returning id`,
    [job.runId, year, source, job.fileName, userOf(job)],
  )
  const loadId = rows[0]?.id ?? fail('server.error')
  const { hash, rowsRead } = await readPlanUpload(db, { copying, loadId }, job, { year, source }, bytes, progress)
  await copying.query(`update plan_loads set file_hash = $2, bytes = $3, rows_read = $4 where id = $1`, [
    loadId,
    hash,
    progress.bytes,
    rowsRead,
  ])
  await copying.query('commit')
  progress.enter('finishing')
  try {
    await inTransaction(db, async (db) => {
      await usePlanLoad(db, loadId, { year, source, hash })
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

async function recordRefusal(
  db: Db,
  job: ImportJob,
  { year, source }: PlanScope,
  progress: ImportProgress,
  message: string,
) {
  await sql`
    insert into plan_loads (run_id, year, source, state, file_name, bytes, rows_read, message, problems, loaded_by)
    values (${job.runId}::uuid, ${year}, ${source}, 'refused', ${job.fileName}, ${progress.bytes}, ${progress.rowsRead},
      ${message}, ${JSON.stringify(progress.problems)}::jsonb, ${userOf(job)})
    on conflict (run_id) do update set message = excluded.message, problems = excluded.problems, bytes = excluded.bytes,
      rows_read = excluded.rows_read`.execute(db)
}
