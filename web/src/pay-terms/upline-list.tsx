import { payDaysWords } from '@coverdesk/domain/pay-terms/pay-term-words.ts'
import { UplineFilters, uplines } from '@coverdesk/domain/pay-terms/upline-contract.ts'
import { lazy } from 'react'
import type { Filter } from '../ui/filters/filter.ts'
import { payTimes, searchPaidAgents } from './pay-term-form.tsx'
import type { PayTermListOf } from './pay-term-list.tsx'

const filters: readonly Filter[] = [
  { name: 'agentId', label: 'Agent', kind: 'select', search: searchPaidAgents },
  { name: 'uplineId', label: 'Upline', kind: 'select', search: searchPaidAgents },
  { name: 'when', label: 'When', kind: 'select', choices: payTimes },
]

/** Uplines of agents by dates. */
export const uplineList: PayTermListOf<typeof uplines.list, typeof UplineFilters> = {
  calls: uplines,
  screen: 'uplines',
  noun: 'upline',
  title: 'Hierarchy',
  label: 'Uplines',
  address: UplineFilters,
  sorting: { sort: 'agent', order: 'asc' },
  newest: 'newest',
  columns: [
    { id: 'agent', header: 'Agent', cell: (row) => row.agentName, width: 220, sort: 'agent', pinned: true },
    { id: 'upline', header: 'Upline', cell: (row) => row.uplineName, width: 220, grow: 1 },
    {
      id: 'startDate',
      header: 'Start date',
      cell: (row) => row.startDate,
      kind: 'date',
      width: 110,
      sort: 'startDate',
    },
    { id: 'endDate', header: 'End date', cell: (row) => row.endDate, kind: 'date', width: 110 },
  ],
  phone: { title: (row) => row.agentName, subtitle: (row) => `under ${row.uplineName}, ${payDaysWords(row)}` },
  useFilters: () => filters,
  nameOf: (row) => `the upline ${row.uplineName} of ${row.agentName}, ${payDaysWords(row)}`,
  Modal: lazy(async () => ({ default: (await import('./upline-modal.tsx')).UplineModal })),
  file: 'uplines',
  noMatches: 'No uplines match these filters.',
  noData: 'No agent has an upline yet.',
}
