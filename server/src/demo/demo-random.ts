/**
 * Deterministic pseudorandom numbers by seed and position (splitmix32), with a separate stream per position, so that a row
 * does not depend on how many rows were generated before it. Not for secrets.
 */
export class DemoRandom {
  #state: number

  constructor(seed: number, place: number) {
    this.#state = mixed(mixed(seed ^ 0x9e3779b9) ^ Math.imul(place + 1, 0x85ebca6b))
  }

  /** From 0 inclusive to 1 exclusive. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0
    return mixed(this.#state) / 4_294_967_296
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** An integer from `from` to `to`, both inclusive. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  /** One item of a non-empty list. */
  pick<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.next() * list.length)]
    if (found === undefined) throw new Error('Nothing to pick from')
    return found
  }
}

function mixed(number: number): number {
  let mix = number | 0
  mix = Math.imul(mix ^ (mix >>> 16), 0x21f0aaad)
  mix = Math.imul(mix ^ (mix >>> 15), 0x735a2d97)
  return (mix ^ (mix >>> 15)) >>> 0
}

/** Picks items by weight; the list must not be empty and contains pairs of item and weight. */
export function weighted<T>(items: readonly (readonly [T, number])[]): (random: DemoRandom) => T {
  const total = items.reduce((sum, [, weight]) => sum + weight, 0)
  let reached = 0
  const bounds = items.map(([, weight]) => {
    reached += weight
    return reached / total
  })
  return (random) => {
    const at = random.next()
    let [low, high] = [0, bounds.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((bounds[middle] ?? 1) <= at) low = middle + 1
      else high = middle
    }
    const found = items[low]
    if (!found) throw new Error('Nothing to pick from')
    return found[0]
  }
}
