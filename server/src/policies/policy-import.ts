import { policyFile } from '@coverdesk/domain/policies/policy-csv.ts'
import { compareWithBook } from '../platform/imports/import-compare.ts'
import type { ImportDefinition } from '../platform/imports/import-definition.ts'
import { agentChanges, updateAgentsOfRecord } from './agents-of-record.ts'
import {
  flagMissing,
  insertNew,
  rebuildTotals,
  saveHistory,
  savePreviousState,
  updateChanged,
} from './load-policies.ts'
import { undoPolicies } from './undo-policies.ts'

/**
 * Import of a carrier's policy file, which lists all its policies by policy number. Imports all rows or none, so that
 * no list shows half a carrier.
 */
export const policyImport: ImportDefinition = {
  shape: policyFile,
  record: {
    table: 'policies',
    key: 'policy_number',
    label: (alias) => `concat_ws(' ', ${alias}.first_name, ${alias}.last_name)`,
  },
  named: { field: 'AgentNPN', table: 'agents', key: 'npn', name: 'name', unknown: ['NPN ', ', not ours'] },

  compare: (db, staged) =>
    compareWithBook(db, staged, policyFile, { table: 'policies', key: 'policy_number', missing: 'missing_since' }),

  findings: async (db, staged) => ({ agentChanges: await agentChanges(db, staged) }),

  merge: async (db, staged, batchId, progress) => {
    await progress.stage('writing')
    await savePreviousState(db, staged, batchId)
    await updateChanged(db, staged, batchId, progress.wrote)
    await insertNew(db, staged, batchId, progress.wrote)
    await progress.stage('recording')
    await saveHistory(db, staged, batchId)
    await updateAgentsOfRecord(db, staged, batchId)
    await progress.stage('finishing')
    await flagMissing(db, staged, batchId)
    await rebuildTotals(db, staged.job.carrierId)
  },

  undo: undoPolicies,
}
