import { randomUUID } from 'node:crypto'
import { Failure, fail } from '@coverdesk/domain/failures.ts'
import { writeDate } from '@coverdesk/domain/fields/calendar-date.ts'
import type { ParsedInputOf } from '@coverdesk/domain/platform/route.ts'
import {
  CarrierProfile,
  HeadingMapping,
  type ImportRun,
  type UploadInput,
  type uploads,
} from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../platform/database.ts'
import type { SignedInCall, UploadedFile } from '../platform/http-call.ts'
import type { ImportJob } from '../platform/import-definition.ts'
import { readProfile } from '../platform/import-profile.ts'
import { importInThread } from '../platform/import-thread.ts'
import { checkProfile } from './carrier-profiles.ts'
import { findRun } from './run-queries.ts'
import { sweepImports } from './sweep-imports.ts'

/** Largest policy file in bytes; a million rows with every column are a quarter of it. */
export const largestPolicyFile = 1024 ** 3

const worker = new URL('./upload-worker.ts', import.meta.url)

/** Loads a carrier's policy file into the book: all of it or none of it. Answers the run with its counts. */
export async function processUpload(call: SignedInCall, input: z.infer<typeof UploadInput>): Promise<ImportRun> {
  return await load(call, input, { dryRun: false })
}

/** Reads a file and shows what it would change, also with a profile that is not saved yet; writes nothing to the book. */
export async function checkUpload(call: SignedInCall, input: ParsedInputOf<typeof uploads.check>): Promise<ImportRun> {
  const profile =
    input.profile === undefined ? undefined : checkProfile('policies', parsed(CarrierProfile, input.profile, 'profile'))
  return await load(call, input, { dryRun: true, profile })
}

async function load(
  call: SignedInCall,
  input: z.infer<typeof UploadInput>,
  how: { dryRun: boolean; profile?: CarrierProfile },
): Promise<ImportRun> {
  const file = call.file ?? fail('request.malformed', { message: 'The call carries no file' })
  const fileName = csvName(file, input.fileName)
  if (file.length !== null && file.length > largestPolicyFile)
    fail('request.too_large', { message: 'The file is too large' })
  await refuseUnknownCarrier(call.db, input.carrierId)
  const kept = await readProfile(call.db, 'policies', input.carrierId)
  const job: ImportJob = {
    runId: input.runId ?? randomUUID(),
    kind: 'policies',
    carrierId: input.carrierId,
    month: writeDate(input.year, input.month, 1),
    fileName,
    dryRun: how.dryRun,
    loadGoodRows: input.loadGoodRows ?? false,
    mapping: input.mapping === undefined ? null : parsed(HeadingMapping, input.mapping, 'mapping'),
    profile: how.profile ?? kept.profile,
    profileVersion: kept.version,
    startedBy: call.user.id,
    audit: call.audit,
    databaseUrl: call.services.databaseUrl,
    maxBytes: largestPolicyFile,
  }
  const replaced = { userId: call.user.id, carrierId: job.carrierId, kind: job.kind }
  await sweepImports(call.db, how.dryRun ? replaced : undefined)
  await beginRun(call.db, job, file.length)
  await importInThread(worker, job, file.stream).catch((error) => endBroken(call.db, job.runId, error))
  if (!how.dryRun) await sweepImports(call.db, replaced)
  return await findRun(call.db, job.runId)
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

/** The file's own name without folders and unprintable characters (P-53). Fails with `upload.not_csv`. */
function csvName(file: UploadedFile, given: string | undefined): string {
  const name = (file.name || given || '').split(/[\\/]/).at(-1)?.replace(/\p{C}/gu, '').trim().slice(-200) ?? ''
  const unnamedCsv = name === '' && csvTypes.slice(0, 3).includes(file.mediaType)
  if (!unnamedCsv && !(name.toLowerCase().endsWith('.csv') && csvTypes.includes(file.mediaType))) fail('upload.not_csv')
  return name || 'policies.csv'
}

async function refuseUnknownCarrier(db: Db, carrierId: number): Promise<void> {
  const found = await db.selectFrom('carriers').select('id').where('id', '=', carrierId).executeTakeFirst()
  if (!found) fail('carrier.not_found')
}

function parsed<T>(schema: z.ZodType<T>, text: string, path: string): T {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return fail('request.invalid', { details: [{ path, message: 'Not JSON' }] })
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  return fail(path === 'profile' ? 'upload.profile_invalid' : 'request.invalid', {
    details: result.error.issues.map((issue) => ({ path: [path, ...issue.path].join('.'), message: issue.message })),
  })
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
  const message = error instanceof Failure ? error.message : 'Something went wrong on our side'
  await sql`
    update import_runs set state = 'failed', message = ${message}, finished_at = now()
    where id = ${runId}::uuid and state = 'running'`.execute(db)
  throw error
}
