import type { AgentStatement, agentStatementSorts } from '@coverdesk/domain/commissions/statement-contract.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { monthText } from '@coverdesk/domain/fields/month-text.ts'
import { withoutAgent } from '../access/own-records.ts'
import { monthColumn } from '../lists/month-column.ts'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import { NotRated } from '../ui/basics/money-cell.tsx'

type StatementSort = (typeof agentStatementSorts)[number]
type StatementColumn = ListColumn<AgentStatement, StatementSort>

/** Whose statements: only the user's own; and whether amounts are the pay of agents. */
interface Reader {
  ownOnly: boolean
  seesPay: boolean
}

const monthOf = ({ month, year }: AgentStatement) => monthText(month, year)

/** Heading of amounts: what the agency received, or what it pays. */
export function amountHeader({ ownOnly, seesPay }: Reader): string {
  if (!seesPay) return 'Amount'
  return ownOnly ? 'Your pay' : 'Pay'
}

/** Columns of agent statements (STMT-02). */
export function statementColumns({ ownOnly, seesPay }: Reader): readonly StatementColumn[] {
  const all: StatementColumn[] = [
    { id: 'agent', header: 'Agent', cell: (row) => row.agentName, width: 164, sort: 'agent', pinned: true },
    { id: 'carrier', header: 'Carrier', cell: (row) => row.carrierName, width: 160, grow: 0 },
    {
      id: 'policies',
      header: 'Policies',
      cell: (row) => row.totalPolicies,
      kind: 'number',
      width: 76,
      sort: 'policies',
    },
    { id: 'members', header: 'Members', cell: (row) => row.totalMembers, kind: 'number', width: 80, sort: 'members' },
    {
      id: 'amount',
      header: amountHeader({ ownOnly, seesPay }),
      cell: (row) => row.amount ?? <NotRated />,
      kind: 'money',
      width: 108,
      sort: 'amount',
    },
    monthColumn(monthOf, { sort: 'month', grow: 0 }),
  ]
  return withoutAgent(all, ownOnly)
}

/** 'Ana Vega, Oscar, 03/2026'. */
export const statementName = (row: AgentStatement) => `${row.agentName}, ${row.carrierName}, ${monthOf(row)}`

export function statementPhoneRow({ ownOnly }: Reader): PhoneRow<AgentStatement> {
  return {
    title: (row) => (ownOnly ? row.carrierName : row.agentName),
    subtitle: (row) => (ownOnly ? monthOf(row) : `${row.carrierName}, ${monthOf(row)}`),
    figure: (row) => (row.amount === null ? <NotRated /> : showMoney(row.amount)),
  }
}
