/** Letters, digits and symbols that are not confused on paper or by telephone: no l, I, 1, O, 0. */
const kinds = ['abcdefghijkmnopqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '-+*=?!#%'] as const
const all = kinds.join('')
const length = 18

/**
 * Random password of 18 characters (over 100 bits) that satisfies the password rule: at least one character of each
 * kind, in any position.
 */
export function makePassword(): string {
  const characters = [...kinds.map(pick), ...Array.from({ length: length - kinds.length }, () => pick(all))]
  for (let last = characters.length - 1; last > 0; last--) {
    const other = below(last + 1)
    const [one = '', two = ''] = [characters[last], characters[other]]
    characters[last] = two
    characters[other] = one
  }
  return characters.join('')
}

function pick(from: string): string {
  return from.charAt(below(from.length))
}

/** Uniform random integer from 0 to `limit` - 1. Redraws numbers that would introduce bias. */
function below(limit: number): number {
  const fair = 256 - (256 % limit)
  for (;;) {
    const [drawn = 0] = crypto.getRandomValues(new Uint8Array(1))
    if (drawn < fair) return drawn % limit
  }
}
