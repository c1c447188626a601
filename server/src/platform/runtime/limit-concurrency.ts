import { fail } from '@coverdesk/domain/failures.ts'

/** How many tasks run at once, and how many more may wait for their turn, for how long. */
export interface ConcurrencyLimit {
  concurrency: number
  maxQueue: number
  /** Without it a task waits until its turn comes. */
  maxWaitMs?: number
}

/** Gives a slot back; calls after the first do nothing. */
export type ReleaseSlot = () => void

/** Slots for work that does not end where it began, such as a download. */
export interface Slots {
  /** Takes a slot, in the order of the requests. Null when the queue is full or the wait took too long. */
  acquire: () => Promise<ReleaseSlot | null>
  /** Tasks that wait for a slot. */
  queued: () => number
  /** True when no slot is taken. */
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
 * Runs at most `concurrency` tasks at once, in the order of the calls; rejects with `server.busy` when the queue is full. So a
 * crowd that wants one thing leaves threads, memory and connections to everybody else (P-81).
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
