import { randomUUID } from 'node:crypto'
import { fail } from '@coverdesk/domain/failures.ts'
import type { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { plainProfile } from '@coverdesk/domain/uploads/known-profiles.ts'
import type { ImportCounts } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import type { Handler } from '../platform/http-call.ts'
import { loadCallsFile } from './load-file.ts'
import { findPlainRun } from './run-queries.ts'
import { takeOut } from './undo-batch.ts'

/** Largest file of leads in bytes: some millions of them. */
const largestLeadFile = 256 * 1024 ** 2

/** Loads a file of leads: all of it or none of it; as a dry run it says what the file would do. */
export const uploadLeads: Handler<typeof leads.upload> = async (call, { fileName, dryRun, loadGoodRows }) => {
  const runId = randomUUID()
  const asked = {
    runId,
    kind: 'leads',
    carrierId: null,
    month: null,
    dryRun: dryRun ?? false,
    loadGoodRows: loadGoodRows ?? false,
    mapping: null,
    profile: plainProfile,
    profileVersion: 0,
    maxBytes: largestLeadFile,
  } as const
  await loadCallsFile(call, asked, fileName)
  return await findPlainRun(call.db, 'leads', runId)
}

/** Takes a file of leads out again. Fails with `upload.not_newest` or `upload.changed_since`. */
export const undoLeadUpload: Handler<typeof leads.undoUpload> = async (call, { batchId }) => {
  const { rows } = await sql<{ counts: ImportCounts }>`
    select json_build_object('rows', rows_read, 'new', rows_new, 'changed', rows_changed, 'unchanged', rows_unchanged,
      'missing', rows_missing, 'refused', rows_refused)::jsonb as counts
    from import_batches where id = ${batchId} and kind = 'leads'`.execute(call.db)
  const { counts } = rows[0] ?? fail('record.not_found')
  await takeOut(call, { id: batchId, kind: 'leads', carrierId: null, counts })
  return { batchId, counts }
}
