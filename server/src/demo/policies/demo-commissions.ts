import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import { firstOf, monthOf } from '../demo-calendar.ts'
import { type DemoPolicy, policyRandom } from './demo-policies.ts'

export interface DemoCommission {
  /** First day of the month. */
  month: string
  kind: 'initial' | 'renewal' | 'chargeback'
  members: number
  amount: string
}

/**
 * Commissions of a policy in the months of `span`: an amount per member while the premium was paid, with gaps, double payments
 * and chargebacks.
 */
export function demoCommissions(policy: DemoPolicy, span: { first: number; last: number }): DemoCommission[] {
  const { carrier, members, effective, term, paidThrough, status } = policy
  if (status === 'Cancelled' || status === 'Pending' || paidThrough === '') return []
  const random = policyRandom(policy.id, 2)
  const start = monthOf(effective)
  const paid = Math.min(monthOf(paidThrough), span.last)
  const month = carrier.perMember * members
  const lines: DemoCommission[] = []
  const add = (at: number, amount: number, kind: DemoCommission['kind']) =>
    lines.push({ month: firstOf(at), kind, members, amount: amountOf(amount) })
  let owed = 0
  for (let at = Math.max(start, span.first); at <= paid; at++) {
    const kind = at - start < 12 ? 'initial' : 'renewal'
    if (random.chance(0.03)) {
      owed = random.chance(0.6) ? 1 : 0
      continue
    }
    for (let line = 0; line <= owed; line++) add(at, month, kind)
    owed = 0
  }
  const back = status === 'Terminated' && monthOf(term) < span.last && lines.length > 2 && random.chance(0.12)
  if (back) add(monthOf(term) + 1, -month * random.between(1, 2), 'chargeback')
  return lines
}
