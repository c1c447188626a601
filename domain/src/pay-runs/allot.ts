/** Whole cents times part over whole, rounded half away from zero: the same for money that comes and that goes back. */
export function portionOf(cents: number, part: number, whole: number): number {
  const product = BigInt(Math.abs(cents)) * BigInt(part)
  const rounded = Number((product * 2n + BigInt(whole)) / (BigInt(whole) * 2n))
  return cents < 0 ? 0 - rounded : rounded
}

interface Weight {
  /** Ties go to the lower one. */
  order: number
  weight: number
}

/**
 * Divides whole cents by weights (rule 14): each gets the whole cents of its absolute share, and the rest goes to the largest
 * remainders, ties to the lower order. The parts add up to the amount.
 */
export function allot(cents: number, weights: readonly Weight[]): number[] {
  const amount = BigInt(Math.abs(cents))
  const whole = BigInt(weights.reduce((sum, { weight }) => sum + weight, 0))
  if (whole === 0n) return weights.map(() => 0)
  const sign = cents < 0 ? -1 : 1
  const parts = weights.map(({ weight, order }, at) => {
    const exact = amount * BigInt(weight)
    // BigInt division truncates toward zero; a remainder is never negative.
    const down = exact / whole - (exact % whole < 0n ? 1n : 0n)
    return { at, order, cents: Number(down), rest: exact - down * whole }
  })
  let left = Number(amount) - parts.reduce((sum, part) => sum + part.cents, 0)
  for (const part of parts.toSorted((one, other) => Number(other.rest - one.rest) || one.order - other.order)) {
    if (left <= 0) break
    part.cents += 1
    left -= 1
  }
  return parts.map((part) => part.cents * sign || 0)
}
