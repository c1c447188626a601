/** Waits until all requests of this event loop turn have been read, so that they share one batch. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Converts a lookup of many keys into one of a single key. Keys requested while a batch runs form the next batch. A result
 * is never older than its request. An error rejects the whole batch.
 */
export function batched<Key, Value>(
  loadAll: (keys: Key[]) => Promise<Map<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let waiting: { keys: Set<Key>; result: Promise<Map<Key, Value>> } | null = null
  let running: Promise<unknown> = Promise.resolve()

  function open(): { keys: Set<Key>; result: Promise<Map<Key, Value>> } {
    const keys = new Set<Key>()
    const result = running.then(nextTurn).then(() => {
      waiting = null
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
