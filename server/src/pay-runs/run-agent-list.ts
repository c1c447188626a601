import type { RunAgent } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { runName } from '@coverdesk/domain/pay-runs/run-name.ts'
import { sql } from 'kysely'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { equalsNumber, type ListFilter, plainStartsWith } from '../platform/lists/list-filters.ts'
import { containsName } from '../platform/lists/name-filters.ts'

/** Filters and sorts see no joins. */
const agentName = '(select a.search_name from agents a where a.id = x.agent_id)'

const shown = {
  changed: 'x.paid <> x.previous',
  held: '(x.held <> 0 or x.hold is not null)',
  carried: '(x.carried_in <> 0 or x.carried_out <> 0)',
} as const

/** Agents by what is particular about their row. */
const show: ListFilter = {
  types: ['text'],
  valuesOf: (typed) => [String(typed)],
  condition: (value) =>
    `case ${value} ${Object.entries(shown)
      .map(([name, condition]) => `when '${name}' then ${condition}`)
      .join(' ')} end`,
}

/** Amounts of the agents of a run. */
export const runAgentList: ListDeclaration = {
  name: 'pay_run_agents',
  table: 'pay_run_agents x',
  key: 'x.id',
  visibleTo: 'x.agent_id',
  joins: 'join agents a on a.id = x.agent_id',
  filters: {
    id: equalsNumber('x.run_id'),
    name: containsName(agentName, plainStartsWith(agentName), 'agent'),
    show,
  },
  sorts: { agent: [agentName], paid: ['x.paid'], earned: ['x.written'] },
  defaultSort: { sort: 'paid', order: 'desc' },
  columns: {
    id: 'x.agent_id',
    agent: 'a.name',
    npn: 'a.npn',
    earned: 'x.written::text',
    overrides: 'x.overrides::text',
    held: 'x.held::text',
    adjustments: 'x.adjustments::text',
    advances: 'x.advances::text',
    recovered: 'x.recovered::text',
    carriedIn: 'x.carried_in::text',
    carriedOut: 'x.carried_out::text',
    paid: 'x.paid::text',
    change: '(x.paid - x.previous)::text',
    hold: 'x.hold',
  } satisfies Record<keyof RunAgent, string>,
}

export const runAgentExport = listExport(runAgentList, {
  title: 'Pay run by agent',
  filters: {
    id: {
      label: 'Pay run',
      read: async (id, db) => {
        const { rows } = await sql<{ month: string; sequence: number }>`
          select month::text, sequence from pay_runs where id = ${Number(id)}`.execute(db)
        return rows[0] && runName(rows[0])
      },
    },
    name: 'Agent',
    show: 'Show',
  },
  columns: [
    { label: 'Agent', kind: 'text', width: 22, column: 'agent' },
    { label: 'NPN', kind: 'text', width: 11, column: 'npn', sheetOnly: true },
    { label: 'Earned', kind: 'money', width: 11, expression: 'x.written' },
    { label: 'Overrides', kind: 'money', width: 11, expression: 'x.overrides' },
    { label: 'Held', kind: 'money', width: 11, expression: 'x.held' },
    { label: 'Adjustments', kind: 'money', width: 11, expression: 'x.adjustments' },
    { label: 'Advances', kind: 'money', width: 11, expression: 'x.advances' },
    { label: 'Recovered', kind: 'money', width: 11, expression: 'x.recovered' },
    { label: 'Carried in', kind: 'money', width: 11, expression: 'x.carried_in' },
    { label: 'Carried out', kind: 'money', width: 11, expression: 'x.carried_out' },
    { label: 'To pay', kind: 'money', width: 11, expression: 'x.paid' },
    { label: 'Change', kind: 'money', width: 11, expression: 'x.paid - x.previous', sheetOnly: true },
  ],
})
