import { HoldFilters, type HoldRow, holds } from '@coverdesk/domain/pay-terms/hold-contract.ts'
import { payMonthsWords } from '@coverdesk/domain/pay-terms/pay-term-words.ts'
import { lazy } from 'react'
import { paidAgentFilter } from './pay-term-form.tsx'
import type { PayTermListOf } from './pay-term-list.tsx'

const subjectOf = (row: HoldRow) => row.agentName ?? `${row.policyNumber}, ${row.insuredName}`

/** Pay that is held, of agents and of policies. */
export const holdList: PayTermListOf<typeof holds.list, typeof HoldFilters> = {
  calls: holds,
  screen: 'pay-holds',
  noun: 'hold',
  title: 'Adjustments',
  label: 'Holds',
  address: HoldFilters,
  sorting: { sort: 'firstMonth', order: 'desc' },
  newest: 'newest',
  columns: [
    { id: 'subject', header: 'Agent or policy', cell: subjectOf, width: 240, pinned: true },
    { id: 'months', header: 'Months', cell: payMonthsWords, width: 170, sort: 'firstMonth' },
    { id: 'reason', header: 'Reason', cell: (row) => row.reason, width: 240, grow: 1 },
    { id: 'heldBy', header: 'Held by', cell: (row) => row.heldBy, width: 150, quiet: true },
  ],
  phone: { title: subjectOf, subtitle: (row) => `${payMonthsWords(row)}, ${row.reason}` },
  useFilters: () => paidAgentFilter,
  nameOf: (row) => `the hold of ${subjectOf(row)}, ${payMonthsWords(row)}`,
  Modal: lazy(async () => ({ default: (await import('./adjustment-modals.tsx')).HoldModal })),
  noMatches: 'No holds match these filters.',
  noData: 'No pay is held.',
}
