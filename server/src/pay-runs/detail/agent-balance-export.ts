import type { AgentBalance } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { nameLabel } from '../../platform/exports/filter-label.ts'
import { listExport } from '../../platform/exports/list-export.ts'
import type { ListDeclaration } from '../../platform/lists/list-declaration.ts'
import { equalsNumber, inMonth } from '../../platform/lists/list-filters.ts'

/** Filters and sorts see no joins. */
const month = '(select r.month from pay_runs r where r.id = x.run_id)'
const runId = '(select r.month + r.sequence from pay_runs r where r.id = x.run_id)'
const agentName = '(select a.search_name from agents a where a.id = x.agent_id)'

/** Balances of agents in closed runs; a correction comes after its month's run. */
const agentBalanceList: ListDeclaration = {
  name: 'agent_balances',
  table: 'pay_run_agents x',
  key: 'x.id',
  visibleTo: 'x.agent_id',
  always: 'exists (select from pay_runs r where r.id = x.run_id and r.closed_at is not null)',
  joins: 'join agents a on a.id = x.agent_id join pay_runs r on r.id = x.run_id',
  filters: { agentId: equalsNumber('x.agent_id'), month: inMonth(month) },
  sorts: { month: [runId], agent: [agentName, runId], paid: ['x.paid'] },
  defaultSort: { sort: 'month', order: 'desc' },
  columns: {
    id: 'x.id',
    runId: 'x.run_id',
    month: 'r.month::text',
    sequence: 'r.sequence',
    agentId: 'x.agent_id',
    agent: 'a.name',
    npn: 'a.npn',
    opening: 'x.carried_in::text',
    earned: '(x.written + x.overrides)::text',
    adjustments: 'x.adjustments::text',
    advances: 'x.advances::text',
    recovered: 'x.recovered::text',
    paid: 'x.paid::text',
    carried: 'x.carried_out::text',
  } satisfies Record<keyof AgentBalance, string>,
}

export const agentBalanceExport = listExport(agentBalanceList, {
  title: 'Balances of agents',
  filters: { agentId: nameLabel('Agent', 'agents'), month: 'Month' },
  columns: [
    { label: 'Agent', kind: 'text', width: 22, column: 'agent' },
    { label: 'NPN', kind: 'text', width: 11, column: 'npn', sheetOnly: true },
    {
      label: 'Pay run',
      kind: 'text',
      width: 10,
      expression: `to_char(r.month, 'MM/YYYY') || case when r.sequence > 0 then '.' || r.sequence else '' end`,
    },
    { label: 'Opening', kind: 'money', width: 11, expression: 'x.carried_in' },
    { label: 'Earned', kind: 'money', width: 11, expression: 'x.written + x.overrides' },
    { label: 'Adjustments', kind: 'money', width: 11, expression: 'x.adjustments' },
    { label: 'Advances', kind: 'money', width: 11, expression: 'x.advances' },
    { label: 'Recovered', kind: 'money', width: 11, expression: 'x.recovered' },
    { label: 'Paid', kind: 'money', width: 11, expression: 'x.paid' },
    { label: 'Carried', kind: 'money', width: 11, expression: 'x.carried_out' },
  ],
})
