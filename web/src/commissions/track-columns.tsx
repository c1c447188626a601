import type { Track, trackSorts } from '@coverdesk/domain/commissions/tracking-contract.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { monthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'

type TrackColumn = ListColumn<Track, (typeof trackSorts)[number]>

/** Columns of tracking, with twelve months and their total. */
export const trackColumns: readonly TrackColumn[] = [
  {
    id: 'number',
    header: 'Policy number',
    cell: (row) => row.policyNumber,
    width: 120,
    sort: 'policyNumber',
    pinned: true,
  },
  { id: 'insured', header: 'Insured', cell: (row) => row.insuredName, width: 150, grow: 1 },
  { id: 'agent', header: 'Agent', cell: (row) => row.agentName ?? 'Unassigned', width: 140 },
  { id: 'carrier', header: 'Carrier', cell: (row) => row.carrierName, width: 120 },
  ...monthNames.map(
    (name, index): TrackColumn => ({
      id: name,
      header: name,
      cell: (row) => row.months[index],
      kind: 'month',
      width: 56,
    }),
  ),
  { id: 'total', header: 'Total', cell: (row) => row.total, kind: 'money', width: 92, sort: 'total' },
]

/** 'U90001234, Rosa Ledesma, 2026'. */
export const trackName = ({ policyNumber, insuredName, year }: Track) =>
  [policyNumber, insuredName, year].filter(Boolean).join(', ')

export const trackPhoneRow: PhoneRow<Track> = {
  title: (row) => row.insuredName ?? row.policyNumber,
  subtitle: (row) => [row.policyNumber, row.carrierName, row.agentName ?? 'Unassigned'].join(', '),
  figure: (row) => showMoney(row.total),
}
