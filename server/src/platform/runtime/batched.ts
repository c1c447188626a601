import { setTimeout as pass } from 'node:timers/promises'

/** Waits until all requests of this event loop turn have been read, so that they share one batch. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Minimum `ms` between batches when the previous batch had at least `from` keys. */
export interface BatchDelay {
  ms: number
  from: number
}

/**
 * Converts a lookup of many keys into one of a single key. Keys requested while a batch runs form the next batch; `delay`
 * makes batches larger under load. A result is never older than its request. An error rejects the whole batch.
 */
export function batched<Key, Value>(
  loadAll: (keys: Key[]) => Promise<Map<Key, Value>>,
  delay: BatchDelay = { ms: 0, from: Number.POSITIVE_INFINITY },
): (key: Key) => Promise<Value | undefined> {
  let waiting: { keys: Set<Key>; result: Promise<Map<Key, Value>> } | null = null
  let running: Promise<unknown> = Promise.resolve()
  let last = { keys: 0, at: 0 }

  async function waitForMore(): Promise<void> {
    const rest = last.keys >= delay.from ? last.at + delay.ms - performance.now() : 0
    await (rest > 0 ? pass(rest) : nextTurn())
  }

  function open(): { keys: Set<Key>; result: Promise<Map<Key, Value>> } {
    const keys = new Set<Key>()
    const result = running.then(waitForMore).then(() => {
      waiting = null
      last = { keys: keys.size, at: performance.now() }
      return loadAll([...keys])
    })
    running = result.catch(() => undefined)
    return { keys, result }
  }

  return async (key) => {
    waiting ??= open()
    waiting.keys.add(key)
    return (await waiting.result).get(key)
  }
}
