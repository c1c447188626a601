import { AsyncLocalStorage } from 'node:async_hooks'

/** Task that holds a connection, with its enclosing tasks. */
interface Holder {
  pool: object
  holds: boolean
  outer: Holder | undefined
}

const holders = new AsyncLocalStorage<Holder>()

/**
 * A task that holds a connection requested another one of the same pool. Enough such tasks at once deadlock the pool until
 * they time out.
 */
export class NestedConnection extends Error {
  override readonly name = 'NestedConnection'
  constructor() {
    super('A task that holds a database connection asked the pool for another one: pass it the transaction instead')
  }
}

/** Runs `work` and marks the current task as holding a connection of `pool`. */
export async function whileHolding<T>(pool: object, work: () => Promise<T>): Promise<T> {
  const holder = { pool, holds: true, outer: holders.getStore() }
  try {
    return await holders.run(holder, work)
  } finally {
    // Work that was started but not awaited keeps this context and may use the pool from now on.
    holder.holds = false
  }
}

/** Whether the current task holds a connection of `pool`. */
export function holdsConnection(pool: object): boolean {
  for (let holder = holders.getStore(); holder; holder = holder.outer)
    if (holder.holds && holder.pool === pool) return true
  return false
}
