import { type Db, inTransaction } from '../platform/db/database.ts'
import { limitConcurrency } from '../platform/runtime/limit-concurrency.ts'

/**
 * Public calls lock an account or an address. Those that wait for the same lock must not occupy the whole connection pool,
 * so that a flood of anonymous requests does not slow down signed-in users (P-81).
 */
const runLimited = limitConcurrency({ concurrency: 4, maxQueue: 200 })

/** Transaction of a public call; fails with `server.busy` when the queue is full. */
export function inPublicTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return runLimited(() => inTransaction(db, work))
}
