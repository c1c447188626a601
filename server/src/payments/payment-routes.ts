import { payments } from '@coverdesk/domain/payments/payment-contract.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { sumList } from '../platform/lists/list-sums.ts'
import { downloadPayments } from './download-payments.ts'
import { paymentLines } from './payment-lines.ts'
import { paymentList, paymentSums } from './payment-list.ts'

export function paymentRoutes(on: Bind): void {
  on(payments.list, async ({ db, user }, query) => {
    const visibility = user.visibility('AgentPayment')
    const found = await listPage(db, paymentList, query, visibility)
    return found.with(await sumList(db, paymentList, paymentSums, query, visibility))
  })
  on(payments.download, downloadPayments)
  on(payments.lines, paymentLines)
}
