import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import type { UplineRow } from '@coverdesk/domain/pay-terms/upline-contract.ts'
import { contractFile, overrideFile, uplineFile } from '@coverdesk/domain/term-files/pay-term-files.ts'
import { readFilePart } from '@coverdesk/domain/term-files/read-part.ts'
import { uplineCycle } from '@coverdesk/domain/term-files/upline-cycle.ts'
import { sql } from 'kysely'
import { agentContractKind } from '../pay-terms/agent-contract-kind.ts'
import { overrideKind } from '../pay-terms/override-kind.ts'
import { uplineKind } from '../pay-terms/upline-kind.ts'
import { lockTable } from './lock-table.ts'
import { type Planned, payTermFile } from './pay-term-file.ts'
import type { ReadCells } from './read-rows.ts'
import type { RowRefusal, StagedRow } from './term-file.ts'

type Cells = StagedRow['cells']

const days = (cells: Cells) => ({ startDate: cells.start_date ?? '', endDate: cells.end_date ?? null })

/** Part and days of a row. */
function readTerms(cells: Cells): ReadCells {
  const part = readFilePart(cells.part ?? '', cells.basis ?? '')
  if ('value' in part) return { said: { ...part.value, ...days(cells) } }
  return {
    said: { basis: 'percent', percent: '1', ...days(cells) },
    problems: [{ field: 'Part', reason: part.problem }],
  }
}

const agent = { agentId: ['agent_npn', 'agent_name'] } as const
const agentField = { agentId: 'Agent', carrierId: 'Carrier', startDate: 'StartDate', endDate: 'EndDate' }
const partField = { basis: 'Part', percent: 'Part', amount: 'Part' }

const ending = <Row extends { endDate: string | null }>(row: Row, endDate: string | null): Row => ({ ...row, endDate })

/** Contracts of agents by file. */
export const contractTermFile = payTermFile({
  kind: agentContractKind,
  shape: contractFile,
  agents: agent,
  hasCarrier: true,
  read: readTerms,
  fieldOf: { ...agentField, ...partField },
  rowOf: (said, names) => ({
    ...said,
    id: 0,
    version: 0,
    agentName: names.agentId ?? '',
    carrierName: names.carrierId ?? null,
  }),
  rows: {
    ending,
    groupOf: ({ agentId, carrierId }) => `${agentId} ${carrierId}`,
  },
  lock: (db) => lockTable(db, 'agent_contracts'),
})

/** Overrides of agents by file. */
export const overrideTermFile = payTermFile({
  kind: overrideKind,
  shape: overrideFile,
  agents: agent,
  hasCarrier: true,
  read: (cells) => {
    const { said, ...rest } = readTerms(cells)
    return { said: { ...said, level: cells.level ?? '' }, ...rest }
  },
  fieldOf: { ...agentField, ...partField, level: 'Level' },
  rowOf: (said, names) => ({
    ...said,
    id: 0,
    version: 0,
    agentName: names.agentId ?? '',
    carrierName: names.carrierId ?? null,
  }),
  rows: {
    ending,
    groupOf: ({ agentId, carrierId, level }) => `${agentId} ${carrierId} ${level}`,
  },
  lock: (db) => lockTable(db, 'override_terms'),
})

/** Hierarchy by file. */
export const uplineTermFile = payTermFile({
  kind: uplineKind,
  shape: uplineFile,
  agents: { ...agent, uplineId: ['upline_npn', 'upline_name'] },
  hasCarrier: false,
  read: (cells) => ({ said: days(cells) }),
  fieldOf: { ...agentField, uplineId: 'Upline' },
  rowOf: (said, names) => ({
    ...said,
    id: 0,
    version: 0,
    agentName: names.agentId ?? '',
    uplineName: names.uplineId ?? '',
  }),
  rows: {
    ending,
    groupOf: ({ agentId }) => String(agentId),
  },
  // The lock of the form and of the trigger first.
  lock: async (db) => {
    await sql`select pg_advisory_xact_lock(hashtext('agent uplines'), 0)`.execute(db)
    await lockTable(db, 'agent_uplines')
  },
  readsAll: true,
  check: async (_db, planned, stored) => refuseCycles(planned, stored),
})

/** Refuses the rows that close a circle, each with its chain of names. */
function refuseCycles({ rows, ended }: Planned<UplineRow>, stored: readonly UplineRow[]): RowRefusal[] {
  const replaced = new Set([...rows.map(({ recordId }) => recordId), ...ended.map(({ before }) => before.id)])
  const standing = [...stored.filter(({ id }) => !replaced.has(id)), ...ended.map(({ after }) => after)]
  const names = new Map(
    [...stored, ...rows.map(({ row }) => row)].flatMap((row) => [
      [row.agentId, row.agentName] as const,
      [row.uplineId, row.uplineName] as const,
    ]),
  )
  return rows.flatMap(({ line, row }): RowRefusal[] => {
    const cycle = uplineCycle(row, standing)
    if (!cycle) {
      standing.push(row)
      return []
    }
    const chain = cycle.path.map((id) => names.get(id) ?? '').join(' → ')
    const reason = `${row.agentName} would be their own upline from ${showDate(cycle.since)}: ${chain}`
    return [{ line, field: 'Upline', value: row.uplineName, reason }]
  })
}
