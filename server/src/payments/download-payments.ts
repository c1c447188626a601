import { fail } from '@coverdesk/domain/failures.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { paymentFormats, type payments } from '@coverdesk/domain/payments/payment-contract.ts'
import type { ParsedInputOf } from '@coverdesk/domain/platform/route.ts'
import { agentAndCarrier } from '../commissions/export-statements.ts'
import { type Brands, brandOf } from '../platform/config/brands.ts'
import { exportList } from '../platform/exports/list-export.ts'
import type { Download, SignedInCall } from '../platform/http/http-call.ts'
import { countList } from '../platform/lists/list-count.ts'
import { paymentColumns, paymentList } from './payment-list.ts'

/**
 * Downloads visible payments in the report format: one by its number, or all that match the filters (PAY-03, PAY-04).
 * Fails with `record.not_found` for a number that the user cannot see.
 */
export async function downloadPayments(
  call: SignedInCall,
  { reportFormatId, ...query }: ParsedInputOf<typeof payments.download>,
  brands: Brands,
): Promise<Download> {
  const visibility = call.user.visibility('AgentPayment')
  const { paymentNumber } = query
  if (paymentNumber !== undefined && (await countList(call.db, paymentList, query, visibility)) === 0)
    fail('record.not_found')
  const brand = brandOf(brands, call.host)
  const options = {
    title: paymentNumber === undefined ? 'Agent payments' : `Payment ${paymentNumber}`,
    columns: paymentColumns,
    filters: [
      ...(await agentAndCarrier(call.db, query)),
      { label: 'Type', value: query.typePayment },
      { label: 'Batch', value: query.batchName },
      { label: 'Batch status', value: query.batchStatus },
      { label: 'Paid from', value: showDate(query.from) },
      { label: 'Paid to', value: showDate(query.to) },
    ].flatMap(({ label, value }) => (value ? [{ label, value }] : [])),
    brand: { name: brand.name, color: brand.colors.light },
    timeZone: 'America/New_York',
  }
  return await exportList(call, paymentFormats[reportFormatId], paymentList, options, query, visibility)
}
