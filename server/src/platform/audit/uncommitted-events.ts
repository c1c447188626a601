import { type Db, onceCommitted } from '../db/database.ts'

/** Stored event, for the receipt of the process that wrote it (decision 054). */
export interface UncommittedEvent {
  id: number
  /** Microseconds since 1970. */
  micros: number
  mac: Uint8Array
}

const uncommitted = new WeakMap<Db, UncommittedEvent[]>()

/** Queues written events for the receipt after their commit; drops them on rollback. */
export function addUncommittedEvents(db: Db, events: readonly UncommittedEvent[]): void {
  onceCommitted(db, (pool) => {
    const known = uncommitted.get(pool)
    if (known) known.push(...events)
    else uncommitted.set(pool, [...events])
  })
}

/** Takes the events committed through a pool since the last call. */
export function takeUncommittedEvents(pool: Db): UncommittedEvent[] {
  const events = uncommitted.get(pool) ?? []
  uncommitted.delete(pool)
  return events
}
