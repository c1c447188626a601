import { fail } from '@coverdesk/domain/failures.ts'

/**
 * Lets `running` pieces of work go on at once and `waiting` more stand in line; further ones are refused as busy, so that
 * a crowd can neither fill the memory nor keep everybody waiting (P-81).
 */
export function atMost(running: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = running
  const line: (() => void)[] = []
  return async (work) => {
    if (free > 0) free -= 1
    else if (line.length >= waiting) fail('server.busy')
    else await new Promise<void>((go) => line.push(go))
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else free += 1
    }
  }
}
