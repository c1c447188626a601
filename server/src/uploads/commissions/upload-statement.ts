import { randomUUID } from 'node:crypto'
import type { statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { writeDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { plainProfile } from '@coverdesk/domain/uploads/known-profiles.ts'
import type { Handler } from '../../platform/http/http-call.ts'
import { readProfile } from '../../platform/imports/import-profile.ts'
import { importUploadedFile } from '../import-uploaded-file.ts'
import { requireCarrier } from '../policies/policy-uploads.ts'
import { readingOf } from '../reading-input.ts'
import { findRun } from '../runs/run-queries.ts'
import { maxCommissionFileBytes } from './commission-uploads.ts'

/**
 * Uploads a carrier's statement for a month (STMT-09): all rows or none. Carrier and month come from the form; rows
 * that name another carrier or month are refused. Returns the run with its counts and totals.
 */
export const uploadStatement: Handler<typeof statements.load> = async (call, input) => {
  const { carrierId, csvFormat } = input
  await requireCarrier(call.db, carrierId)
  const stored =
    csvFormat === 'Carrier'
      ? await readProfile(call.db, 'commissions', carrierId)
      : { profile: plainProfile, version: 0 }
  const runId = input.runId ?? randomUUID()
  const order = {
    runId,
    kind: 'commissions',
    carrierId,
    month: writeDate(input.year, input.month, 1),
    singlePeriodOnly: true,
    dryRun: input.dryRun ?? false,
    loadGoodRows: input.loadGoodRows ?? false,
    additive: input.onTop ?? false,
    replacesStatements: input.replace ?? false,
    ...readingOf(input),
    keepsProfile: csvFormat === 'Standard',
    profile: stored.profile,
    profileVersion: stored.version,
    maxBytes: maxCommissionFileBytes,
  } as const
  await importUploadedFile(call, order, input.fileName)
  return await findRun(call.db, runId)
}
