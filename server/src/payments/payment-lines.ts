import { fail } from '@coverdesk/domain/fail.ts'
import type { Payment, payments } from '@coverdesk/domain/payments/payment-contract.ts'
import { sql } from 'kysely'
import { carrySteps } from '../pay-runs/pay-run-queries.ts'
import { runLineList } from '../pay-runs/run-line-list.ts'
import { seesAgencyAmounts } from '../platform/auth/pay-readers.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { selectList } from '../platform/lists/select-list.ts'
import { paymentList } from './payment-list.ts'

const roles: Partial<Record<Payment['typePayment'], string>> = { Commission: 'writing', Override: 'override' }

/** The same lines without what the carrier paid the agency of them (decision 141). */
const payRunLineList: ListDeclaration = {
  ...runLineList,
  name: 'pay_earnings_of_readers',
  columns: { ...runLineList.columns, received: 'null' },
}

/**
 * What a payment of a pay run consists of, which adds up to its amount: what the agent earned of a carrier in one role, or the
 * run's adjustments and carries. Held lines are in no payment.
 */
export const paymentLines: Handler<typeof payments.lines> = async ({ db, user }, { paymentId, ...query }) => {
  const visibility = user.visibility('AgentPayment')
  const { runId, agentId, carrierId, typePayment } = await findPayment(db, visibility, paymentId)
  const role = roles[typePayment] ?? 'none'
  const request = { ...query, id: runId ?? 0, agentId, carrierId: carrierId ?? 0, role, show: 'paid' }
  const found = await listPage(db, seesAgencyAmounts(user) ? runLineList : payRunLineList, request, visibility)
  const steps = runId === null || carrierId !== null ? [] : await carrySteps(db, { id: runId, agentId })
  return found.with({ steps })
}

async function findPayment(db: Db, visibility: Visibility, id: number): Promise<Payment> {
  const visible = visibility.all ? sql`true` : sql`y.agent_id = any(${visibility.agentIds}::bigint[])`
  const { rows } = await sql<Payment>`
    ${selectList(paymentList)} where y.id = ${id} and ${visible}`.execute(db)
  return rows[0] ?? fail('record.not_found')
}
