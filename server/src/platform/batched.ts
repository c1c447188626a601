/** After all that arrived together was read: those calls then ask in one question. */
const turnOfTheLoop = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Turns a question about many keys into one about a single key: those that are asked while an answer is on its way are
 * asked together in the next one. An answer is always of after the question. A failure reaches all who asked in it.
 */
export function batched<Key, Value>(
  askAll: (keys: Key[]) => Promise<Map<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let waiting: { keys: Set<Key>; answer: Promise<Map<Key, Value>> } | null = null
  let running: Promise<unknown> = Promise.resolve()

  function open(): { keys: Set<Key>; answer: Promise<Map<Key, Value>> } {
    const keys = new Set<Key>()
    const answer = running.then(turnOfTheLoop).then(() => {
      waiting = null
      return askAll([...keys])
    })
    running = answer.catch(() => undefined)
    return { keys, answer }
  }

  return async (key) => {
    waiting ??= open()
    waiting.keys.add(key)
    return (await waiting.answer).get(key)
  }
}
