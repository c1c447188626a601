import { showAmount } from '@coverdesk/domain/fields/amount.ts'
import type { ScreenPreference } from '@coverdesk/domain/shell/shell-contract.ts'
import type { UnpaidRow, unpaidSorts } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import type { UnpaidVariant } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { monthColumn } from '../lists/month-column.ts'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import { NotRated } from '../ui/basics/money-cell.tsx'
import { StatusMark } from './status-mark.tsx'
import css from './unpaid.module.css'
import { leftDay, leftWords, monthOf, whyOf } from './unpaid-words.ts'

export type UnpaidSort = (typeof unpaidSorts)[number]
type UnpaidColumn = ListColumn<UnpaidRow, UnpaidSort>

const columns: readonly UnpaidColumn[] = [
  {
    id: 'policyNumber',
    header: 'Policy number',
    width: 110,
    sort: 'policyNumber',
    pinned: true,
    cell: (row) => row.policyNumber,
  },
  { id: 'insured', header: 'Insured', cell: (row) => row.insuredName, width: 142, sort: 'insured', grow: 1 },
  { id: 'status', header: 'Status', cell: (row) => <StatusMark status={row.status} />, width: 184 },
  { id: 'carrier', header: 'Carrier', cell: (row) => row.carrier, width: 106, quiet: true },
  { id: 'members', header: 'Members', cell: (row) => row.numberOfMembers, kind: 'number', width: 72 },
  monthColumn(monthOf, { sort: 'month', quiet: true }),
  {
    id: 'agent',
    header: 'Agent',
    width: 122,
    cell: (row) => row.agent ?? <span className={css.unassigned}>Not assigned</span>,
  },
  { id: 'aor', header: 'AOR', cell: (row) => row.aor, width: 118, quiet: true },
  { id: 'why', header: 'Why', cell: whyOf, width: 104, quiet: true },
  {
    id: 'atStake',
    header: 'At stake',
    cell: (row) => row.atStake ?? (row.notRated ? <NotRated /> : null),
    kind: 'money',
    width: 80,
    sort: 'atStake',
  },
]

/** For unpaid policies the paid-through date replaces the reason. */
const paidThrough: UnpaidColumn = {
  id: 'paidThrough',
  header: 'Paid through',
  kind: 'date',
  width: 104,
  quiet: true,
  cell: (row) => row.paidThroughDate,
}

export const unpaidColumns = {
  unpaid: [...columns.slice(0, -1), paidThrough, ...columns.slice(-1)],
  lost: columns,
} as const satisfies Record<UnpaidVariant, readonly UnpaidColumn[]>

/** Columns of resolved policies. */
const resolutionColumns: readonly UnpaidColumn[] = [
  { id: 'leftDate', header: 'Resolved', cell: leftDay, width: 96, sort: 'leftDate' },
  { id: 'leftWhy', header: 'Resolution', cell: leftWords, width: 160 },
]
const place = columns.findIndex(({ id }) => id === 'agent')
export const leftColumns = [...columns.slice(0, place), ...resolutionColumns, ...columns.slice(place)]
export const leftPreference: ScreenPreference = { hidden: ['members', 'aor', 'why'] }

/** Default columns. */
export const unpaidPreference: Readonly<Record<UnpaidVariant, ScreenPreference>> = {
  unpaid: { hidden: ['why', 'paidThrough'] },
  lost: {},
}

/** The columns for an agent who sees only their own policies: 'You' instead of their own name in every row. */
export function ownColumns(all: readonly UnpaidColumn[], ownAgentId: number): readonly UnpaidColumn[] {
  return all.map((column) => {
    if (column.id === 'agent')
      return { ...column, cell: (row) => (row.agentId === ownAgentId ? 'You' : column.cell(row)) }
    if (column.id === 'aor') return { ...column, cell: (row) => (row.aorId === ownAgentId ? 'You' : column.cell(row)) }
    return column
  })
}

/** Default columns of such an agent: the agent of record is nearly always the reader. */
export const withoutAor = ({ hidden = [] }: ScreenPreference): ScreenPreference => ({ hidden: [...hidden, 'aor'] })

export const unpaidPhoneRow: PhoneRow<UnpaidRow> = {
  title: (row) => row.insuredName,
  subtitle: (row) =>
    row.leftWhy === null
      ? `${row.policyNumber}, ${row.carrier}`
      : `${leftDay(row)}, ${leftWords(row)}, ${row.policyNumber}`,
  badge: (row) => <StatusMark status={row.status} />,
  figure: (row) => (row.notRated ? <NotRated /> : showAmount(row.atStake)),
  first: 'figure',
}
