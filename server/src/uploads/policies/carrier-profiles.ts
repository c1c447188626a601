import { fail } from '@coverdesk/domain/fail.ts'
import type { ParsedInputOf } from '@coverdesk/domain/platform/route.ts'
import type { CarrierProfile, StoredProfile } from '@coverdesk/domain/uploads/carrier-profile.ts'
import type { StagedKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import { profileProblems } from '@coverdesk/domain/uploads/profile-problems.ts'
import type { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import type { z } from 'zod'
import { writeAudit } from '../../platform/audit/audit.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { SignedInCall } from '../../platform/http/http-call.ts'
import { readProfile, saveProfile } from '../../platform/imports/import-profile.ts'
import { importDefinitions } from '../import-definitions.ts'

/**
 * A carrier's newest profile for a kind of file (default: policies), or the default profile with version 0 if none is
 * saved. Fails with `carrier.not_found`.
 */
export async function findProfile(
  db: Db,
  { carrierId, kind = 'policies' }: ParsedInputOf<typeof uploads.profile>,
): Promise<z.infer<typeof StoredProfile>> {
  const carrier = await db.selectFrom('carriers').select('id').where('id', '=', carrierId).executeTakeFirst()
  if (!carrier) fail('carrier.not_found')
  const stored = await readProfile(db, kind, carrierId)
  return { carrierId, kind, ...stored, savedAt: stored.savedAt?.toISOString() ?? null }
}

/**
 * Saves a new version. Fails with `upload.profile_invalid`, or with `record.changed` when `version` is not the newest
 * (P-74).
 */
export async function storeProfile(
  call: SignedInCall,
  { carrierId, kind = 'policies', version, profile }: ParsedInputOf<typeof uploads.saveProfile>,
): Promise<z.infer<typeof StoredProfile>> {
  checkProfile(kind, profile)
  return await inTransaction(call.db, async (db) => {
    await findProfile(db, { carrierId, kind })
    const saved = await saveProfile(db, { kind, carrierId, version, profile, userId: call.user.id })
    await writeAudit(db, call.audit, {
      action: 'update',
      entity: 'carrier profile',
      entityId: carrierId,
      outcome: 'done',
      facts: { kind, version: saved },
    })
    return await findProfile(db, { carrierId, kind })
  })
}

/** Returns the profile if it is valid for the kind of file; fails with `upload.profile_invalid` and every problem. */
export function checkProfile(kind: StagedKind, profile: CarrierProfile): CarrierProfile {
  const details = profileProblems(importDefinitions[kind].shape, profile)
  return details.length === 0 ? profile : fail('upload.profile_invalid', { details })
}
