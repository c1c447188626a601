import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { type AdjustmentRow, adjustments, type NewAdjustment } from '@coverdesk/domain/pay-terms/adjustment-contract.ts'
import { adjustmentRefusal } from '@coverdesk/domain/pay-terms/closed-month-rules.ts'
import { lockRuns } from '../pay-runs/pay-run-queries.ts'
import { nameLabel } from '../platform/exports/filter-label.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { equalsNumber } from '../platform/lists/list-filters.ts'
import { refuseClosedMonths } from './closed-months.ts'
import { monthColumns, monthOf } from './pay-term-columns.ts'
import { lockAgent, type PayTermKind } from './pay-term-kind.ts'

const list: ListDeclaration = {
  name: 'agent_adjustments',
  table: 'agent_adjustments t',
  key: 't.id',
  versioned: true,
  joins: 'join agents a on a.id = t.agent_id',
  filters: { agentId: { ...equalsNumber('t.agent_id'), indexedSort: 'agent' } },
  sorts: { agent: ['t.agent_sort', 't.agent_id', 't.first_month'], firstMonth: ['t.first_month'], newest: [] },
  defaultSort: { sort: 'agent', order: 'asc' },
  columns: {
    id: 't.id',
    version: 't.version',
    agentId: 't.agent_id',
    agentName: 'a.name',
    firstMonth: monthOf('t.first_month'),
    lastMonth: monthOf('t.last_month'),
    amount: 't.amount::text',
    reason: 't.reason',
  } satisfies Record<keyof AdjustmentRow, string>,
}

const exported = listExport(list, {
  title: 'Adjustments',
  filters: { agentId: nameLabel('Agent', 'agents') },
  columns: [
    { label: 'Agent', kind: 'text', width: 24, column: 'agentName' },
    { label: 'Agent NPN', kind: 'text', width: 11, expression: 'a.npn', sheetOnly: true },
    { label: 'First month', kind: 'text', width: 10, column: 'firstMonth' },
    { label: 'Last month', kind: 'text', width: 10, column: 'lastMonth' },
    { label: 'Amount', kind: 'money', width: 12, expression: 't.amount' },
    { label: 'Reason', kind: 'text', width: 30, column: 'reason' },
  ],
})

/** Money added to or taken from agents' pay. */
export const adjustmentKind: PayTermKind<AdjustmentRow, NewAdjustment> = {
  calls: adjustments,
  entity: 'adjustment',
  list,
  exported,
  table: 'agent_adjustments',
  columns: (said) => ({ ...monthColumns(said), amount: said.amount, reason: said.reason }),
  fixed: ({ agentId }) => ({ agent_id: agentId }),
  // A run that is closing has read the adjustment already.
  lock: async (db, _call, { agentId }) => {
    await lockRuns(db)
    await lockAgent(db, agentId)
  },
  check: async (db, said, except) => {
    if (except === null)
      await refuseClosedMonths(db, 'adjustment', null, (closed) => adjustmentRefusal(null, said, closed))
  },
  refuseChange: (db, before, after) =>
    refuseClosedMonths(db, 'adjustment', before.id, (closed) => adjustmentRefusal(before, after, closed)),
  labels: { agent: 'Agent', first: 'First month', last: 'Last month', amount: 'Amount', reason: 'Reason' },
  inWords: (row) => ({
    agent: row.agentName,
    first: row.firstMonth,
    last: row.lastMonth,
    amount: showMoney(row.amount),
    reason: row.reason,
  }),
}
