import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { PtoRow, ptoSorts } from '@coverdesk/domain/pto/pto-contract.ts'
import { cutCell } from '../ui/basics/cut-text.tsx'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { endInWords, maxCommentLength, ptoTone, startInWords, timeInWords } from './pto-words.ts'

type PtoSort = (typeof ptoSorts)[number]

const figures = (text: string) => <span className="figures">{text}</span>

/** Columns of the list (PTO-01, A-101). */
export const ptoColumns: readonly ListColumn<PtoRow, PtoSort>[] = [
  { id: 'agent', header: 'Agent', cell: (row) => row.agent, width: 170, pinned: true },
  {
    id: 'startDate',
    header: 'Start date',
    cell: (row) => figures(startInWords(row)),
    width: 156,
    sort: 'startDate',
  },
  { id: 'endDate', header: 'End date', cell: (row) => figures(endInWords(row)), width: 156, sort: 'endDate' },
  { id: 'hours', header: 'Hours', cell: (row) => figures(row.hours), width: 76, align: 'right' },
  {
    id: 'status',
    header: 'Status',
    cell: (row) => row.status,
    kind: 'status',
    tone: (row) => ptoTone(row.statusId),
    width: 116,
  },
  {
    id: 'createdDate',
    header: 'Created',
    cell: (row) => todayIn(new Date(row.createdDate)),
    kind: 'date',
    width: 98,
    sort: 'createdDate',
  },
  {
    id: 'comment',
    header: 'Comment',
    cell: (row) => cutCell(maxCommentLength, row.comment),
    width: 360,
    grow: 1,
    quiet: true,
  },
]

export const ptoPhoneRow: PhoneRow<PtoRow> = {
  title: (row) => row.agent,
  subtitle: timeInWords,
  badge: (row) => <StatusPill tone={ptoTone(row.statusId)}>{row.status}</StatusPill>,
  figure: (row) => row.hours,
}
