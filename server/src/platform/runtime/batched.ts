import { setTimeout as pass } from 'node:timers/promises'

/** After all that arrived together was read: those calls then ask in one question. */
const turnOfTheLoop = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Questions are at least so many milliseconds apart, when at least `from` keys were asked together the time before. */
export interface Gathering {
  ms: number
  from: number
}

/**
 * Turns a question about many keys into one about a single key: those that are asked while an answer is on its way are
 * asked together in the next one, and with `gathering` more of them under load; who comes alone never waits. An answer is
 * always of after the question. A failure reaches all who asked in it.
 */
export function batched<Key, Value>(
  askAll: (keys: Key[]) => Promise<Map<Key, Value>>,
  gathering: Gathering = { ms: 0, from: Number.POSITIVE_INFINITY },
): (key: Key) => Promise<Value | undefined> {
  let waiting: { keys: Set<Key>; answer: Promise<Map<Key, Value>> } | null = null
  let running: Promise<unknown> = Promise.resolve()
  let last = { keys: 0, at: 0 }

  async function others(): Promise<void> {
    const rest = last.keys >= gathering.from ? last.at + gathering.ms - performance.now() : 0
    await (rest > 0 ? pass(rest) : turnOfTheLoop())
  }

  function open(): { keys: Set<Key>; answer: Promise<Map<Key, Value>> } {
    const keys = new Set<Key>()
    const answer = running.then(others).then(() => {
      waiting = null
      last = { keys: keys.size, at: performance.now() }
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
