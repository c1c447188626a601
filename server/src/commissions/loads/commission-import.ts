import { commissionFile } from '@coverdesk/domain/commissions/commission-csv.ts'
import { sql } from 'kysely'
import { deriveMonths } from '../../expected/derive-months.ts'
import type { ImportDefinition } from '../../platform/imports/import-definition.ts'
import { followCommissions } from '../../unpaid/follow-loads.ts'
import { keepAssignedAgents, replaceStatements } from '../replace-statements.ts'
import { compareCommissions } from './compare-commissions.ts'
import {
  insertLines,
  linesOfBatch,
  rebuild,
  shareLines,
  touchedBy,
  touchedByBoth,
  touchedByDetails,
} from './load-commissions.ts'
import { matchRows } from './match-rows.ts'
import { batchFacts, commissionFindings, isStagedException, isUnmatched } from './money-of-file.ts'
import { undoCommissions } from './undo-commissions.ts'

/**
 * Import of a commission file. Each row names its carrier and month, and is stored even if its policy or agent is unknown. A
 * payment that is already loaded counts once, whatever columns the file has; another amount is another payment.
 */
export const commissionImport: ImportDefinition = {
  shape: commissionFile,
  rowsSayCarrier: true,
  record: {
    table: 'commission_lines',
    key: 'policy_number',
    label: (alias) => `concat_ws(', ', ${alias}.insured_name, to_char(${alias}.month, 'MM/YYYY'))`,
  },
  named: { field: 'AgentNPN', table: 'agents', key: 'npn', name: 'name', unknown: ['NPN ', ', not ours'] },
  unmatched: {
    rows: isUnmatched,
    reason: sql`concat_ws('; ',
      case when ${isStagedException} then case t.exception when 'nameDiffers' then 'The number belonged to a person of another name'
        when 'numberReused' then 'The number belonged to several persons' when 'birthDateDiffers' then 'Another birth date'
        when 'twoPolicies' then 'Two policies fit' else 'No policy with this number' end end,
      case when t.agent_id is null and t.agent_npn is not null then 'No agent has NPN ' || t.agent_npn end,
      case when t.agent_id is null and t.agent_npn is null then 'No agent named' end)`,
  },
  place: matchRows,
  compare: compareCommissions,
  findings: async (db, staged) => ({ commissions: await commissionFindings(db, staged) }),
  batchFacts,
  merge: async (db, staged, batchId, progress) => {
    await progress.stage('writing')
    const replaced = await replaceStatements(db, staged, batchId)
    const before = await touchedByDetails(db, staged)
    progress.wrote(await shareLines(db, staged, batchId))
    await insertLines(db, staged, batchId, progress.wrote)
    await keepAssignedAgents(db, staged, batchId)
    await sql`select point_paid_lines()`.execute(db)
    await progress.stage('recording')
    const now = touchedByBoth(before, await touchedBy(db, linesOfBatch(batchId)))
    const touched = touchedByBoth(replaced, now)
    await rebuild(db, touched)
    await deriveMonths(
      db,
      touched.carriers.map(({ carrier }) => carrier),
      batchId,
    )
    await followCommissions(db, touched.carriers, batchId)
  },
  undo: undoCommissions,
}
