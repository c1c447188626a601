import { fail } from '@coverdesk/domain/fail.ts'
import PQueue from 'p-queue'

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
  /** Resolves when no slot is in use, with whether none was taken since. */
  whenIdle: () => Promise<boolean>
}

export function createSlots({ concurrency, maxQueue, maxWaitMs }: ConcurrencyLimit): Slots {
  const queue = new PQueue({ concurrency })

  function enter(): Promise<ReleaseSlot | null> {
    return new Promise((resolve) => {
      const expiry = new AbortController()
      const timer = maxWaitMs === undefined ? undefined : setTimeout(() => expiry.abort(), maxWaitMs)
      const useSlot = () => {
        clearTimeout(timer)
        const { promise: finished, resolve: release } = Promise.withResolvers<void>()
        resolve(release)
        return finished
      }
      queue.add(useSlot, { signal: expiry.signal }).catch(() => resolve(null))
    })
  }

  return {
    acquire: async () => (queue.pending >= concurrency && queue.size >= maxQueue ? null : await enter()),
    queued: () => queue.size,
    whenIdle: async () => {
      await queue.onIdle()
      return queue.pending === 0
    },
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
