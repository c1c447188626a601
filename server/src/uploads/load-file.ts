import { fail } from '@coverdesk/domain/failures.ts'
import { maskNumbers } from '@coverdesk/domain/fields/mask-numbers.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { SignedInCall, UploadedFile } from '../platform/http-call.ts'
import { failureOf } from '../platform/http-errors.ts'
import type { ImportJob } from '../platform/import-definition.ts'
import { endRuns } from '../platform/import-end.ts'
import { importInThread } from '../platform/import-thread.ts'
import { note, warn } from '../platform/logging.ts'
import { sweepImports } from './sweep-imports.ts'

const worker = new URL('./upload-worker.ts', import.meta.url)

/** Everything about one load but its file and who sends it. */
type Asked = Omit<ImportJob, 'fileName' | 'startedBy' | 'audit' | 'databaseUrl'>

/**
 * Takes the file of a call as a run of its kind, in a thread of its own; resolves when the run is over. Fails with the
 * upload failures; the run's record tells the end in any case.
 */
export async function loadCallsFile(call: SignedInCall, asked: Asked, givenName: string | undefined): Promise<void> {
  const file = call.file ?? fail('request.malformed', { message: 'The call carries no file' })
  const job: ImportJob = {
    ...asked,
    fileName: csvName(file, givenName) || `${asked.kind}.csv`,
    startedBy: call.user.id,
    audit: call.audit,
    databaseUrl: call.services.databaseUrl,
  }
  if (file.length !== null && file.length > asked.maxBytes)
    fail('request.too_large', { message: 'The file is too large' })
  const replaced = { userId: call.user.id, carrierId: job.carrierId, kind: job.kind }
  await sweepImports(call.db, job.dryRun ? replaced : undefined)
  await beginRun(call.db, job, file.length)
  await importInThread(call.db, worker, job, file.stream).catch((error) => {
    warn(call.log, 'Uploads', `A file of ${job.kind} was not taken: ${failureOf(error).code}`, call.user.id)
    return endBroken(call.db, job.runId, error)
  })
  note(call.log, 'Uploads', `${job.dryRun ? 'Looked through' : 'Loaded'} a file of ${job.kind}`, call.user.id)
  if (!job.dryRun) await sweepImports(call.db, replaced)
}

/** Media types under which browsers and scripts send a .csv file; Windows calls it Excel's. */
const csvTypes = [
  'text/csv',
  'application/csv',
  'text/comma-separated-values',
  'application/vnd.ms-excel',
  'text/plain',
  'application/octet-stream',
  '',
]

/** The file's own name without folders, unprintable characters and personal numbers (P-53, P-61). Fails with `upload.not_csv`; '' when a file of the right type has none. */
function csvName(file: UploadedFile, given: string | undefined): string {
  const name = (file.name || given || '').split(/[\\/]/).at(-1)?.replace(/\p{C}/gu, '').trim().slice(-200) ?? ''
  const unnamedCsv = name === '' && csvTypes.slice(0, 3).includes(file.mediaType)
  if (!unnamedCsv && !(name.toLowerCase().endsWith('.csv') && csvTypes.includes(file.mediaType))) fail('upload.not_csv')
  return maskNumbers(name)
}

async function beginRun(db: Db, job: ImportJob, length: number | null): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into import_runs (id, kind, dry_run, state, stage, carrier_id, month, file_name, bytes_expected, started_by)
    values (${job.runId}::uuid, ${job.kind}, ${job.dryRun}, 'running', 'receiving', ${job.carrierId}, ${job.month}::date,
      ${job.fileName}, ${length}, ${job.startedBy})
    on conflict (id) do nothing`.execute(db)
  if (Number(numAffectedRows ?? 0) === 0)
    fail('request.invalid', { details: [{ path: 'runId', message: 'Already used' }] })
}

/** The worker tells its own failures; what broke it or never let it start is told here. */
async function endBroken(db: Db, runId: string, error: unknown): Promise<never> {
  const { message } = failureOf(error)
  // The database may be what is gone; the next sweep ends the run then, and the caller hears of the cause.
  await endRuns(
    db,
    sql`state = 'failed', message = ${message}, finished_at = now()`,
    sql`id = ${runId}::uuid and state = 'running'`,
  ).catch(() => undefined)
  throw error
}
