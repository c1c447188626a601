import { randomUUID } from 'node:crypto'
import type { ParsedInputOf } from '@coverdesk/domain/platform/route.ts'
import { termFiles } from '@coverdesk/domain/term-files/term-file-contract.ts'
import { plainProfile } from '@coverdesk/domain/uploads/known-profiles.ts'
import type { ImportRun } from '@coverdesk/domain/uploads/upload-contract.ts'
import type { Bind, SignedInCall } from '../../platform/http/http-call.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { listCheckedRows } from '../checked-rows.ts'
import { importUploadedFile } from '../import-uploaded-file.ts'
import { readingOf } from '../reading-input.ts'
import { findTermRun, stopRun } from '../runs/run-queries.ts'
import { undo } from '../undo-batch.ts'
import { findBatch, listRefusals, termBatchList } from '../upload-lists.ts'

/** Files of schedules and terms, with the rights of their screens. */
export function termFileRoutes(on: Bind): void {
  on(termFiles.load, (call, input) => load(call, input, false))
  on(termFiles.check, (call, input) => load(call, input, true))
  on(termFiles.run, ({ db }, { runId }) => findTermRun(db, runId))
  on(termFiles.stop, async (call, { runId }) => {
    await findTermRun(call.db, runId)
    return await stopRun(call, runId)
  })
  on(termFiles.checkedRows, async ({ db }, input) => listCheckedRows(db, input, await findTermRun(db, input.runId)))
  on(termFiles.refusals, async (call, input) => {
    await findTermRun(call.db, input.runId)
    return await listRefusals(call, input)
  })
  on(termFiles.batches, ({ db }, query) => listPage(db, termBatchList, query, { all: true }))
  on(termFiles.undo, async (call, { batchId }) =>
    undo(call, await findBatch(call.db, batchId, termBatchList), (db) => findBatch(db, batchId, termBatchList)),
  )
}

/** Maximum size of a file of terms; rows are planned together, in memory. */
const maxTermFileBytes = 16 * 1024 ** 2

async function load(
  call: SignedInCall,
  input: ParsedInputOf<typeof termFiles.load>,
  dryRun: boolean,
): Promise<ImportRun> {
  const runId = input.runId ?? randomUUID()
  const order = {
    runId,
    kind: input.kind,
    carrierId: null,
    month: null,
    dryRun,
    loadGoodRows: input.loadGoodRows ?? false,
    ...readingOf(input),
    profile: plainProfile,
    profileVersion: 0,
    maxBytes: maxTermFileBytes,
    visible: call.user.visibility('Policy'),
  }
  await importUploadedFile(call, order, input.fileName)
  return await findTermRun(call.db, runId)
}
