import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import type { AgentBalance, balanceSorts } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { runName } from '@coverdesk/domain/pay-runs/run-name.ts'
import type { ListColumn, PhoneRow } from '../../ui/basics/list-column.ts'

type Column = ListColumn<AgentBalance, (typeof balanceSorts)[number]>
type Opens = (row: AgentBalance) => void

/** What the figures of a balance open. */
export interface BalanceOpenings {
  /** The agent's balances, where the run before carried what this one opens with. */
  ofAgent: Opens
  /** The agent's amount in the run, with steps, lines and statement. */
  amount: Opens
  adjustments: Opens | undefined
  advances: Opens | undefined
}

export function balanceColumns({ ofAgent, amount, adjustments, advances }: BalanceOpenings): readonly Column[] {
  return [
    { id: 'agent', header: 'Agent', cell: (row) => row.agent, width: 150, sort: 'agent', pinned: true, grow: 1 },
    { id: 'month', header: 'Pay run', cell: runName, width: 140, sort: 'month' },
    figure('opening', 'Opening', ofAgent),
    figure('earned', 'Earned', amount),
    figure('adjustments', 'Adjustments', adjustments),
    figure('advances', 'Advances', advances),
    figure('recovered', 'Recovered', advances),
    { ...figure('paid', 'Paid', amount), sort: 'paid' },
    figure('carried', 'Carried', ofAgent),
  ]
}

function figure(
  id: 'opening' | 'earned' | 'adjustments' | 'advances' | 'recovered' | 'paid' | 'carried',
  header: string,
  opens: Opens | undefined,
): Column {
  return {
    id,
    header,
    cell: (row) => (row[id] === '0.00' ? null : row[id]),
    kind: 'money',
    width: 96,
    ...(opens ? { opens } : {}),
  }
}

export const balanceName = (row: AgentBalance) => `${row.agent}, ${runName(row)}`

export const balancePhoneRow: PhoneRow<AgentBalance> = {
  title: (row) => row.agent,
  subtitle: (row) => `${runName(row)}, carried ${showMoney(row.carried)}`,
  figure: (row) => showMoney(row.paid),
  first: 'figure',
}
