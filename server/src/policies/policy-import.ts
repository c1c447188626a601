import { policyFile } from '@coverdesk/domain/policies/policy-csv.ts'
import { setAgentsByName } from '../agents/agents-by-name.ts'
import type { ImportDefinition } from '../platform/imports/import-definition.ts'
import { insertAgentsOfOlder } from './agents-of-older-books.ts'
import { agentChanges, updateAgentsOfRecord } from './agents-of-record.ts'
import { clearEligibility } from './clear-eligibility.ts'
import { bookFindings, comparePolicies, isOlder, refuseManyMissing } from './compare-policies.ts'
import { foldMembers } from './fold-members.ts'
import { keepNames } from './keep-names.ts'
import { keepPresentVersions } from './keep-present-versions.ts'
import {
  flagEnded,
  flagMissing,
  insertNew,
  keepOlderVersions,
  rebuildTotals,
  saveHistory,
  savePreviousState,
  updateChanged,
} from './load-policies.ts'
import { shiftTermDates } from './shift-term-dates.ts'
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

  place: async (db, staged) => {
    const refused = await foldMembers(db, staged)
    keepNames(staged)
    await setAgentsByName(db, staged)
    await shiftTermDates(db, staged)
    await clearEligibility(db, staged)
    return refused + (await keepPresentVersions(db, staged))
  },
  compare: comparePolicies,

  findings: async (db, staged) => ({
    agentChanges: await agentChanges(db, staged),
    book: await bookFindings(db, staged),
  }),

  merge: async (db, staged, batchId, progress) => {
    await refuseManyMissing(db, staged)
    await progress.stage('writing')
    const older = await isOlder(db, staged)
    await savePreviousState(db, staged, batchId, { older })
    if (older) await keepOlderVersions(db, staged, batchId)
    await updateChanged(db, staged, batchId, progress.wrote)
    await insertNew(db, staged, batchId, progress.wrote)
    await progress.stage('recording')
    await saveHistory(db, staged, batchId)
    await updateAgentsOfRecord(db, staged, batchId)
    if (older) await insertAgentsOfOlder(db, batchId)
    await progress.stage('finishing')
    await flagMissing(db, staged, batchId)
    if (older) await flagEnded(db, staged, batchId)
    await rebuildTotals(db, staged.job.carrierId)
  },

  undo: undoPolicies,
}
