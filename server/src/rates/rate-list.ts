import { nameLabel, wordLabel } from '../platform/exports/filter-label.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { equalsNumber } from '../platform/lists/list-filters.ts'
import { spanFilters } from '../platform/lists/span-filters.ts'

/** The list of rates by agent, carrier and start. The days define 'in force', 'coming' and 'ended'. */
export const rateList: ListDeclaration = {
  name: 'rates',
  table: 'agent_rates r',
  key: 'r.id',
  versioned: true,
  joins: `
    join agents a on a.id = r.agent_id
    join carriers c on c.id = r.carrier_id`,
  filters: {
    agentId: { ...equalsNumber('r.agent_id'), indexedSort: 'agent' },
    carrierId: { ...equalsNumber('r.carrier_id'), indexedSort: 'agent' },
    ...spanFilters('r'),
  },
  sorts: {
    agent: ['r.agent_sort', 'r.agent_id', 'r.carrier_id', 'r.start_date'],
    startDate: ['r.start_date'],
    endDate: ['r.end_date'],
    rate: ['r.rate'],
    newest: [],
  },
  defaultSort: { sort: 'agent', order: 'asc' },
  columns: {
    id: 'r.id',
    agentId: 'r.agent_id',
    carrierId: 'r.carrier_id',
    agentName: 'a.name',
    carrierName: 'c.name',
    rate1: 'r.rate::text',
    startDate: 'r.start_date',
    endDate: 'r.end_date',
    version: 'r.version',
  },
}

export const rateExport = listExport(rateList, {
  title: 'Agent rates',
  filters: {
    agentId: nameLabel('Agent', 'agents'),
    carrierId: nameLabel('Carrier', 'carriers'),
    when: wordLabel('When', { now: 'In force', coming: 'Upcoming', ended: 'Ended' }),
  },
  columns: [
    { label: 'Agent', kind: 'text', width: 24, column: 'agentName' },
    { label: 'Carrier', kind: 'text', width: 24, column: 'carrierName' },
    { label: 'Rate (PMPM)', kind: 'money', width: 10, expression: 'r.rate' },
    { label: 'Start date', kind: 'date', width: 10, column: 'startDate' },
    { label: 'End date', kind: 'date', width: 10, column: 'endDate' },
  ],
})
