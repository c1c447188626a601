import { fail } from '@coverdesk/domain/failures.ts'

/**
 * Lets so many pieces of work run at once, the others in their turn; who would be one too many waiting is refused with
 * `server.busy`. So a crowd that wants one thing leaves threads and connections to everybody else.
 */
export function inTurns(limit: { atOnce: number; waiting: number }): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (running < limit.atOnce) running++
    else {
      if (queue.length >= limit.waiting) fail('server.busy')
      await new Promise<void>((begin) => queue.push(begin))
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
