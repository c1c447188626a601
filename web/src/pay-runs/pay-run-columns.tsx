import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import type { PayRun, RunAgent, runAgentSorts } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { runName } from '@coverdesk/domain/pay-runs/run-name.ts'
import type { ListColumn, PhoneRow, Tone } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'

export const runTones: Record<PayRun['status'], Tone> = {
  Draft: 'amber',
  Closed: 'blue',
  Processed: 'blue',
  Paid: 'green',
}

export const payRunColumns: readonly ListColumn<PayRun, 'month'>[] = [
  { id: 'month', header: 'Pay run', cell: runName, width: 170, sort: 'month', pinned: true },
  {
    id: 'status',
    header: 'Status',
    cell: (row) => row.status,
    kind: 'status',
    tone: (row) => runTones[row.status],
    width: 100,
  },
  { id: 'lines', header: 'Lines', cell: (row) => row.lines, kind: 'number', width: 80 },
  { id: 'agents', header: 'Agents', cell: (row) => row.agents, kind: 'number', width: 76 },
  { id: 'received', header: 'Received', cell: (row) => row.received, kind: 'money', width: 104 },
  { id: 'agency', header: 'Agency', cell: (row) => row.agency, kind: 'money', width: 104 },
  { id: 'held', header: 'Held', cell: (row) => row.held, kind: 'money', width: 96 },
  { id: 'earned', header: 'Earned, overrides', cell: (row) => row.earned, kind: 'money', width: 132 },
  { id: 'adjusted', header: 'Adjusted', cell: (row) => row.adjusted, kind: 'money', width: 96 },
  { id: 'paid', header: 'To pay', cell: (row) => row.paid, kind: 'money', width: 104 },
  { id: 'paidOn', header: 'Paid on', cell: (row) => row.paidOn, kind: 'date', width: 100 },
  { id: 'closedBy', header: 'Closed by', cell: (row) => row.closedBy, width: 130, quiet: true },
  { id: 'reason', header: 'Reason', cell: (row) => row.reason, width: 180, grow: 1, quiet: true },
]

export const payRunPhoneRow: PhoneRow<PayRun> = {
  title: runName,
  subtitle: (row) => row.reason ?? `${row.lines.toLocaleString('en-US')} lines, ${row.agents} agents`,
  badge: (row) => <StatusPill tone={runTones[row.status]}>{row.status}</StatusPill>,
  figure: (row) => showMoney(row.paid),
  first: 'figure',
}

const money = (
  id: keyof RunAgent & string,
  header: string,
  width = 84,
): ListColumn<RunAgent, (typeof runAgentSorts)[number]> => ({
  id,
  header,
  cell: (row) => (row[id] === '0.00' ? null : row[id]),
  kind: 'money',
  width,
})

export const runAgentColumns: readonly ListColumn<RunAgent, (typeof runAgentSorts)[number]>[] = [
  { id: 'agent', header: 'Agent', cell: (row) => row.agent, width: 160, sort: 'agent', pinned: true },
  { ...money('paid', 'To pay', 92), sort: 'paid' },
  money('change', 'Change', 92),
  { ...money('earned', 'Earned', 92), sort: 'earned' },
  money('overrides', 'Overrides'),
  money('adjustments', 'Adjustments', 96),
  money('advances', 'Advances'),
  money('recovered', 'Recovered'),
  money('carriedIn', 'Carried in'),
  money('carriedOut', 'Carried out', 88),
  money('held', 'Held'),
  { id: 'hold', header: 'Hold', cell: (row) => row.hold, width: 140, grow: 1, quiet: true },
]

export const runAgentPhoneRow: PhoneRow<RunAgent> = {
  title: (row) => row.agent,
  subtitle: ({ earned, overrides, held }) =>
    [
      `Earned ${showMoney(earned)}`,
      ...(overrides === '0.00' ? [] : [`overrides ${showMoney(overrides)}`]),
      ...(held === '0.00' ? [] : [`held ${showMoney(held)}`]),
    ].join(', '),
  figure: (row) => showMoney(row.paid),
  first: 'figure',
}
