import { OverrideFilters, overrides } from '@coverdesk/domain/pay-terms/override-contract.ts'
import { carrierWords, partWords, payDaysWords } from '@coverdesk/domain/pay-terms/pay-term-words.ts'
import { lazy } from 'react'
import type { Filter } from '../ui/filters/filter.ts'
import { overrideLevels, useDatedTermFilters } from './pay-term-form.tsx'
import type { PayTermListOf } from './pay-term-list.tsx'

const levelFilter: readonly Filter[] = [{ name: 'level', label: 'Level', kind: 'select', choices: overrideLevels }]

/** Overrides of agents by level. */
export const overrideList: PayTermListOf<typeof overrides.list, typeof OverrideFilters> = {
  calls: overrides,
  screen: 'overrides',
  noun: 'override',
  title: 'Hierarchy',
  label: 'Overrides',
  address: OverrideFilters,
  sorting: { sort: 'agent', order: 'asc' },
  newest: 'newest',
  columns: [
    { id: 'agent', header: 'Agent', cell: (row) => row.agentName, width: 180, sort: 'agent', pinned: true },
    { id: 'level', header: 'Level', cell: (row) => row.level, width: 70, align: 'right' },
    { id: 'part', header: 'Part', cell: partWords, width: 150, align: 'right' },
    { id: 'carrier', header: 'Carrier', cell: carrierWords, width: 140, grow: 1 },
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
  phone: {
    title: (row) => `${row.agentName}, level ${row.level}`,
    subtitle: (row) => `${carrierWords(row)}, ${payDaysWords(row)}`,
    figure: partWords,
    first: 'figure',
  },
  useFilters: () => useDatedTermFilters(levelFilter),
  nameOf: (row) =>
    `the override of ${row.agentName} on level ${row.level}, ${carrierWords(row)}, ${partWords(row)}, ${payDaysWords(row)}`,
  Modal: lazy(async () => ({ default: (await import('./override-modal.tsx')).OverrideModal })),
  file: 'overrides',
  noMatches: 'No overrides match these filters.',
  noData: 'No overrides yet.',
}
