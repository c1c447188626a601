import { randomUUID } from 'node:crypto'
import type { statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { writeDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { plainProfile } from '@coverdesk/domain/uploads/known-profiles.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { readProfile } from '../platform/imports/import-profile.ts'
import { maxCommissionFileBytes } from './load-commissions.ts'
import { loadCallsFile } from './load-file.ts'
import { refuseUnknownCarrier } from './load-upload.ts'
import { findRun } from './run-queries.ts'

/**
 * Loads a carrier's statement of a month (STMT-09): all of it or none of it. The carrier and month are those of the form,
 * and a row that says another is refused. Answers the run with its counts and money.
 */
export const loadStatement: Handler<typeof statements.load> = async (call, asked) => {
  const { carrierId, csvFormat } = asked
  await refuseUnknownCarrier(call.db, carrierId)
  const kept =
    csvFormat === 'Carrier'
      ? await readProfile(call.db, 'commissions', carrierId)
      : { profile: plainProfile, version: 0 }
  const runId = randomUUID()
  const order = {
    runId,
    kind: 'commissions',
    carrierId,
    month: writeDate(asked.year, asked.month, 1),
    ofItsPeriod: true,
    dryRun: asked.dryRun ?? false,
    loadGoodRows: asked.loadGoodRows ?? false,
    onTop: asked.onTop ?? false,
    mapping: null,
    profile: kept.profile,
    profileVersion: kept.version,
    maxBytes: maxCommissionFileBytes,
  } as const
  await loadCallsFile(call, order, asked.fileName)
  return await findRun(call.db, runId)
}
