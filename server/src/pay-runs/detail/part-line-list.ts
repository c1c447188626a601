import { lineParts, type RunPartLine } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { nameLabel } from '../../platform/exports/filter-label.ts'
import { listExport } from '../../platform/exports/list-export.ts'
import type { ListDeclaration } from '../../platform/lists/list-declaration.ts'
import { beginsNumber, equalsNumber, type ListFilter } from '../../platform/lists/list-filters.ts'
import { runLineColumns, runLineList } from '../run-line-list.ts'
import { heldAmount } from '../settle-agents.ts'

type LinePart = (typeof lineParts)[number]

/** Rows of pay_earnings `e` that a part of a run consists of. */
export const isOfPart: Readonly<Record<LinePart, string>> = {
  received: 'e.gross <> 0',
  agency: `e.agency <> 0 and e.kind <> 'open'`,
  held: `(e.held is not null or e.kind = 'open')`,
  writing: `e.role = 'writing' and e.held is null and e.agent_id is not null`,
  overrides: `e.role = 'override' and e.held is null and e.agent_id is not null`,
}

/** What such a row adds to the part; a line that is not divided yet is held as a whole. */
export const amountOfPart: Readonly<Record<LinePart, string>> = {
  received: 'e.gross',
  agency: 'e.agency',
  held: heldAmount,
  writing: 'e.amount',
  overrides: 'e.amount',
}

const part: ListFilter = {
  types: ['text'],
  valuesOf: (typed) => [String(typed)],
  condition: (value) =>
    `case ${value} ${lineParts.map((name) => `when '${name}' then ${isOfPart[name]}`).join(' ')} end`,
}

/** The agency's part of a row; a line that is not divided yet is held as a whole. */
const agencyAmount = `case when e.kind = 'open' then 0 else e.agency end::numeric(14, 2)`

/** Divisions of lines behind a part of a run. */
export const partLineList: ListDeclaration = {
  ...runLineList,
  name: 'pay_earnings_by_part',
  joins: `${runLineList.joins} left join agents a on a.id = e.agent_id`,
  filters: {
    id: equalsNumber('e.run_id'),
    part,
    carrierId: { ...equalsNumber('e.carrier_id'), indexedSort: 'statement' },
    agentId: { ...equalsNumber('e.agent_id'), indexedSort: 'statement' },
    policyNumber: beginsNumber('e.policy_number'),
  },
  columns: {
    ...runLineColumns,
    agent: 'a.name',
    gross: 'e.gross::text',
    agency: `(${agencyAmount})::text`,
    amount: `(${heldAmount})::text`,
  } satisfies Record<keyof RunPartLine, string>,
}

export const partLineExport = listExport(partLineList, {
  title: 'Lines of a pay run',
  filters: {
    part: 'Part',
    carrierId: nameLabel('Carrier', 'carriers'),
    agentId: nameLabel('Agent', 'agents'),
    policyNumber: 'Policy number',
  },
  columns: [
    { label: 'Policy number', kind: 'text', width: 14, column: 'policyNumber' },
    { label: 'Insured', kind: 'text', width: 20, column: 'insuredName' },
    { label: 'Carrier', kind: 'text', width: 14, column: 'carrier' },
    { label: 'Agent', kind: 'text', width: 18, column: 'agent' },
    { label: 'Statement', kind: 'text', width: 9, expression: `to_char(e.statement, 'MM/YYYY')` },
    { label: 'Month', kind: 'text', width: 8, expression: `to_char(e.month, 'MM/YYYY')` },
    { label: 'Received', kind: 'money', width: 11, expression: 'e.gross' },
    { label: 'Agency', kind: 'money', width: 11, expression: agencyAmount },
    { label: 'Amount', kind: 'money', width: 11, expression: heldAmount },
    { label: 'Rule', kind: 'text', width: 30, column: 'rule', sheetOnly: true },
    { label: 'Held', kind: 'text', width: 22, column: 'held' },
    { label: 'File', kind: 'text', width: 20, column: 'fileName', sheetOnly: true },
    { label: 'Line', kind: 'integer', width: 7, column: 'line', sheetOnly: true },
  ],
})
