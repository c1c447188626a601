import { randomUUID } from 'node:crypto'
import type { PlanDataRun, planData } from '@coverdesk/domain/plan-data/plan-data-contract.ts'
import { plainProfile } from '@coverdesk/domain/uploads/known-profiles.ts'
import type { Db } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { importUploadedFile } from './import-uploaded-file.ts'
import { plainReading } from './reading-input.ts'
import { findRunWithoutCarrier } from './runs/run-queries.ts'

/** Maximum size of a file: several times the rates of HealthCare.gov. */
const maxFileBytes = 2 * 1024 ** 3

/** Loads or checks a plan file. A dry run answers with its problems; a load fails with them. */
export const uploadPlanData: Handler<typeof planData.upload> = async (
  call,
  { year, source, fileName, dryRun, runId },
) => {
  const id = runId ?? randomUUID()
  const options = {
    runId: id,
    kind: 'plans' as const,
    carrierId: null,
    month: null,
    dryRun: dryRun ?? false,
    loadGoodRows: false,
    mapping: null,
    ...plainReading,
    profile: plainProfile,
    profileVersion: 0,
    maxBytes: maxFileBytes,
    planData: { year, source },
  }
  await importUploadedFile(call, options, fileName)
  return await findPlanDataRun(call.db, id)
}

export async function findPlanDataRun(db: Db, runId: string): Promise<PlanDataRun> {
  return await findRunWithoutCarrier(db, 'plans', runId)
}
