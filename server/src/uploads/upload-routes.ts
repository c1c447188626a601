import { cmsRegistration } from '@coverdesk/domain/cms-registration/cms-registration-contract.ts'
import { commissionLoads } from '@coverdesk/domain/commissions/commission-load-contract.ts'
import { statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { planData } from '@coverdesk/domain/plan-data/plan-data-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { listCheckedRows } from './checked-rows.ts'
import { listCmsLists, requestFetch } from './cms-lists/list-fetches.ts'
import { checkCommissions, uploadCommissions } from './commissions/commission-uploads.ts'
import { uploadStatement } from './commissions/upload-statement.ts'
import { findPlanDataRun, uploadPlanData } from './plan-data-uploads.ts'
import { findProfile, storeProfile } from './policies/carrier-profiles.ts'
import { checkUpload, processUpload } from './policies/policy-uploads.ts'
import { findRun, listCarrierUploads, listRunning, stopRun } from './runs/run-queries.ts'
import { termFileRoutes } from './terms/term-file-routes.ts'
import { findUndoObstacle, undoBatch } from './undo-batch.ts'
import { batchList, listBatchRefusals, listRefusals } from './upload-lists.ts'
import {
  listLeadRefusals,
  undoApplicationUpload,
  undoLeadUpload,
  undoRegistrations,
  undoTerminations,
  uploadApplications,
  uploadLeads,
  uploadRegistrations,
  uploadTerminations,
} from './uploads-without-carrier.ts'

export function uploadRoutes(on: Bind): void {
  on(uploads.carriers, ({ db }) => listCarrierUploads(db))
  on(uploads.process, processUpload)
  on(uploads.check, checkUpload)
  on(uploads.run, ({ db }, { runId }) => findRun(db, runId))
  on(uploads.running, ({ db }) => listRunning(db))
  on(uploads.stop, async (call, { runId }) => {
    await findRun(call.db, runId)
    return await stopRun(call, runId)
  })
  on(uploads.checkedRows, async ({ db }, input) => listCheckedRows(db, input, await findRun(db, input.runId)))
  on(uploads.refusals, async (call, input) => {
    await findRun(call.db, input.runId)
    return await listRefusals(call, input)
  })
  on(uploads.batches, ({ db }, query) => listPage(db, batchList, query, { all: true }))
  on(uploads.batchRefusals, listBatchRefusals)
  on(uploads.undoObstacle, ({ db }, { batchId }) => findUndoObstacle(db, batchId))
  on(uploads.undo, undoBatch)
  on(uploads.profile, ({ db }, input) => findProfile(db, input))
  on(uploads.saveProfile, storeProfile)
  on(commissionLoads.upload, uploadCommissions)
  on(commissionLoads.check, checkCommissions)
  on(statements.load, uploadStatement)
  termFileRoutes(on)
  on(leads.upload, uploadLeads)
  on(leads.refusals, listLeadRefusals)
  on(leads.undoUpload, undoLeadUpload)
  on(cmsRegistration.lists, ({ db, services, now }) => listCmsLists(db, services.config.cmsLists, now))
  on(cmsRegistration.fetch, requestFetch)
  on(cmsRegistration.uploadRegistrations, uploadRegistrations)
  on(cmsRegistration.undoRegistrations, undoRegistrations)
  on(cmsRegistration.uploadTerminations, uploadTerminations)
  on(cmsRegistration.undoTerminations, undoTerminations)
  on(marketplace.upload, uploadApplications)
  on(marketplace.undoUpload, undoApplicationUpload)
  on(planData.upload, uploadPlanData)
  on(planData.run, ({ db }, { runId }) => findPlanDataRun(db, runId))
  on(planData.stop, async (call, { runId }) => {
    await findPlanDataRun(call.db, runId)
    return await stopRun(call, runId)
  })
}
