import { showMonth } from '@coverdesk/domain/fields/month-text.ts'
import {
  adjustmentRefusal,
  advanceRefusal,
  type ClosedMonths,
  type ClosedRefusal,
} from '@coverdesk/domain/pay-terms/closed-month-rules.ts'
import { plainPercent } from '@coverdesk/domain/pay-terms/pay-term-fields.ts'
import { adjustmentFile, advanceFile } from '@coverdesk/domain/term-files/pay-term-files.ts'
import { readFilePercent } from '@coverdesk/domain/term-files/read-part.ts'
import { lockRuns } from '../pay-runs/pay-run-queries.ts'
import { adjustmentKind } from '../pay-terms/adjustment-kind.ts'
import { advanceKind } from '../pay-terms/advance-kind.ts'
import { closedMonths } from '../pay-terms/closed-months.ts'
import type { Db } from '../platform/db/database.ts'
import { lockTable } from './lock-table.ts'
import { type Planned, payTermFile } from './pay-term-file.ts'
import type { RowRefusal } from './term-file.ts'

/** '2026-03-01' → '03/2026', as the forms send it. */
const monthOf = (day: string | null | undefined) => (day ? showMonth(day) : '')

const agents = { agentId: ['agent_npn', 'agent_name'] } as const

const advanceFields = {
  agentId: 'Agent',
  month: 'Month',
  amount: 'Amount',
  recoveryPercent: 'Recovery',
  reason: 'Reason',
} as const
const adjustmentFields = {
  agentId: 'Agent',
  firstMonth: 'FirstMonth',
  lastMonth: 'LastMonth',
  amount: 'Amount',
  reason: 'Reason',
} as const

/** Advances to agents by file; a row is known by its agent, month and reason. */
export const advanceTermFile = payTermFile({
  kind: advanceKind,
  shape: advanceFile,
  agents,
  hasCarrier: false,
  read: (cells) => {
    const recovery = cells.recovery ? readFilePercent(cells.recovery) : { value: '100' }
    return {
      said: {
        month: monthOf(cells.month),
        amount: cells.amount ?? '',
        reason: cells.reason ?? '',
        recoveryPercent: 'value' in recovery ? plainPercent(recovery.value) : '100',
      },
      problems: 'problem' in recovery ? [{ field: 'Recovery', reason: recovery.problem }] : [],
    }
  },
  fieldOf: advanceFields,
  rowOf: (said, names) => ({ ...said, id: 0, version: 0, agentName: names.agentId ?? '' }),
  rows: { identityOf: ({ agentId, month, reason }) => `${agentId} ${month} ${reason}` },
  lock: async (db) => {
    await lockRuns(db)
    await lockTable(db, 'agent_advances')
  },
  check: (db, planned, stored) =>
    refuseAsForms(db, planned, stored, { kind: 'advance', rule: advanceRefusal, headings: advanceFields }),
})

/** Adjustments of agents' pay by file; a row is known by its agent, first month and reason. */
export const adjustmentTermFile = payTermFile({
  kind: adjustmentKind,
  shape: adjustmentFile,
  agents,
  hasCarrier: false,
  read: (cells) => ({
    said: {
      firstMonth: monthOf(cells.first_month),
      lastMonth: monthOf(cells.last_month),
      amount: cells.amount ?? '',
      reason: cells.reason ?? '',
    },
  }),
  fieldOf: adjustmentFields,
  rowOf: (said, names) => ({ ...said, id: 0, version: 0, agentName: names.agentId ?? '' }),
  rows: { identityOf: ({ agentId, firstMonth, reason }) => `${agentId} ${firstMonth} ${reason}` },
  lock: async (db) => {
    await lockRuns(db)
    await lockTable(db, 'agent_adjustments')
  },
  check: (db, planned, stored) =>
    refuseAsForms(db, planned, stored, { kind: 'adjustment', rule: adjustmentRefusal, headings: adjustmentFields }),
})

/** Refuses what the form of the kind refuses because of closed months. */
async function refuseAsForms<Row extends { id: number }>(
  db: Db,
  { rows }: Planned<Row>,
  stored: readonly Row[],
  {
    kind,
    rule,
    headings,
  }: {
    kind: 'advance' | 'adjustment'
    rule(before: NoInfer<Row> | null, after: NoInfer<Row>, closed: ClosedMonths): ClosedRefusal | null
    headings: Readonly<Record<string, string>>
  },
): Promise<RowRefusal[]> {
  const byId = new Map(stored.map((row) => [row.id, row]))
  const closed = await closedMonths(db, kind, [...byId.keys()])
  return rows.flatMap(({ line, recordId, row }) => {
    const before = recordId === null ? null : (byId.get(recordId) ?? null)
    const refused = rule(before, row, closed(recordId))
    return refused
      ? [{ line, field: headings[refused.field] ?? null, value: refused.value, reason: refused.message }]
      : []
  })
}
