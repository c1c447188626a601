import type { Track, trackSorts } from '@coverdesk/domain/commissions/tracking-contract.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { monthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import { monthText } from '@coverdesk/domain/fields/month-text.ts'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import { NotRated } from '../ui/basics/money-cell.tsx'
import { monthAmount } from './month-amount.tsx'

type TrackColumn = ListColumn<Track, (typeof trackSorts)[number]>

interface Opens {
  onMonth(track: Track, month: number): void
  /** Opens the variances behind a gap; null for users who may not read them. */
  onGap: ((track: Track) => void) | null
}

/**
 * Columns of tracking, with twelve months and their total; a month opens its lines. Users who see the agency's amounts also
 * see what was expected in the year, and the gap.
 */
export const trackColumns = ({ onMonth, onGap }: Opens, seesPay: boolean): readonly TrackColumn[] => [
  {
    id: 'number',
    header: 'Policy number',
    cell: (row) => row.policyNumber,
    width: 108,
    sort: 'policyNumber',
    pinned: true,
  },
  { id: 'insured', header: 'Insured', cell: (row) => row.insuredName, width: 112, grow: 2 },
  { id: 'agent', header: 'Agent', cell: (row) => row.agentName ?? 'Unassigned', width: 92, grow: 1 },
  { id: 'carrier', header: 'Carrier', cell: (row) => row.carrierName, width: 84, grow: 1 },
  ...monthNames.map(
    (name, index): TrackColumn => ({
      id: name,
      header: name,
      cell: (row) => monthAmount(row, index),
      kind: 'month',
      opens: (row) => onMonth(row, index + 1),
      width: 49,
    }),
  ),
  { id: 'total', header: 'Total', cell: (row) => row.total ?? <NotRated />, kind: 'money', width: 76, sort: 'total' },
  ...(seesPay ? [] : ledgerColumns(onGap)),
]

/** The gap first: beside the sidebar, a window of 1440 px has no place for both. */
const ledgerColumns = (onGap: Opens['onGap']): readonly TrackColumn[] => [
  {
    id: 'gap',
    header: 'Gap',
    cell: ({ ledger }) => ledger?.gap,
    kind: 'money',
    width: 66,
    ...(onGap ? { opens: onGap } : {}),
  },
  { id: 'expected', header: 'Expected', cell: ({ ledger }) => ledger?.expected, kind: 'money', width: 70 },
]

/** 'U90001234, Rosa Ledesma, 2026', or with the month '03/2026'. */
export const trackName = ({ policyNumber, insuredName, year }: Track, month?: number) =>
  [policyNumber, insuredName, month === undefined ? year : monthText(month, year)].filter(Boolean).join(', ')

export const trackPhoneRow: PhoneRow<Track> = {
  title: (row) => row.insuredName ?? row.policyNumber,
  subtitle: (row) => [row.policyNumber, row.carrierName, row.agentName ?? 'Unassigned', ...gapWords(row)].join(', '),
  figure: (row) => (row.total === null ? <NotRated /> : showMoney(row.total)),
}

const gapWords = ({ ledger }: Track): string[] =>
  ledger && ledger.gap !== '0.00' ? [`gap ${showMoney(ledger.gap)}`] : []
