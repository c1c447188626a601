import type { VarianceClass } from '@coverdesk/domain/expected/variance-class.ts'
import { showMoney, sumOfAmounts } from '@coverdesk/domain/fields/amount.ts'
import type { PolicyMonth } from '@coverdesk/domain/variances/variance-contract.ts'

const uncompared: readonly VarianceClass[] = ['not due yet', 'not compared', 'not rated']

type SummedMonth = Pick<PolicyMonth, 'class' | 'expected' | 'received' | 'gap'>

/**
 * Sums of a policy's months in words, and the gap. Months that are not due or not rated yet have nothing to compare with; what was
 * received for them stands apart. Null without anything to say.
 */
export function sumsOfMonths(months: readonly SummedMonth[]): { words: string; gap: string } | null {
  const isCompared = ({ class: kind }: SummedMonth) => !uncompared.includes(kind)
  const compared = months.filter(isCompared)
  const gap = sumOfAmounts(compared.map((month) => month.gap))
  const rest = sumOfAmounts(months.filter((month) => !isCompared(month)).map(({ received }) => received))
  if (compared.length === 0) return rest === '0.00' ? null : { words: `Received ${showMoney(rest)}, not compared`, gap }
  const due = sumOfAmounts(compared.map(({ expected }) => expected))
  const received = sumOfAmounts(compared.map((month) => month.received))
  if (due === '0.00' && received === '0.00' && rest === '0.00') return null
  const words = `${due === '0.00' ? 'Nothing due' : `Due ${showMoney(due)}`}, received ${showMoney(received)}`
  return { words: `${words}${rest === '0.00' ? '' : `, ${showMoney(rest)} not compared`}`, gap }
}
