import { randomUUID } from 'node:crypto'
import type { commissionLoads } from '@coverdesk/domain/commissions/commission-load-contract.ts'
import { writeDate } from '@coverdesk/domain/fields/calendar-date.ts'
import type { ParsedInputOf } from '@coverdesk/domain/platform/route.ts'
import { plainProfile } from '@coverdesk/domain/uploads/known-profiles.ts'
import type { ImportRun } from '@coverdesk/domain/uploads/upload-contract.ts'
import type { SignedInCall } from '../../platform/http/http-call.ts'
import { readProfile } from '../../platform/imports/import-profile.ts'
import { importUploadedFile } from '../import-uploaded-file.ts'
import { requireCarrier } from '../policies/policy-uploads.ts'
import { readingOf } from '../reading-input.ts'
import { findRun } from '../runs/run-queries.ts'

/** Maximum size of a commission file in bytes; enough for millions of lines. */
export const maxCommissionFileBytes = 512 * 1024 ** 2

type Input = ParsedInputOf<typeof commissionLoads.upload>

/** Uploads a commission file (UPLOAD-14): all rows or none. Returns the run with its counts and totals. */
export async function uploadCommissions(call: SignedInCall, input: Input): Promise<ImportRun> {
  return await load(call, input, false)
}

/** Dry run of a commission file: reports what it would change, without writing it. */
export async function checkCommissions(call: SignedInCall, input: Input): Promise<ImportRun> {
  return await load(call, input, true)
}

async function load(call: SignedInCall, input: Input, dryRun: boolean): Promise<ImportRun> {
  const { carrierId = null, month, year } = input
  if (carrierId !== null) await requireCarrier(call.db, carrierId)
  const stored =
    carrierId === null ? { profile: plainProfile, version: 0 } : await readProfile(call.db, 'commissions', carrierId)
  const runId = input.runId ?? randomUUID()
  const order = {
    runId,
    kind: 'commissions',
    carrierId,
    month: month === undefined || year === undefined ? null : writeDate(year, month, 1),
    given: { ...(month === undefined ? {} : { month }), ...(year === undefined ? {} : { year }) },
    dryRun,
    loadGoodRows: input.loadGoodRows ?? false,
    additive: input.onTop ?? false,
    replacesStatements: input.replace ?? false,
    ...readingOf(input),
    profile: stored.profile,
    profileVersion: stored.version,
    maxBytes: maxCommissionFileBytes,
  } as const
  await importUploadedFile(call, order, input.fileName)
  return await findRun(call.db, runId)
}
