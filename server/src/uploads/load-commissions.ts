import { randomUUID } from 'node:crypto'
import type { commissionLoads } from '@coverdesk/domain/commissions/commission-load-contract.ts'
import { fail } from '@coverdesk/domain/failures.ts'
import { writeDate } from '@coverdesk/domain/fields/calendar-date.ts'
import type { ParsedInputOf } from '@coverdesk/domain/platform/route.ts'
import { HeadingMapping } from '@coverdesk/domain/uploads/carrier-profile.ts'
import { plainProfile } from '@coverdesk/domain/uploads/known-profiles.ts'
import type { ImportRun } from '@coverdesk/domain/uploads/upload-contract.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'
import { readProfile } from '../platform/imports/import-profile.ts'
import { loadCallsFile } from './load-file.ts'
import { parsed, refuseUnknownCarrier } from './load-upload.ts'
import { findRun } from './run-queries.ts'

/** Largest file of commissions in bytes: some millions of lines. */
export const maxCommissionFileBytes = 512 * 1024 ** 2

type Asked = ParsedInputOf<typeof commissionLoads.upload>

/** Loads a file of commissions (UPLOAD-14): all of it or none of it. Answers the run with its counts and money. */
export async function uploadCommissions(call: SignedInCall, asked: Asked): Promise<ImportRun> {
  return await load(call, asked, false)
}

/** Reads a file of commissions and shows what it would change; writes nothing to the book. */
export async function checkCommissions(call: SignedInCall, asked: Asked): Promise<ImportRun> {
  return await load(call, asked, true)
}

async function load(call: SignedInCall, asked: Asked, dryRun: boolean): Promise<ImportRun> {
  const { carrierId = null, month, year } = asked
  if ((month === undefined) !== (year === undefined))
    fail('request.invalid', {
      message: 'Month and year go together',
      details: [{ path: 'month', message: 'Month and year go together' }],
    })
  if (carrierId !== null) await refuseUnknownCarrier(call.db, carrierId)
  const kept =
    carrierId === null ? { profile: plainProfile, version: 0 } : await readProfile(call.db, 'commissions', carrierId)
  const runId = asked.runId ?? randomUUID()
  const order = {
    runId,
    kind: 'commissions',
    carrierId,
    month: month === undefined || year === undefined ? null : writeDate(year, month, 1),
    dryRun,
    loadGoodRows: asked.loadGoodRows ?? false,
    onTop: asked.onTop ?? false,
    mapping: asked.mapping === undefined ? null : parsed(HeadingMapping, asked.mapping, 'mapping'),
    profile: kept.profile,
    profileVersion: kept.version,
    maxBytes: maxCommissionFileBytes,
  } as const
  await loadCallsFile(call, order, asked.fileName)
  return await findRun(call.db, runId)
}
