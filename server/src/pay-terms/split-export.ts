import type { SplitListRow } from '@coverdesk/domain/pay-terms/split-contract.ts'
import { nameLabel, wordLabel } from '../platform/exports/filter-label.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { equalsNumber } from '../platform/lists/list-filters.ts'
import { spanFilters } from '../platform/lists/span-filters.ts'
import { percentOf, timeWords } from './pay-term-columns.ts'

const list: ListDeclaration = {
  name: 'policy_splits',
  table: 'policy_splits t',
  key: 't.id',
  visibleTo: 'p.agent_id',
  joins:
    'join policies p on p.id = t.policy_id join carriers c on c.id = p.carrier_id join agents a on a.id = t.agent_id',
  filters: { agentId: equalsNumber('t.agent_id'), ...spanFilters('t') },
  sorts: { startDate: ['t.start_date'], newest: [] },
  defaultSort: { sort: 'startDate', order: 'desc' },
  subject: 'policyId',
  columns: {
    id: 't.id',
    policyId: 't.policy_id',
    policyNumber: 'p.policy_number',
    insuredName: `nullif(concat_ws(' ', p.first_name, p.last_name), '')`,
    carrierName: 'c.name',
    agentId: 't.agent_id',
    agentName: 'a.name',
    share: percentOf('t.share'),
    startDate: 't.start_date::text',
    endDate: 't.end_date::text',
  } satisfies Record<keyof SplitListRow, string>,
}

/** Shares of agents in policies. */
export const splitExport = listExport(list, {
  title: 'Policy splits',
  filters: { agentId: nameLabel('Agent', 'agents'), when: wordLabel('When', timeWords) },
  columns: [
    { label: 'Policy number', kind: 'text', width: 16, column: 'policyNumber' },
    { label: 'Insured', kind: 'text', width: 22, column: 'insuredName' },
    { label: 'Carrier', kind: 'text', width: 18, column: 'carrierName' },
    { label: 'Agent', kind: 'text', width: 22, column: 'agentName' },
    { label: 'Agent NPN', kind: 'text', width: 11, expression: 'a.npn', sheetOnly: true },
    { label: 'Share', kind: 'text', width: 8, expression: `${percentOf('t.share')} || ' %'` },
    { label: 'Start date', kind: 'date', width: 10, expression: 't.start_date' },
    { label: 'End date', kind: 'date', width: 10, expression: 't.end_date' },
  ],
})
