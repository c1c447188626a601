import { type Db, onceCommitted } from '../db/database.ts'

/** An event as the database keeps it: what the receipt of the process that wrote it says (decision 054). */
export interface UncommittedEvent {
  id: number
  /** Microseconds since 1970. */
  micros: number
  mac: Uint8Array
}

const kept = new WeakMap<Db, UncommittedEvent[]>()

/** Remembers events that were written through `db`, once they are committed; those of a transaction that is taken back are forgotten. */
export function addUncommittedEvents(db: Db, events: readonly UncommittedEvent[]): void {
  onceCommitted(db, (pool) => {
    const known = kept.get(pool)
    if (known) known.push(...events)
    else kept.set(pool, [...events])
  })
}

/** Gives what was committed through a pool since the last time, for somebody who writes the receipt. */
export function takeUncommittedEvents(pool: Db): UncommittedEvent[] {
  const events = kept.get(pool) ?? []
  kept.delete(pool)
  return events
}
