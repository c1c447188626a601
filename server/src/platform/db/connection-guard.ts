import { AsyncLocalStorage } from 'node:async_hooks'

/** A task that holds a connection, and the tasks around it. */
interface Holder {
  pool: object
  holds: boolean
  outer: Holder | undefined
}

const holders = new AsyncLocalStorage<Holder>()

/**
 * A task that holds a connection asked its pool for another one. As many such tasks at once as the pool has connections wait
 * for each other until they time out, and everybody else with them.
 */
export class NestedConnection extends Error {
  override readonly name = 'NestedConnection'
  constructor() {
    super('A task that holds a database connection asked the pool for another one: pass it the transaction instead')
  }
}

/** Runs `work`, during which the current task holds a connection of `pool`. */
export async function whileHolding<T>(pool: object, work: () => Promise<T>): Promise<T> {
  const holder = { pool, holds: true, outer: holders.getStore() }
  try {
    return await holders.run(holder, work)
  } finally {
    // What the task has started and not awaited goes on with this context, and may use the pool from now on.
    holder.holds = false
  }
}

/** True when the current task holds a connection of `pool`. */
export function holdsConnection(pool: object): boolean {
  for (let holder = holders.getStore(); holder; holder = holder.outer)
    if (holder.holds && holder.pool === pool) return true
  return false
}
