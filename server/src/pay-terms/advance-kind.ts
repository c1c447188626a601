import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { firstOfMonth } from '@coverdesk/domain/fields/month-text.ts'
import { type AdvanceRow, advances, type NewAdvance } from '@coverdesk/domain/pay-terms/advance-contract.ts'
import { advanceRefusal } from '@coverdesk/domain/pay-terms/closed-month-rules.ts'
import { lockRuns } from '../pay-runs/pay-run-queries.ts'
import { nameLabel } from '../platform/exports/filter-label.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { equalsNumber } from '../platform/lists/list-filters.ts'
import { refuseClosedMonths } from './closed-months.ts'
import { monthOf, percentOf } from './pay-term-columns.ts'
import { lockAgent, type PayTermKind } from './pay-term-kind.ts'

/** What closed runs paid of an advance `t` less what they recovered. */
const outstanding = `(select coalesce(sum(g.amount), 0)::numeric(12, 2) from agent_ledger g
  where g.agent_id = t.agent_id and g.kind = 'advance' and g.advance_id = t.id)`

const list: ListDeclaration = {
  name: 'agent_advances',
  table: 'agent_advances t',
  key: 't.id',
  versioned: true,
  joins: 'join agents a on a.id = t.agent_id',
  filters: { agentId: { ...equalsNumber('t.agent_id'), indexedSort: 'agent' } },
  sorts: { agent: ['t.agent_sort', 't.agent_id', 't.month'], month: ['t.month'], newest: [] },
  defaultSort: { sort: 'agent', order: 'asc' },
  columns: {
    id: 't.id',
    version: 't.version',
    agentId: 't.agent_id',
    agentName: 'a.name',
    month: monthOf('t.month'),
    amount: 't.amount::text',
    recoveryPercent: percentOf('t.recovery_percent'),
    outstanding: `${outstanding}::text`,
    reason: 't.reason',
  } satisfies Record<keyof AdvanceRow, string>,
}

const exported = listExport(list, {
  title: 'Advances',
  filters: { agentId: nameLabel('Agent', 'agents') },
  columns: [
    { label: 'Agent', kind: 'text', width: 24, column: 'agentName' },
    { label: 'Agent NPN', kind: 'text', width: 11, expression: 'a.npn', sheetOnly: true },
    { label: 'Month', kind: 'text', width: 10, column: 'month' },
    { label: 'Amount', kind: 'money', width: 12, expression: 't.amount' },
    { label: 'Recovery', kind: 'text', width: 10, expression: `${percentOf('t.recovery_percent')} || ' %'` },
    { label: 'Outstanding', kind: 'money', width: 12, expression: outstanding },
    { label: 'Reason', kind: 'text', width: 30, column: 'reason' },
  ],
})

/** Advances to agents. */
export const advanceKind: PayTermKind<AdvanceRow, NewAdvance> = {
  calls: advances,
  entity: 'advance',
  list,
  exported,
  table: 'agent_advances',
  columns: ({ month, amount, recoveryPercent, reason }) => ({
    month: firstOfMonth(month),
    amount,
    recovery_percent: recoveryPercent,
    reason,
  }),
  fixed: ({ agentId }) => ({ agent_id: agentId }),
  // A run that is closing has read the advance already.
  lock: async (db, _call, { agentId }) => {
    await lockRuns(db)
    await lockAgent(db, agentId)
  },
  check: async (db, said, except) => {
    if (except === null) await refuseClosedMonths(db, 'advance', null, (closed) => advanceRefusal(null, said, closed))
  },
  refuseChange: (db, before, after) =>
    refuseClosedMonths(db, 'advance', before.id, (closed) => advanceRefusal(before, after, closed)),
  labels: { agent: 'Agent', month: 'Month', amount: 'Amount', recovery: 'Recovery', reason: 'Reason' },
  inWords: (row) => ({
    agent: row.agentName,
    month: row.month,
    amount: showMoney(row.amount),
    recovery: `${row.recoveryPercent} %`,
    reason: row.reason,
  }),
}
