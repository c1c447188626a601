import type { ScheduleRowOut, scheduleSorts } from '@coverdesk/domain/schedules/schedule-contract.ts'
import {
  amountText,
  basisText,
  businessWords,
  limitsText,
  monthsText,
  scheduleName,
  scopeWords,
  stateWords,
} from '@coverdesk/domain/schedules/schedule-words.ts'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'

type ScheduleSort = (typeof scheduleSorts)[number]

const lag = ({ firstLag }: ScheduleRowOut) =>
  firstLag === 0 ? null : `${firstLag} ${firstLag === 1 ? 'month' : 'months'}`

export const scheduleColumns: readonly ListColumn<ScheduleRowOut, ScheduleSort>[] = [
  { id: 'carrier', header: 'Carrier', cell: (row) => row.carrierName, width: 170, sort: 'carrier', pinned: true },
  { id: 'states', header: 'States', cell: stateWords, width: 110 },
  { id: 'scope', header: 'For', cell: limitsText, width: 150, grow: 1 },
  { id: 'business', header: 'Business', cell: (row) => businessWords[row.business], width: 130 },
  { id: 'basis', header: 'Basis', cell: basisText, width: 160 },
  { id: 'amount', header: 'Amount', cell: amountText, width: 90, sort: 'amount', align: 'right' },
  { id: 'months', header: 'Months', cell: monthsText, width: 160, sort: 'firstMonth' },
  { id: 'lag', header: 'First payment after', cell: lag, width: 130, quiet: true },
  { id: 'document', header: 'Document', cell: (row) => row.documentName, width: 180, quiet: true },
  { id: 'source', header: 'Source', cell: (row) => row.source, width: 180, quiet: true },
]

export const schedulePhoneRow: PhoneRow<ScheduleRowOut> = {
  title: (row) => `${row.carrierName}, ${scopeWords(row)}`,
  subtitle: (row) => `${stateWords(row)}, ${businessWords[row.business]}, ${monthsText(row)}`,
  figure: amountText,
  first: 'figure',
}

export const nameOfSchedule = (row: ScheduleRowOut) => scheduleName(row)
