import type { AgentStatement, agentStatementSorts } from '@coverdesk/domain/commissions/statement-contract.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { monthText } from '@coverdesk/domain/fields/month-text.ts'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'

type StatementSort = (typeof agentStatementSorts)[number]

const monthOf = ({ month, year }: AgentStatement) => monthText(month, year)

/** Columns of agent statements (STMT-02). */
export const statementColumns: readonly ListColumn<AgentStatement, StatementSort>[] = [
  { id: 'agent', header: 'Agent', cell: (row) => row.agentName, width: 220, sort: 'agent', pinned: true },
  { id: 'carrier', header: 'Carrier', cell: (row) => row.carrierName, width: 240, grow: 1 },
  {
    id: 'policies',
    header: 'Policies',
    cell: (row) => row.totalPolicies,
    kind: 'number',
    width: 100,
    sort: 'policies',
  },
  { id: 'members', header: 'Members', cell: (row) => row.totalMembers, kind: 'number', width: 100, sort: 'members' },
  { id: 'amount', header: 'Amount', cell: (row) => row.amount, kind: 'money', width: 130, sort: 'amount' },
  { id: 'month', header: 'Month', cell: monthOf, width: 110, align: 'right', sort: 'month' },
]

/** 'Ana Vega, Oscar, 03/2026'. */
export const statementName = (row: AgentStatement) => `${row.agentName}, ${row.carrierName}, ${monthOf(row)}`

export const statementPhoneRow: PhoneRow<AgentStatement> = {
  title: (row) => row.agentName,
  subtitle: (row) => `${row.carrierName}, ${monthOf(row)}`,
  figure: (row) => showMoney(row.amount),
}
