import { allot } from './allot.ts'

/** Unreversed amount of an agent in a paid part. */
export interface Balance {
  agentId: number
  /** Whole cents. */
  amount: number
}

/** Unreversed rest of a part of closed runs: its amount, and how it was divided. */
export interface PaidPart<B extends Balance> {
  gross: number
  agency: number
  balances: readonly B[]
}

export interface Reversal<B extends Balance, P extends PaidPart<B>> {
  of: P
  /** Whole cents, not positive. */
  gross: number
  agency: number
  parts: { balance: B; amount: number }[]
}

/**
 * Rule 17: money taken back reverses the newest unreversed earnings of its policy and month in proportion, not by the terms of now.
 * `rest` is more than was ever paid; it follows the terms.
 */
export function reversalOf<B extends Balance, P extends PaidPart<B>>(
  amount: number,
  newestFirst: readonly P[],
): { reversals: Reversal<B, P>[]; rest: number } {
  const reversals: Reversal<B, P>[] = []
  let left = Math.abs(amount)
  for (const paid of newestFirst) {
    if (left === 0) break
    if (paid.gross <= 0) continue
    const taken = Math.min(left, paid.gross)
    reversals.push(reversePart(paid, taken))
    left -= taken
  }
  return { reversals, rest: 0 - left || 0 }
}

function reversePart<B extends Balance, P extends PaidPart<B>>(paid: P, taken: number): Reversal<B, P> {
  const weights = [
    ...paid.balances.map(({ agentId, amount }) => ({ order: agentId, weight: amount })),
    { order: Number.MAX_SAFE_INTEGER, weight: paid.agency },
  ]
  const parts = allot(0 - taken, weights)
  return {
    of: paid,
    gross: 0 - taken,
    agency: parts.at(-1) ?? 0,
    parts: paid.balances.map((balance, at) => ({ balance, amount: parts[at] ?? 0 })),
  }
}
