import { randomUUID } from 'node:crypto'
import { fail } from '@coverdesk/domain/failures.ts'
import type { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import type { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import type { ParsedInputOf } from '@coverdesk/domain/platform/route.ts'
import { plainProfile } from '@coverdesk/domain/uploads/known-profiles.ts'
import type { ImportCounts } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { loadCallsFile } from './load-file.ts'
import { findPlainRun } from './run-queries.ts'
import { undo } from './undo-batch.ts'

/** Files that belong to no carrier and no month. */
type PlainKind = 'leads' | 'marketplace'

/** Largest such file in bytes: some millions of leads, some hundred thousand applications with their blobs. */
const maxFileBytes: Record<PlainKind, number> = { leads: 256 * 1024 ** 2, marketplace: 1024 ** 3 }

type Given = ParsedInputOf<typeof leads.upload> & { overwrite?: boolean }

/** Loads a file of a kind: all of it or none of it; as a dry run it says what the file would do. */
async function loadPlain(call: SignedInCall, kind: PlainKind, { fileName, dryRun, loadGoodRows, overwrite }: Given) {
  const runId = randomUUID()
  const asked = {
    runId,
    kind,
    carrierId: null,
    month: null,
    dryRun: dryRun ?? false,
    loadGoodRows: loadGoodRows ?? false,
    overwrite: overwrite ?? false,
    mapping: null,
    profile: plainProfile,
    profileVersion: 0,
    maxBytes: maxFileBytes[kind],
  }
  await loadCallsFile(call, asked, fileName)
  return await findPlainRun(call.db, kind, runId)
}

/** Takes a file of a kind out again. Fails with `upload.not_newest` or `upload.changed_since`. */
async function undoPlain(call: SignedInCall, kind: PlainKind, batchId: number) {
  const { rows } = await sql<{ counts: ImportCounts }>`
    select json_build_object('rows', rows_read, 'new', rows_new, 'changed', rows_changed, 'unchanged', rows_unchanged,
      'missing', rows_missing, 'refused', rows_refused)::jsonb as counts
    from import_batches where id = ${batchId} and kind = ${kind}`.execute(call.db)
  const { counts } = rows[0] ?? fail('record.not_found')
  return await undo(call, { id: batchId, kind, carrierId: null, counts }, async () => ({ batchId, counts }))
}

export const uploadLeads: Handler<typeof leads.upload> = (call, given) => loadPlain(call, 'leads', given)
export const undoLeadUpload: Handler<typeof leads.undoUpload> = (call, { batchId }) => undoPlain(call, 'leads', batchId)

export const uploadApplications: Handler<typeof marketplace.upload> = (call, given) =>
  loadPlain(call, 'marketplace', given)
export const undoApplicationUpload: Handler<typeof marketplace.undoUpload> = (call, { batchId }) =>
  undoPlain(call, 'marketplace', batchId)
