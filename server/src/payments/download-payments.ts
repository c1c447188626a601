import { fail } from '@coverdesk/domain/fail.ts'
import { paymentFormats, type payments } from '@coverdesk/domain/payments/payment-contract.ts'
import type { ParsedInputOf } from '@coverdesk/domain/platform/route.ts'
import { exportList } from '../platform/exports/list-export.ts'
import type { Download, SignedInCall } from '../platform/http/http-call.ts'
import { countList } from '../platform/lists/count-list.ts'
import { paymentExport, paymentList } from './payment-list.ts'

/**
 * Downloads visible payments in the report format: one by its number, or all that match the filters (PAY-03, PAY-04).
 * Fails with `record.not_found` for a number that the user cannot see.
 */
export async function downloadPayments(
  call: SignedInCall,
  { reportFormatId, ...query }: ParsedInputOf<typeof payments.download>,
): Promise<Download> {
  const visibility = call.user.visibility('AgentPayment')
  const { paymentNumber } = query
  if (paymentNumber !== undefined && (await countList(call.db, paymentList, query, visibility)) === 0)
    fail('record.not_found')
  const exported = {
    ...paymentExport,
    title: paymentNumber === undefined ? paymentExport.title : `Payment ${paymentNumber}`,
  }
  return await exportList(call, paymentFormats[reportFormatId], exported, query, visibility)
}
