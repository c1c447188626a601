import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { AdjustmentFilters, type AdjustmentRow, adjustments } from '@coverdesk/domain/pay-terms/adjustment-contract.ts'
import { payMonthsWords } from '@coverdesk/domain/pay-terms/pay-term-words.ts'
import { lazy } from 'react'
import { paidAgentFilter } from './pay-term-form.tsx'
import type { PayTermListOf } from './pay-term-list.tsx'

const subtitle = (row: AdjustmentRow) => `${payMonthsWords(row)}, ${row.reason}`

/** Adjustments of agents' pay. */
export const adjustmentList: PayTermListOf<typeof adjustments.list, typeof AdjustmentFilters> = {
  calls: adjustments,
  screen: 'adjustments',
  noun: 'adjustment',
  title: 'Adjustments',
  address: AdjustmentFilters,
  sorting: { sort: 'agent', order: 'asc' },
  newest: 'newest',
  columns: [
    { id: 'agent', header: 'Agent', cell: (row) => row.agentName, width: 200, sort: 'agent', pinned: true },
    { id: 'months', header: 'Months', cell: payMonthsWords, width: 170, sort: 'firstMonth' },
    { id: 'amount', header: 'Amount a month', cell: (row) => row.amount, kind: 'money', width: 130 },
    { id: 'reason', header: 'Reason', cell: (row) => row.reason, width: 240, grow: 1 },
  ],
  phone: { title: (row) => row.agentName, subtitle, figure: (row) => showMoney(row.amount), first: 'figure' },
  useFilters: () => paidAgentFilter,
  nameOf: (row) => `the adjustment of ${row.agentName}, ${showMoney(row.amount)}, ${payMonthsWords(row)}`,
  Modal: lazy(async () => ({ default: (await import('./adjustment-modals.tsx')).AdjustmentModal })),
  file: 'adjustments',
  noMatches: 'No adjustments match these filters.',
  noData: 'No adjustments yet.',
}
