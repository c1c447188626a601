import type { DisputeItem, DisputeRow, disputeSorts } from '@coverdesk/domain/disputes/dispute-contract.ts'
import { showAmount } from '@coverdesk/domain/fields/amount.ts'
import { showMonth } from '@coverdesk/domain/fields/month-text.ts'
import { monthColumn } from '../lists/month-column.ts'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { classMark, monthsInWords, statusTone } from '../variances/variance-words.ts'
import { standingOf } from './dispute-words.ts'

export const disputeColumns: readonly ListColumn<DisputeRow, (typeof disputeSorts)[number]>[] = [
  { id: 'number', header: 'Number', cell: (row) => String(row.id), width: 80, sort: 'number', pinned: true },
  { id: 'carrier', header: 'Carrier', cell: (row) => row.carrier, width: 160, grow: 1 },
  { id: 'variances', header: 'Months', cell: (row) => row.variances, kind: 'number', width: 80 },
  { id: 'stake', header: 'At stake', cell: (row) => row.stake, kind: 'money', width: 96, sort: 'stake' },
  { id: 'recovered', header: 'Recovered', cell: (row) => row.recovered, kind: 'money', width: 96 },
  {
    id: 'standing',
    header: 'Standing',
    kind: 'status',
    cell: (row) => standingOf(row).label,
    tone: (row) => standingOf(row).tone,
    width: 110,
  },
  { id: 'disputeBy', header: 'Dispute by', cell: (row) => row.disputeBy, kind: 'date', width: 104, sort: 'disputeBy' },
  { id: 'sentOn', header: 'Sent', cell: (row) => row.sentOn, kind: 'date', width: 104 },
  { id: 'sentTo', header: 'Sent to', cell: (row) => row.sentTo, width: 160 },
  { id: 'createdBy', header: 'Made by', cell: (row) => row.createdBy, width: 130, quiet: true },
]

export const disputePhoneRow: PhoneRow<DisputeRow> = {
  title: (row) => `${row.id}, ${row.carrier}`,
  subtitle: (row) => `${monthsInWords(row.variances)}, ${showAmount(row.recovered)} recovered`,
  badge: (row) => <StatusPill tone={standingOf(row).tone}>{standingOf(row).label}</StatusPill>,
  figure: (row) => showAmount(row.stake),
  first: 'figure',
}

export const itemColumns: readonly ListColumn<DisputeItem, 'month'>[] = [
  { id: 'insured', header: 'Insured', cell: (row) => row.insuredName, width: 150, pinned: true },
  { id: 'policyNumber', header: 'Policy number', cell: (row) => row.policyNumber, width: 120 },
  monthColumn((row) => showMonth(row.month), { sort: 'month' }),
  {
    id: 'class',
    header: 'Class',
    kind: 'status',
    cell: (row) => classMark[row.class].label,
    tone: (row) => classMark[row.class].tone,
    width: 120,
  },
  { id: 'expected', header: 'Due', cell: (row) => row.expected, kind: 'money', width: 86 },
  { id: 'received', header: 'Paid', cell: (row) => row.received, kind: 'money', width: 86 },
  { id: 'stake', header: 'Claimed', cell: (row) => row.stake, kind: 'money', width: 86 },
  { id: 'recovered', header: 'Recovered', cell: (row) => row.recovered, kind: 'money', width: 90 },
  {
    id: 'status',
    header: 'Status',
    kind: 'status',
    cell: (row) => row.status,
    tone: (row) => statusTone(row.status),
    width: 110,
  },
  { id: 'reason', header: 'Why', cell: (row) => row.reason, width: 320, grow: 1 },
]

export const itemPhoneRow: PhoneRow<DisputeItem> = {
  title: (row) => row.insuredName,
  subtitle: (row) => `${showMonth(row.month)}, ${row.policyNumber}`,
  badge: (row) => <StatusPill tone={statusTone(row.status)}>{row.status}</StatusPill>,
  figure: (row) => showAmount(row.stake),
  first: 'figure',
}
