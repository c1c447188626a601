import { fail } from '@coverdesk/domain/failures.ts'

/** Maximum running tasks, maximum queued tasks, and maximum time in the queue. */
export interface ConcurrencyLimit {
  concurrency: number
  maxQueue: number
  /** Unlimited by default. */
  maxWaitMs?: number
}

/** Releases a slot; further calls do nothing. */
export type ReleaseSlot = () => void

/** Slots for work that ends in another function than it starts, such as a download. */
export interface Slots {
  /** Waits for a slot, first come first served. Null when the queue is full or the wait times out. */
  acquire: () => Promise<ReleaseSlot | null>
  /** Number of queued tasks. */
  queued: () => number
  /** Whether no slot is in use. */
  isIdle: () => boolean
}

export function createSlots({ concurrency, maxQueue, maxWaitMs }: ConcurrencyLimit): Slots {
  let running = 0
  const queue: (() => void)[] = []

  function releaseOnce(): ReleaseSlot {
    let released = false
    return () => {
      if (released) return
      released = true
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }

  function waitInQueue(): Promise<boolean> {
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined
      const start = () => {
        clearTimeout(timer)
        resolve(true)
      }
      queue.push(start)
      if (maxWaitMs === undefined) return
      timer = setTimeout(() => {
        queue.splice(queue.indexOf(start), 1)
        resolve(false)
      }, maxWaitMs)
    })
  }

  return {
    async acquire() {
      if (running < concurrency) running++
      else if (queue.length >= maxQueue || !(await waitInQueue())) return null
      return releaseOnce()
    },
    queued: () => queue.length,
    isIdle: () => running === 0,
  }
}

/**
 * Runs at most `concurrency` tasks at once, in order; rejects with `server.busy` when the queue is full. Keeps threads, memory
 * and connections available for other requests (P-81).
 */
export function limitConcurrency(limit: ConcurrencyLimit): <T>(task: () => Promise<T>) => Promise<T> {
  const slots = createSlots(limit)
  return async (task) => {
    const release = (await slots.acquire()) ?? fail('server.busy')
    try {
      return await task()
    } finally {
      release()
    }
  }
}
