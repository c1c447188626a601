import type { AgentStatement, AgentStatementTotals } from '@coverdesk/domain/commissions/statement-contract.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { nameLabel } from '../platform/exports/filter-label.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration, ListRequest } from '../platform/lists/list-declaration.ts'
import { equalsNumber, equalsNumberOrNone, inMonth, inYear } from '../platform/lists/list-filters.ts'
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
    payment: 'null::text',
    month: 'extract(month from t.month)::int',
    year: 'extract(year from t.month)::int',
  } satisfies Record<keyof AgentStatement, string>,
}

export const agentStatementExport = listExport(agentStatementList, {
  title: 'Agent commission statement',
  filters: {
    agentId: nameLabel('Agent', 'agents'),
    carrierId: nameLabel('Carrier', 'carriers'),
    month: 'Month',
  },
  columns: [
    { label: 'Agent', kind: 'text', width: 24, column: 'agentName' },
    { label: 'Carrier', kind: 'text', width: 24, column: 'carrierName' },
    { label: 'Policies', kind: 'integer', width: 8, column: 'totalPolicies' },
    { label: 'Members', kind: 'integer', width: 8, column: 'totalMembers' },
    { label: 'Amount', kind: 'money', width: 12, expression: 't.amount' },
    { label: 'Month', kind: 'text', width: 8, expression: `to_char(t.month, 'MM/YYYY')` },
  ],
})

const payment = `(
  select sum(y.amount) from payments y
  where y.agent_id = t.agent_id and y.carrier_id = t.carrier_id and y.month = t.month)`

/** An agent's own statements: with what the agency pays for them. */
export const ownStatementList: ListDeclaration = {
  ...agentStatementList,
  name: 'own-statements',
  versioned: 'commission_month_totals',
  columns: { ...agentStatementList.columns, payment: `${payment}::text` },
}

/** Sums of all statements of a request, with the payments for `ownStatementList`. */
export async function agentStatementTotals(
  db: Db,
  list: ListDeclaration,
  request: ListRequest,
  visibility: Visibility,
): Promise<AgentStatementTotals> {
  const own = list === ownStatementList
  return await sumList(
    db,
    list,
    {
      totalAmount: 'coalesce(sum(t.amount), 0)::numeric(18, 2)::text',
      totalPayment: own ? `coalesce(sum(${payment}), 0)::numeric(18, 2)::text` : 'null::text',
    },
    request,
    visibility,
  )
}
