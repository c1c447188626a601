import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import { firstOf, monthOf } from '../demo-calendar.ts'
import { weighted } from '../demo-random.ts'
import { type DemoPolicy, policyRandom } from './demo-policies.ts'

export interface DemoCommission {
  /** First day of the month. */
  month: string
  kind: 'initial' | 'renewal' | 'chargeback'
  members: number
  amount: string
}

/** How a month of a policy was paid; almost all are paid as the schedule says. */
type Payment = 'exact' | 'missing' | 'late' | 'twice' | 'short' | 'over'

const payments = weighted<Payment>([
  ['exact', 99_320],
  ['missing', 160],
  ['late', 300],
  ['twice', 80],
  ['short', 100],
  ['over', 40],
])

/**
 * Commissions of a policy in the months of `span`: an amount per member while the premium was paid, with the faults that
 * statements of carriers have: months left out, paid late, twice or for another number of members, and chargebacks.
 */
export function demoCommissions(policy: DemoPolicy, span: { first: number; last: number }): DemoCommission[] {
  const { carrier, members, effective, term, paidThrough, status } = policy
  if (status === 'Cancelled' || status === 'Pending' || paidThrough === '') return []
  const random = policyRandom(policy.id, 2)
  const start = monthOf(effective)
  const paid = Math.min(monthOf(paidThrough), span.last)
  const lines: DemoCommission[] = []
  const add = (at: number, of: number, kind: DemoCommission['kind']) =>
    lines.push({ month: firstOf(at), kind, members: Math.abs(of), amount: amountOf(carrier.perMember * of) })
  let owed = 0
  for (let at = Math.max(start, span.first); at <= paid; at++) {
    const kind = at - start < 12 ? 'initial' : 'renewal'
    const payment = payments(random)
    if (payment === 'late') {
      owed += 1
      continue
    }
    if (payment === 'missing') continue
    for (; owed > 0; owed--) add(at, members, kind)
    if (payment === 'twice') add(at, members, kind)
    add(at, payment === 'short' && members > 1 ? members - 1 : payment === 'over' ? members + 1 : members, kind)
  }
  const back = status === 'Terminated' && monthOf(term) < span.last && lines.length > 2 && random.chance(0.05)
  if (back) add(monthOf(term) + 1, -members * random.between(1, 2), 'chargeback')
  return lines
}
