import type { AgentStatement, AgentStatementTotals } from '@coverdesk/domain/commissions/statement-contract.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { nameLabel } from '../platform/exports/filter-label.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration, ListRequest } from '../platform/lists/list-declaration.ts'
import {
  equalsNumber,
  equalsNumberOrNone,
  inMonth,
  inYear,
  sinceMonth,
  untilMonth,
} from '../platform/lists/list-filters.ts'
import { sumList } from '../platform/lists/list-sums.ts'

/** Totals of the loaded statements by carrier, month and agent, which every change of the lines recomputes (STMT-17). */
export const agentStatementList: ListDeclaration = {
  name: 'commission_month_totals',
  table: 'commission_month_totals t',
  key: 't.id',
  visibleTo: 't.agent_id',
  versioned: true,
  always: 't.agent_id is not null',
  joins: `
    join agents a on a.id = t.agent_id
    join carriers c on c.id = t.carrier_id`,
  filters: {
    agentId: equalsNumberOrNone('t.agent_id'),
    carrierId: equalsNumber('t.carrier_id'),
    month: inMonth('t.month'),
    monthFrom: sinceMonth('t.month'),
    monthTo: untilMonth('t.month'),
    year: inYear('t.month'),
  },
  sorts: {
    month: ['t.month', 't.amount'],
    agent: [`(select plain_text(s.name) collate "C" from agents s where s.id = t.agent_id)`, 't.month', 't.carrier_id'],
    policies: ['t.policies'],
    members: ['t.members'],
    amount: ['t.amount'],
  },
  defaultSort: { sort: 'month', order: 'desc' },
  columns: {
    id: 't.id',
    agentId: 't.agent_id',
    agentName: 'a.name',
    carrierId: 't.carrier_id',
    carrierName: 'c.name',
    totalPolicies: 't.policies',
    totalMembers: 't.members',
    amount: 't.amount::text',
    notRated: '0',
    month: 'extract(month from t.month)::int',
    year: 'extract(year from t.month)::int',
  } satisfies Record<keyof AgentStatement, string>,
}

/** What the agency pays the agents of their statements, in place of the amounts. */
export const payStatementList: ListDeclaration = {
  ...agentStatementList,
  name: 'pay-statements',
  versioned: 'commission_month_totals',
  sorts: { ...agentStatementList.sorts, month: ['t.month', 't.pay'], amount: ['t.pay'] },
  columns: { ...agentStatementList.columns, amount: 't.pay::text', notRated: 't.unrated' },
}

/** Files of a list of statements, whose money column is `amount`. */
const filesOf = (list: ListDeclaration, amount: { label: string; expression: string }) =>
  listExport(list, {
    title: 'Agent commission statement',
    filters: {
      agentId: nameLabel('Agent', 'agents'),
      carrierId: nameLabel('Carrier', 'carriers'),
      month: 'Month',
      monthFrom: 'From month',
      monthTo: 'To month',
    },
    columns: [
      { label: 'Agent', kind: 'text', width: 24, column: 'agentName' },
      { label: 'Carrier', kind: 'text', width: 24, column: 'carrierName' },
      { label: 'Policies', kind: 'integer', width: 8, column: 'totalPolicies' },
      { label: 'Members', kind: 'integer', width: 8, column: 'totalMembers' },
      { kind: 'money', width: 12, ...amount },
      { label: 'Month', kind: 'text', width: 8, expression: `to_char(t.month, 'MM/YYYY')` },
    ],
  })

export const agentStatementExport = filesOf(agentStatementList, { label: 'Amount', expression: 't.amount' })
export const payStatementExport = filesOf(payStatementList, { label: 'Pay', expression: 't.pay' })

/** Sums of all statements of a request, of one of the two lists. */
export async function agentStatementTotals(
  db: Db,
  list: ListDeclaration,
  request: ListRequest,
  visibility: Visibility,
): Promise<AgentStatementTotals> {
  const isPay = list === payStatementList
  const ofAgents = 'filter (where t.agent_id is not null)'
  const { totalAmount, notRated, noAgent } = await sumList(
    db,
    { ...list, always: 'true' },
    {
      totalAmount: `coalesce(sum(${isPay ? 't.pay' : 't.amount'}) ${ofAgents}, 0)::numeric(18, 2)::text`,
      notRated: isPay ? `coalesce(sum(t.unrated) ${ofAgents}, 0)::text` : `'0'`,
      noAgent: 'coalesce(sum(t.amount) filter (where t.agent_id is null), 0)::numeric(18, 2)::text',
    },
    request,
    visibility,
  )
  return {
    totalAmount,
    notRated: Number(notRated),
    noAgent: isPay || request.agentId !== undefined ? null : noAgent,
  }
}
