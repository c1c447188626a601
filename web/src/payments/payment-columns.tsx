import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { monthText } from '@coverdesk/domain/fields/month-text.ts'
import type { Payment, paymentSorts } from '@coverdesk/domain/payments/payment-contract.ts'
import { monthColumn } from '../lists/month-column.ts'
import type { ListColumn, PhoneRow, Tone } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'

type PaymentSort = (typeof paymentSorts)[number]

const tones: Record<Payment['batchStatus'], Tone> = { Open: 'amber', Processed: 'blue', Paid: 'green' }

/** Columns of the payments (PAY-02), with agent and batch status. */
export const paymentColumns: readonly ListColumn<Payment, PaymentSort>[] = [
  {
    id: 'number',
    header: 'Payment number',
    cell: (row: Payment) => row.paymentNumber,
    width: 126,
    sort: 'number' as const,
    pinned: true,
  },
  { id: 'agent', header: 'Agent', cell: (row) => row.name, width: 138 },
  { id: 'carrier', header: 'Carrier', cell: (row) => row.carrier, width: 136, grow: 1 },
  { id: 'type', header: 'Payment type', cell: (row) => row.typePayment, width: 112 },
  { id: 'batch', header: 'Batch', cell: (row) => row.batchName, width: 158 },
  {
    id: 'status',
    header: 'Batch status',
    cell: (row) => row.batchStatus,
    kind: 'status',
    tone: (row) => tones[row.batchStatus],
    width: 106,
  },
  { id: 'amount', header: 'Amount', cell: (row) => row.amount, kind: 'money', width: 90 },
  monthColumn((row) => monthText(row.month, row.year), { sort: 'month' }),
  { id: 'paid', header: 'Payment date', cell: (row) => row.paymentDate, kind: 'date', width: 108 },
]

/** 'P0000042, Ana Vega'. */
export const paymentName = (row: Payment) => `${row.paymentNumber}, ${row.name}`

export const paymentPhoneRow: PhoneRow<Payment> = {
  title: (row) => row.name,
  subtitle: (row) =>
    [row.carrier ?? row.typePayment, monthText(row.month, row.year), showDate(row.paymentDate)]
      .filter(Boolean)
      .join(', '),
  figure: (row) => showMoney(row.amount),
  badge: (row) => <StatusPill tone={tones[row.batchStatus]}>{row.batchStatus}</StatusPill>,
  first: 'figure',
}
