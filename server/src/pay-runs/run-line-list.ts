import type { RunLine } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { nameLabel } from '../platform/exports/filter-label.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { beginsNumber, equalsNumber, equalsText, type ListFilter } from '../platform/lists/list-filters.ts'

const show: ListFilter = {
  types: ['text'],
  valuesOf: (typed) => [String(typed)],
  condition: (value) => `(e.held is not null) = (${value} = 'held')`,
}

/** The line as it stands now: one that was deleted and loaded again has another id. */
export const earningJoins = `
  join carriers c on c.id = e.carrier_id
  left join paid_lines d on d.original_id = e.line_id
  left join commission_lines l on l.id = coalesce(d.line_id, e.line_id)
  left join import_batches b on b.id = l.last_batch_id
  left join policies p on p.id = e.policy_id`
export const insuredOfEarning = `coalesce(p.first_name || ' ' || p.last_name, l.insured_name)`

const amountOfTerms = `case e.terms_basis when 'percent' then trim_scale(e.terms_value) || ' %'
  else e.terms_value::numeric(12, 2) || ' per member, ' || e.members || case e.members when 1 then ' member' else ' members' end end`
/** '70 % by the contract of 01/01/2026, all carriers'. */
const rule = `case when e.terms_source is null then case e.kind when 'open' then 'Not calculated yet' else 'Kept by the agency' end
  else ${amountOfTerms} || case e.role when 'override' then ', override of level ' || e.level else '' end
    || case e.terms_source when 'contract' then ' by the contract of ' when 'override' then ', terms of ' else ' by the rate of ' end
    || coalesce(to_char(e.terms_from, 'MM/DD/YYYY'), 'a deleted row')
    || case when e.terms_of_all then ', all carriers' else ', ' || c.name end
    || coalesce(', ' || trim_scale(e.share) || ' % of the writing part', '') end`

/** Columns of a division of a line. */
export const runLineColumns = {
  id: 'e.id',
  policyId: 'e.policy_id',
  policyNumber: 'e.policy_number',
  insuredName: insuredOfEarning,
  carrier: 'c.name',
  statement: 'e.statement::text',
  month: 'e.month::text',
  kind: 'e.kind',
  role: 'e.role',
  level: 'e.level',
  rule,
  amount: 'e.amount::text',
  held: 'e.held',
  fileName: 'b.file_name',
  line: 'l.last_line',
}

/** Lines behind an agent's amount of a run. */
export const runLineList: ListDeclaration = {
  name: 'pay_earnings',
  table: 'pay_earnings e',
  key: 'e.id',
  visibleTo: 'e.agent_id',
  joins: earningJoins,
  filters: {
    id: equalsNumber('e.run_id'),
    agentId: { ...equalsNumber('e.agent_id'), indexedSort: 'statement' },
    carrierId: equalsNumber('e.carrier_id'),
    role: equalsText('e.role'),
    policyNumber: beginsNumber('e.policy_number'),
    show,
  },
  sorts: { statement: ['e.statement'] },
  defaultSort: { sort: 'statement', order: 'desc' },
  columns: {
    ...runLineColumns,
    received: `(select coalesce(sum(g.gross), 0)::numeric(12, 2)::text from pay_earnings g
      where g.run_id = e.run_id and g.line_id = e.line_id and g.kind = e.kind and g.month = e.month
        and g.policy_id is not distinct from e.policy_id and g.reverses is not distinct from e.reverses)`,
  } satisfies Record<keyof RunLine, string>,
}

export const runLineExport = listExport(runLineList, {
  title: 'Lines of a pay run',
  filters: { agentId: nameLabel('Agent', 'agents'), policyNumber: 'Policy number', show: 'Show' },
  columns: [
    { label: 'Policy number', kind: 'text', width: 14, column: 'policyNumber' },
    { label: 'Insured', kind: 'text', width: 20, column: 'insuredName' },
    { label: 'Carrier', kind: 'text', width: 14, column: 'carrier' },
    { label: 'Statement', kind: 'text', width: 9, expression: `to_char(e.statement, 'MM/YYYY')` },
    { label: 'Month', kind: 'text', width: 8, expression: `to_char(e.month, 'MM/YYYY')` },
    { label: 'Received', kind: 'money', width: 11, column: 'received' },
    { label: 'Rule', kind: 'text', width: 30, column: 'rule' },
    { label: 'Amount', kind: 'money', width: 11, expression: 'e.amount' },
    { label: 'Held', kind: 'text', width: 22, column: 'held' },
    { label: 'File', kind: 'text', width: 20, column: 'fileName', sheetOnly: true },
    { label: 'Line', kind: 'integer', width: 7, column: 'line', sheetOnly: true },
  ],
})
