import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { Amount } from '../fields/amount.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { RunLine, RunStep, runLineSorts } from '../pay-runs/pay-run-contract.ts'
import { Id, listQuery, page, TextFilter } from '../platform/page.ts'
import { type ExportFormat, route } from '../platform/route.ts'

/** Types of payments; the position is the id in generic list 5. */
export const paymentTypes = ['Commission', 'Override', 'Bonus', 'Adjustment'] as const
/** Statuses of payment batches; the position is the id in generic list 6. A paid batch never changes. */
export const batchStatuses = ['Open', 'Processed', 'Paid'] as const

export const paymentSorts = ['month', 'number'] as const

/** Filters of the list (PAY-01); from and to apply to the payment date. */
const filters = {
  agentId: Id.optional(),
  carrierId: Id.optional(),
  typePayment: z.enum(paymentTypes).optional(),
  batchName: TextFilter,
  batchStatus: z.enum(batchStatuses).optional(),
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
}
export const PaymentFilters = listQuery(paymentSorts, filters)
export type PaymentFilters = z.infer<typeof PaymentFilters>

/** Payment to an agent (PAY-07). */
export const Payment = z.object({
  id: z.number().int(),
  agentId: z.number().int(),
  /** Agent's name. */
  name: z.string(),
  carrierId: z.number().int().nullable(),
  carrier: z.string().nullable(),
  typePayment: z.enum(paymentTypes),
  batchName: z.string(),
  batchStatus: z.enum(batchStatuses),
  amount: Amount,
  month: z.number().int(),
  year: z.number().int(),
  /** Null until its batch is paid. */
  paymentDate: z.string().nullable(),
  paymentNumber: z.string(),
  /** Pay run that made it; null for a payment of another source. */
  runId: z.number().int().nullable(),
})
export type Payment = z.infer<typeof Payment>

/** Line behind a payment. What the carrier paid of it is null for readers of pay (decision 141). */
export const PaymentLine = RunLine.extend({ received: Amount.nullable() })
export type PaymentLine = z.infer<typeof PaymentLine>

/** Report formats of payments: codes and file types. */
export const paymentFormats = { RFPDF: 'pdf', RFCSV: 'csv' } as const satisfies Record<string, ExportFormat>
export type PaymentFormat = keyof typeof paymentFormats

/** Download of one payment by its number, or of all filtered payments. */
export const PaymentReport = PaymentFilters.extend({
  reportFormatId: z.enum(['RFPDF', 'RFCSV']).default('RFPDF'),
  paymentNumber: z
    .string()
    .regex(/^P\d{7,}$/, 'Not a payment number')
    .optional(),
})

export const payments = {
  list: route({
    method: 'GET',
    path: '/api/SlipPayment',
    allow: sectionRules.Commission.links['Agent Payment'],
    audit: { reads: 'payment' },
    summary: 'Payments to agents visible to the user',
    input: PaymentFilters,
    output: page(Payment).extend({ totalAmount: Amount }),
  }),
  download: route({
    method: 'GET',
    path: '/api/SlipPayment/download',
    allow: sectionRules.Commission.links['Agent Payment'],
    audit: { reads: 'payment' },
    summary: 'One payment, or all filtered payments, as a file in the report format',
    input: PaymentReport,
    // Always a file.
    output: z.never(),
  }),
  lines: route({
    method: 'GET',
    path: '/api/SlipPayment/{paymentId}/lines',
    allow: sectionRules.Commission.links['Agent Payment'],
    audit: { reads: 'payment', of: 'paymentId' },
    summary: 'What a payment of a pay run consists of: lines with file, line and rule, or adjustments and carries',
    input: listQuery(runLineSorts, { paymentId: Id }),
    output: page(PaymentLine).extend({ steps: z.array(RunStep) }),
  }),
}
