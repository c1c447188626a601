import { payments } from '@coverdesk/domain/payments/payment-contract.ts'
import type { Brands } from '../platform/config/brands.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { downloadPayments } from './download-payments.ts'
import { paymentList } from './payment-list.ts'

export function paymentRoutes(on: Bind, { brands }: { brands: Brands }): void {
  on(payments.list, ({ db, user }, query) => listPage(db, paymentList, query, user.visibility('AgentPayment')))
  on(payments.download, (call, query) => downloadPayments(call, query, brands))
}
