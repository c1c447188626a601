import { setTimeout as wait } from 'node:timers/promises'
import { fail } from '@coverdesk/domain/fail.ts'
import { maskNumbers } from '@coverdesk/domain/fields/mask-numbers.ts'
import { mediaTypes } from '@coverdesk/domain/platform/route.ts'
import type { ImportKind } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import type { AuditSource } from '../platform/audit/audit.ts'
import type { Db } from '../platform/db/database.ts'
import type { SignedInCall, UploadedFile } from '../platform/http/http-call.ts'
import { failureOf } from '../platform/http/http-errors.ts'
import { endRuns } from '../platform/imports/end-runs.ts'
import type { ImportJob, ImportStarter } from '../platform/imports/import-definition.ts'
import { runMessage } from '../platform/imports/import-load.ts'
import { beatSeconds, interruptedMessage } from '../platform/imports/import-staging.ts'
import { discardRest, importInThread } from '../platform/imports/import-thread.ts'
import { note, warn } from '../platform/runtime/logging.ts'
import { importDefinitions } from './import-definitions.ts'
import { beginRun, type RunOrder } from './runs/begin-run.ts'
import { sweepImports } from './runs/sweep-imports.ts'

const worker = new URL('./upload-worker.ts', import.meta.url)

/** An import job without its file and its user. */
export type LoadOptions = Omit<ImportJob, 'attempt' | 'fileName' | 'startedBy' | 'audit' | 'databaseUrl'>

/**
 * Imports the uploaded file in a worker thread. Resolves when the run ends, or immediately if the run of this id has
 * already ended. Fails with the upload failures; the run record stores the result in every case.
 */
export async function importUploadedFile(
  call: SignedInCall,
  options: LoadOptions,
  givenName: string | undefined,
): Promise<void> {
  const file = call.file ?? fail('request.malformed', { message: 'The request has no file' })
  const { db, audit, log, user, services } = call
  const loader = {
    db,
    audit,
    databaseUrl: services.databaseUrl,
    startedBy: { userId: user.id, job: null },
    log,
  } as const
  await importFile(loader, options, file, acceptedName(file, givenName, options.kind))
}

/** Who loads a file, and with what. */
export interface Loader {
  db: Db
  audit: AuditSource
  databaseUrl: string
  startedBy: ImportStarter
  log: Pick<SignedInCall['log'], 'info' | 'warn'>
}

/** Imports a file like `importUploadedFile`, for a user or a background job. */
export async function importFile(
  { log, db, ...loader }: Loader,
  options: LoadOptions,
  file: Pick<UploadedFile, 'stream' | 'length'>,
  fileName: string,
): Promise<void> {
  const order: RunOrder = { ...options, ...loader, fileName: fileName || `${options.kind}.csv` }
  if (file.length !== null && file.length > options.maxBytes)
    fail('request.too_large', { message: 'The file is too large' })
  const attempt = await beginRun(db, order, file.length)
  if (attempt === null) return discardRest(file.stream)
  const job: ImportJob = { ...order, attempt }
  const { userId } = loader.startedBy
  const replacing = { userId, carrierId: job.carrierId, kind: job.kind }
  await sweepImports(db, job.dryRun ? { replacing } : {})
  await importInThread(db, worker, job, file.stream).catch((error) => {
    warn(log, 'Uploads', `Rejected a file of ${job.kind}: ${failureOf(error).code}`, userId)
    return endBroken(db, job, error)
  })
  note(log, 'Uploads', `${job.dryRun ? 'Checked' : 'Imported'} a file of ${job.kind}`, userId)
  if (!job.dryRun) await sweepImports(db, { replacing })
}

/** Media types that browsers and scripts send for a .csv file; Windows sends Excel's. */
const csvTypes = [
  'text/csv',
  'application/csv',
  'text/comma-separated-values',
  'application/vnd.ms-excel',
  'text/plain',
  'application/octet-stream',
  '',
]

/** Media types that browsers and scripts send for an .xlsx file. */
const workbookTypes = [mediaTypes.xlsx, 'application/octet-stream', 'application/zip', '']
/** Plans also come in the archives that CMS publishes. */
const zipTypes = ['application/zip', 'application/x-zip-compressed', 'application/octet-stream', '']

/** Insurers publish their doctors and drugs as JSON. */
const jsonTypes = ['application/json', 'text/json', 'text/plain', 'application/octet-stream', '']

/** They often pack them, because they have hundreds of MB. */
const gzipTypes = ['application/gzip', 'application/x-gzip', 'application/octet-stream', '']

/** Files that a kind accepts besides CSV. */
function furtherFiles(kind: ImportKind): { ending: string; types: readonly string[] }[] {
  if (kind === 'plans')
    return [
      { ending: '.json', types: jsonTypes },
      { ending: '.zip', types: zipTypes },
      { ending: '.gz', types: gzipTypes },
    ]
  return importDefinitions[kind].shape.workbooks === true ? [{ ending: '.xlsx', types: workbookTypes }] : []
}

/**
 * File name without folders, unprintable characters and personal numbers (P-53, P-61); '' for an unnamed file with a
 * CSV media type. Fails with `upload.not_csv`.
 */
function acceptedName(file: UploadedFile, fallbackName: string | undefined, kind: ImportKind): string {
  const name = (file.name || fallbackName || '').split(/[\\/]/).at(-1)?.replace(/\p{C}/gu, '').trim().slice(-200) ?? ''
  const ending = name.toLowerCase()
  const unnamedCsv = name === '' && csvTypes.slice(0, 3).includes(file.mediaType)
  const isCsv = ending.endsWith('.csv') && csvTypes.includes(file.mediaType)
  const further = furtherFiles(kind)
  const isFurther = further.some((one) => ending.endsWith(one.ending) && one.types.includes(file.mediaType))
  if (!unnamedCsv && !isCsv && !isFurther) {
    const endings = new Intl.ListFormat('en', { type: 'disjunction' }).format([
      '.csv',
      ...further.map((one) => one.ending),
    ])
    fail('upload.not_csv', further.length > 0 ? { message: `Only a ${endings} file is accepted` } : {})
  }
  return maskNumbers(name)
}

/** Records a failure that the worker could not record itself: it crashed or never started. */
async function endBroken(db: Db, job: ImportJob, error: unknown): Promise<never> {
  // The database may be unreachable; return the cause to the caller without waiting.
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

/**
 * Records the failure once the database is reachable again; otherwise the run counts as running until its heartbeat
 * expires.
 */
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
