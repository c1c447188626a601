import { amountOf, cents, showAmount } from '@coverdesk/domain/fields/amount.ts'
import { showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { showMonth } from '@coverdesk/domain/fields/month-text.ts'
import type { VarianceRow, varianceSorts } from '@coverdesk/domain/variances/variance-contract.ts'
import { monthColumn } from '../lists/month-column.ts'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { classMark, daysLeft, isUrgent, statusTone } from './variance-words.ts'
import css from './variances.module.css'

type VarianceSort = (typeof varianceSorts)[number]
type Column = ListColumn<VarianceRow, VarianceSort>

/** Received less expected: what is missing is negative. */
const gapOf = ({ expected, received }: VarianceRow) => amountOf((cents(received) ?? 0) - (cents(expected) ?? 0))

const common: readonly Column[] = [
  { id: 'insured', header: 'Insured', cell: (row) => row.insuredName, width: 150, sort: 'insured', pinned: true },
  { id: 'policyNumber', header: 'Policy number', cell: (row) => row.policyNumber, width: 110, sort: 'policyNumber' },
  monthColumn((row) => showMonth(row.month), { sort: 'month' }),
  {
    id: 'class',
    header: 'Class',
    kind: 'status',
    cell: (row) => classMark[row.class].label,
    tone: (row) => classMark[row.class].tone,
    width: 130,
  },
  { id: 'carrier', header: 'Carrier', cell: (row) => row.carrier, width: 120, quiet: true },
  { id: 'agent', header: 'Agent', cell: (row) => row.agent, width: 120, quiet: true },
  { id: 'expected', header: 'Expected', cell: (row) => row.expected, kind: 'money', width: 86 },
  { id: 'received', header: 'Received', cell: (row) => row.received, kind: 'money', width: 86 },
  { id: 'gap', header: 'Gap', cell: gapOf, kind: 'money', width: 84 },
]
const work: readonly Column[] = [
  { id: 'owner', header: 'Owner', cell: (row) => row.owner, width: 120 },
  {
    id: 'status',
    header: 'Status',
    kind: 'status',
    cell: (row) => row.status,
    tone: (row) => statusTone(row.status),
    width: 110,
  },
]

/** Columns of open variances; `today` colors what is due soon. */
export function openColumns(today: string): readonly Column[] {
  return [
    ...common,
    { id: 'stake', header: 'At stake', cell: (row) => row.stake, kind: 'money', width: 86, sort: 'stake' },
    {
      id: 'disputeBy',
      header: 'Dispute by',
      sort: 'disputeBy',
      width: 140,
      cell: (row) =>
        row.disputeBy === null ? null : (
          <span className={css.deadline}>
            {showDate(row.disputeBy)} <span data-urgent={isUrgent(row, today)}>{daysLeft(row, today)}</span>
          </span>
        ),
    },
    ...work,
  ]
}

export const closedColumns: readonly Column[] = [
  ...common,
  { id: 'recovered', header: 'Recovered', cell: (row) => row.recovered, kind: 'money', width: 90 },
  { id: 'closedBy', header: 'Closed by', cell: (row) => row.closedBy, width: 220, grow: 1 },
  {
    id: 'closed',
    header: 'Closed',
    cell: (row) => row.closedAt && todayIn(new Date(row.closedAt)),
    kind: 'date',
    width: 100,
    sort: 'closed',
  },
  ...work,
]

export const variancePhoneRow: PhoneRow<VarianceRow> = {
  title: (row) => row.insuredName,
  subtitle: (row) => `${showMonth(row.month)}, ${row.carrier}, ${row.policyNumber}`,
  badge: (row) => <StatusPill tone={classMark[row.class].tone}>{classMark[row.class].label}</StatusPill>,
  figure: (row) => showAmount(row.stake),
  first: 'figure',
}
