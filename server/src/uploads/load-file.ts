import { setTimeout as wait } from 'node:timers/promises'
import { fail } from '@coverdesk/domain/failures.ts'
import { maskNumbers } from '@coverdesk/domain/fields/mask-numbers.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { SignedInCall, UploadedFile } from '../platform/http/http-call.ts'
import { failureOf } from '../platform/http/http-errors.ts'
import type { ImportJob } from '../platform/imports/import-definition.ts'
import { endRuns } from '../platform/imports/import-end.ts'
import { runMessage } from '../platform/imports/import-load.ts'
import { beatSeconds, interruptedMessage } from '../platform/imports/import-staging.ts'
import { discardRest, importInThread } from '../platform/imports/import-thread.ts'
import { note, warn } from '../platform/runtime/logging.ts'
import { beginRun, type RunOrder } from './begin-run.ts'
import { sweepImports } from './sweep-imports.ts'

const worker = new URL('./upload-worker.ts', import.meta.url)

/** Everything about one load but its file and who sends it. */
type Asked = Omit<ImportJob, 'attempt' | 'fileName' | 'startedBy' | 'audit' | 'databaseUrl'>

/**
 * Takes the file of a call as a run of its kind, in a thread of its own; resolves when the run is over, at once when the run of
 * this id was over before. Fails with the upload failures; the run's record tells the end in any case.
 */
export async function loadCallsFile(call: SignedInCall, asked: Asked, givenName: string | undefined): Promise<void> {
  const file = call.file ?? fail('request.malformed', { message: 'The call carries no file' })
  const order: RunOrder = {
    ...asked,
    fileName: csvName(file, givenName) || `${asked.kind}.csv`,
    startedBy: call.user.id,
    audit: call.audit,
    databaseUrl: call.services.databaseUrl,
  }
  if (file.length !== null && file.length > asked.maxBytes)
    fail('request.too_large', { message: 'The file is too large' })
  const attempt = await beginRun(call.db, order, file.length)
  if (attempt === null) return discardRest(file.stream)
  const job: ImportJob = { ...order, attempt }
  const replacing = { userId: call.user.id, carrierId: job.carrierId, kind: job.kind }
  await sweepImports(call.db, job.dryRun ? { replacing } : {})
  await importInThread(call.db, worker, job, file.stream).catch((error) => {
    warn(call.log, 'Uploads', `A file of ${job.kind} was not taken: ${failureOf(error).code}`, call.user.id)
    return endBroken(call.db, job, error)
  })
  note(call.log, 'Uploads', `${job.dryRun ? 'Looked through' : 'Loaded'} a file of ${job.kind}`, call.user.id)
  if (!job.dryRun) await sweepImports(call.db, { replacing })
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

/** The worker tells its own failures; what broke it or never let it start is told here. */
async function endBroken(db: Db, job: ImportJob, error: unknown): Promise<never> {
  // The database may be what is gone; the caller hears of the cause at once.
  await endAs(db, job, 'failed', runMessage(error)).catch(() => void endOnceReachable(db, job))
  throw error
}

async function endAs(db: Db, { runId, attempt }: ImportJob, state: 'failed' | 'interrupted', message: string) {
  await endRuns(
    db,
    sql`state = ${state}, message = ${message}, finished_at = now()`,
    sql`id = ${runId}::uuid and attempt = ${attempt} and state = 'running'`,
  )
}

/** The database was away when its run broke. Without this the run would count as running until its beat is too old. */
async function endOnceReachable(db: Db, job: ImportJob): Promise<void> {
  for (let tries = 0; tries < beatSeconds; tries++) {
    await wait(1_000, undefined, { ref: false })
    const ended = await endAs(db, job, 'interrupted', interruptedMessage).then(
      () => true,
      () => false,
    )
    if (ended) return
  }
}
