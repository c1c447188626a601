import { randomUUID } from 'node:crypto'
import type { Resource } from '@coverdesk/domain/access/rights.ts'
import type { cmsRegistration } from '@coverdesk/domain/cms-registration/cms-registration-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import type { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import type { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import type { ParsedInputOf } from '@coverdesk/domain/platform/route.ts'
import type { CmsFileKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import { plainProfile } from '@coverdesk/domain/uploads/known-profiles.ts'
import type { ImportCounts } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import type { ListRequest } from '../platform/lists/list-declaration.ts'
import { importUploadedFile, type LoadOptions } from './import-uploaded-file.ts'
import { plainReading } from './reading-input.ts'
import { findRunWithoutCarrier } from './runs/run-queries.ts'
import { undo } from './undo-batch.ts'
import { listRefusals } from './upload-lists.ts'

/** Kinds of files that belong to no carrier and no month. */
type CarrierlessKind = 'leads' | 'marketplace' | CmsFileKind

/** Areas whose rules say which records a user's file may change; lists of CMS belong to the whole agency. */
const areaOf: Record<CarrierlessKind, Resource | null> = {
  leads: 'Lead',
  marketplace: 'Application',
  registrations: null,
  terminations: null,
}

const visibilityOf = ({ user }: SignedInCall, kind: CarrierlessKind): Visibility =>
  areaOf[kind] === null ? { all: true } : user.visibility(areaOf[kind])

/** Maximum file size in bytes: millions of leads or agents, or some hundred thousand applications with their raw documents. */
const maxFileBytes: Record<CarrierlessKind, number> = {
  leads: 256 * 1024 ** 2,
  marketplace: 1024 ** 3,
  registrations: 256 * 1024 ** 2,
  terminations: 256 * 1024 ** 2,
}

type Input = ParsedInputOf<typeof leads.upload> & { overwrite?: boolean }

/** A load of a whole file of this kind, without choices of a user. */
export function plainLoad(kind: CarrierlessKind, runId: string): LoadOptions {
  return {
    runId,
    kind,
    carrierId: null,
    month: null,
    dryRun: false,
    loadGoodRows: false,
    overwrite: false,
    mapping: null,
    ...plainReading,
    profile: plainProfile,
    profileVersion: 0,
    maxBytes: maxFileBytes[kind],
  }
}

/** Imports a file of this kind: all rows or none. A dry run reports what it would change. */
async function uploadFile(
  call: SignedInCall,
  kind: CarrierlessKind,
  { fileName, dryRun = false, loadGoodRows = false, overwrite = false }: Input,
) {
  const runId = randomUUID()
  const visible = visibilityOf(call, kind)
  const options = { ...plainLoad(kind, runId), dryRun, loadGoodRows, overwrite, visible }
  await importUploadedFile(call, options, fileName)
  return await findRunWithoutCarrier(call.db, kind, runId)
}

/**
 * Undoes an upload of this kind: the caller's own, or any if they see all its records. Fails with `upload.not_newest` or
 * `upload.changed_since`.
 */
async function undoUpload(call: SignedInCall, kind: CarrierlessKind, batchId: number) {
  const { rows } = await sql<{ counts: ImportCounts }>`
    select json_build_object('rows', rows_read, 'new', rows_new, 'changed', rows_changed, 'unchanged', rows_unchanged,
      'missing', rows_missing, 'refused', rows_refused)::jsonb as counts
    from import_batches
    where id = ${batchId} and kind = ${kind} and (loaded_by = ${call.user.id} or ${visibilityOf(call, kind).all})`.execute(
    call.db,
  )
  const { counts } = rows[0] ?? fail('record.not_found')
  return await undo(call, { id: batchId, kind, carrierId: null, counts }, async () => ({ batchId, counts }))
}

/**
 * Refused rows of a file of this kind: the caller's own, or any if they see all its records. Fails with
 * `record.not_found`.
 */
async function refusalsOf(call: SignedInCall, kind: CarrierlessKind, input: ListRequest & { runId: string }) {
  const { rows } = await sql`
    select from import_runs
    where id = ${input.runId}::uuid and kind = ${kind} and (started_by = ${call.user.id} or ${visibilityOf(call, kind).all})`.execute(
    call.db,
  )
  if (rows.length === 0) fail('record.not_found')
  return await listRefusals(call, input)
}

export const listLeadRefusals = (call: SignedInCall, input: ListRequest & { runId: string }) =>
  refusalsOf(call, 'leads', input)
export const uploadLeads: Handler<typeof leads.upload> = (call, input) => uploadFile(call, 'leads', input)
export const undoLeadUpload: Handler<typeof leads.undoUpload> = (call, { batchId }) =>
  undoUpload(call, 'leads', batchId)

export const uploadApplications: Handler<typeof marketplace.upload> = (call, input) =>
  uploadFile(call, 'marketplace', input)
export const undoApplicationUpload: Handler<typeof marketplace.undoUpload> = (call, { batchId }) =>
  undoUpload(call, 'marketplace', batchId)

export const uploadRegistrations: Handler<typeof cmsRegistration.uploadRegistrations> = (call, input) =>
  uploadFile(call, 'registrations', input)
export const undoRegistrations: Handler<typeof cmsRegistration.undoRegistrations> = (call, { batchId }) =>
  undoUpload(call, 'registrations', batchId)

export const uploadTerminations: Handler<typeof cmsRegistration.uploadTerminations> = (call, input) =>
  uploadFile(call, 'terminations', input)
export const undoTerminations: Handler<typeof cmsRegistration.undoTerminations> = (call, { batchId }) =>
  undoUpload(call, 'terminations', batchId)
