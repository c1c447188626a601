import { randomUUID } from 'node:crypto'
import { fail } from '@coverdesk/domain/fail.ts'
import { writeDate } from '@coverdesk/domain/fields/calendar-date.ts'
import type { ParsedInputOf } from '@coverdesk/domain/platform/route.ts'
import { CarrierProfile } from '@coverdesk/domain/uploads/carrier-profile.ts'
import type { ImportRun, PolicyUploadInput, uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import type { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import type { SignedInCall } from '../../platform/http/http-call.ts'
import { readProfile } from '../../platform/imports/import-profile.ts'
import { importUploadedFile } from '../import-uploaded-file.ts'
import { parseJsonParam } from '../parse-json-param.ts'
import { readingOf } from '../reading-input.ts'
import { findRun } from '../runs/run-queries.ts'
import { checkProfile } from './carrier-profiles.ts'

/** Maximum size of a policy file in bytes; a million rows with every column take a quarter of it. */
export const maxPolicyFileBytes = 1024 ** 3

/** Uploads a carrier's policy file: all rows or none. Returns the run with its counts. */
export async function processUpload(call: SignedInCall, input: z.infer<typeof PolicyUploadInput>): Promise<ImportRun> {
  return await load(call, input, { dryRun: false })
}

/** Dry run of a policy file, also with an unsaved profile: reports what it would change, without writing it. */
export async function checkUpload(call: SignedInCall, input: ParsedInputOf<typeof uploads.check>): Promise<ImportRun> {
  const profile =
    input.profile === undefined
      ? undefined
      : checkProfile('policies', parseJsonParam(CarrierProfile, input.profile, 'profile'))
  return await load(call, input, { dryRun: true, profile })
}

async function load(
  call: SignedInCall,
  input: z.infer<typeof PolicyUploadInput>,
  how: { dryRun: boolean; profile?: CarrierProfile },
): Promise<ImportRun> {
  await requireCarrier(call.db, input.carrierId)
  const stored = await readProfile(call.db, 'policies', input.carrierId)
  const runId = input.runId ?? randomUUID()
  const options = {
    runId,
    kind: 'policies',
    carrierId: input.carrierId,
    month: writeDate(input.year, input.month, 1),
    dryRun: how.dryRun,
    loadGoodRows: input.loadGoodRows ?? false,
    ...readingOf(input),
    part: input.part ?? null,
    confirmedMissing: input.confirmMissing ?? null,
    setsBack: input.setBack ?? false,
    keepsEmpty: input.keepEmpty ?? false,
    profile: how.profile ?? stored.profile,
    profileVersion: stored.version,
    triesProfile: how.profile !== undefined,
    maxBytes: maxPolicyFileBytes,
  } as const
  await importUploadedFile(call, options, input.fileName)
  return await findRun(call.db, runId)
}

/** Fails with `carrier.not_found` when the carrier does not exist. */
export async function requireCarrier(db: Db, carrierId: number): Promise<void> {
  const found = await db.selectFrom('carriers').select('id').where('id', '=', carrierId).executeTakeFirst()
  if (!found) fail('carrier.not_found')
}
