import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { Amount } from '../fields/amount.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { Id, listQuery, page, TextFilter } from '../platform/page.ts'
import { type ExportFormat, route } from '../platform/route.ts'

/** What a payment is for; its place is its id in generic list 5. */
export const paymentTypes = ['Commission', 'Override', 'Bonus', 'Adjustment'] as const
/** How far a batch of payments is; its place is its id in generic list 6. A paid one never changes. */
export const batchStatuses = ['Open', 'Processed', 'Paid'] as const

export const paymentSorts = ['month', 'number'] as const

/** The filters of the list (PAY-01); from and to are of the payment date. */
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

/** A payment to an agent (PAY-07). */
export const Payment = z.object({
  id: z.number().int(),
  agentId: z.number().int(),
  /** The agent's. */
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
})
export type Payment = z.infer<typeof Payment>

/** The report formats that payments are offered in: their codes, and the files they stand for. */
export const paymentFormats = { RFPDF: 'pdf', RFCSV: 'csv' } as const satisfies Record<string, ExportFormat>
export type PaymentFormat = keyof typeof paymentFormats

/** A download: one payment by its number, or all that the filters let through. */
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
    summary: 'Payments to the agents whom the person may see',
    input: PaymentFilters,
    output: page(Payment),
  }),
  download: route({
    method: 'GET',
    path: '/api/SlipPayment/download',
    allow: sectionRules.Commission.links['Agent Payment'],
    audit: { reads: 'payment' },
    summary: 'One payment, or all that the filters let through, as a file in the report format',
    input: PaymentReport,
    // Always a file.
    output: z.never(),
  }),
}
