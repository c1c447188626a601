import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { AdvanceFilters, advances } from '@coverdesk/domain/pay-terms/advance-contract.ts'
import { lazy } from 'react'
import { paidAgentFilter } from './pay-term-form.tsx'
import type { PayTermListOf } from './pay-term-list.tsx'

/** Advances to agents. */
export const advanceList: PayTermListOf<typeof advances.list, typeof AdvanceFilters> = {
  calls: advances,
  screen: 'advances',
  noun: 'advance',
  title: 'Adjustments',
  label: 'Advances',
  address: AdvanceFilters,
  sorting: { sort: 'agent', order: 'asc' },
  newest: 'newest',
  columns: [
    { id: 'agent', header: 'Agent', cell: (row) => row.agentName, width: 200, sort: 'agent', pinned: true },
    { id: 'month', header: 'Month', cell: (row) => row.month, width: 100, sort: 'month' },
    { id: 'amount', header: 'Amount', cell: (row) => row.amount, kind: 'money', width: 110 },
    { id: 'recovery', header: 'Recovery', cell: (row) => `${row.recoveryPercent} %`, width: 100, align: 'right' },
    { id: 'outstanding', header: 'Outstanding', cell: (row) => row.outstanding, kind: 'money', width: 120 },
    { id: 'reason', header: 'Reason', cell: (row) => row.reason, width: 240, grow: 1 },
  ],
  phone: {
    title: (row) => row.agentName,
    subtitle: (row) => `${row.month}, ${row.reason}`,
    figure: (row) => showMoney(row.amount),
    first: 'figure',
  },
  useFilters: () => paidAgentFilter,
  nameOf: (row) => `the advance to ${row.agentName}, ${showMoney(row.amount)}, ${row.month}`,
  Modal: lazy(async () => ({ default: (await import('./adjustment-modals.tsx')).AdvanceModal })),
  file: 'advances',
  noMatches: 'No advances match these filters.',
  noData: 'No advances yet.',
}
