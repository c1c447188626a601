import { linkLines, relinkLines, unlinkLines } from '../../commissions/loads/link-lines.ts'
import { deriveMonths } from '../../expected/derive-months.ts'
import { throwIfVarianceWorkedOn } from '../../expected/variance-writer.ts'
import type { ImportDefinition } from '../../platform/imports/import-definition.ts'
import { policyImport } from '../../policies/policy-import.ts'
import { refuseLaterWork } from '../../policies/undo-policies.ts'
import { followPolicies, removeFindings, throwIfWorkedOn } from '../../unpaid/follow-loads.ts'

/**
 * Policy import that also matches waiting statement lines and updates unpaid and lost policies in the same transaction, on
 * merge and on undo (decision 047).
 */
export const policyImportWithFollowUp: ImportDefinition = {
  ...policyImport,
  merge: async (db, staged, batchId, progress) => {
    await policyImport.merge(db, staged, batchId, progress)
    const { carrierId, month } = staged.job
    if (carrierId !== null) await linkLines(db, carrierId, batchId)
    if (carrierId !== null) await deriveMonths(db, [carrierId], batchId)
    if (carrierId !== null && month !== null) await followPolicies(db, carrierId, month, batchId)
  },
  refuseUndo: async (db, batch) => {
    await throwIfWorkedOn(db, batch.id)
    await throwIfVarianceWorkedOn(db, batch.id)
    await refuseLaterWork(db, batch)
  },
  undo: async (db, batch) => {
    const lines = await unlinkLines(db, batch.id)
    await policyImport.undo(db, batch)
    await relinkLines(db, lines)
    const carriers = batch.carrierId === null ? [] : [batch.carrierId]
    await deriveMonths(db, carriers)
    await removeFindings(db, carriers, batch.id, { money: false })
  },
}
