import { showAmount } from '@coverdesk/domain/fields/amount.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import type { RateRow, RateTime, rateSorts } from '@coverdesk/domain/rates/rate-contract.ts'
import type { ListColumn, PhoneRow, Tone } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'

export type RateSort = (typeof rateSorts)[number]

/** Whether a rate is current, upcoming or ended. */
export function timeOf({ startDate, endDate }: Pick<RateRow, 'startDate' | 'endDate'>, today: string): RateTime {
  if (startDate > today) return 'coming'
  return endDate !== null && endDate < today ? 'ended' : 'now'
}

export const timeWords: Record<RateTime, string> = { now: 'In force', coming: 'Upcoming', ended: 'Ended' }
const tones: Record<RateTime, Tone> = { now: 'green', coming: 'blue', ended: 'grey' }

/** Columns of the list (RATE-03). */
export function rateColumns(today: string): readonly ListColumn<RateRow, RateSort>[] {
  return [
    { id: 'agent', header: 'Agent', cell: (row) => row.agentName, width: 200, sort: 'agent', pinned: true },
    { id: 'carrier', header: 'Carrier', cell: (row) => row.carrierName, width: 240, grow: 1 },
    { id: 'rate', header: 'Rate', cell: (row) => row.rate1, kind: 'money', width: 96, sort: 'rate' },
    {
      id: 'startDate',
      header: 'Start date',
      cell: (row) => row.startDate,
      kind: 'date',
      width: 110,
      sort: 'startDate',
    },
    { id: 'endDate', header: 'End date', cell: (row) => row.endDate, kind: 'date', width: 110, sort: 'endDate' },
    {
      id: 'when',
      header: 'When',
      cell: (row) => timeWords[timeOf(row, today)],
      kind: 'status',
      width: 110,
      tone: (row) => tones[timeOf(row, today)],
    },
  ]
}

export function ratePhoneRow(today: string): PhoneRow<RateRow> {
  return {
    title: (row) => row.agentName,
    subtitle: (row) => `${row.carrierName}, ${daysInWords(row)}`,
    figure: (row) => `$${showAmount(row.rate1)}`,
    badge: (row) => <StatusPill tone={tones[timeOf(row, today)]}>{timeWords[timeOf(row, today)]}</StatusPill>,
    first: 'figure',
  }
}

/** '01/01/2026 to 11/30/2026', or 'from 01/01/2026 on'. */
export function daysInWords({ startDate, endDate }: Pick<RateRow, 'startDate' | 'endDate'>): string {
  return endDate ? `${showDate(startDate)} to ${showDate(endDate)}` : `from ${showDate(startDate)} on`
}

/** Name of a row: 'Ana Vega, Oscar, from 01/01/2026 on'. */
export function rateName(row: RateRow): string {
  return `${row.agentName}, ${row.carrierName}, ${daysInWords(row)}`
}
