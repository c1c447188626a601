import { fail } from '@coverdesk/domain/fail.ts'

/** Maximum JSON or form body of a public route in bytes, unless its contract declares `maxBody`. */
export const publicBodyLimit = 16 * 1024

/** Far above any valid call: a bulk change sends 1,000 ids with their versions. */
const limits = { depth: 20, members: 500, values: 20_000 } as const

/**
 * Rejects a parsed body or query with too deep nesting or too many members or values, before schema validation
 * spends time on it.
 */
export function refuseOversizedInput(input: unknown): void {
  let values = 0
  let level: unknown[] = [input]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limits.depth)
      fail('request.malformed', { message: `The request is nested too deeply (at most ${limits.depth} levels)` })
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue
      const children = Array.isArray(value) ? value : Object.values(value)
      if (!Array.isArray(value) && children.length > limits.members)
        fail('request.malformed', { message: `The request holds too many members (at most ${limits.members})` })
      values += children.length
      if (values > limits.values)
        fail('request.malformed', { message: 'The request holds too many values (at most 20,000)' })
      for (const child of children) if (typeof child === 'object' && child !== null) next.push(child)
    }
    level = next
  }
}
