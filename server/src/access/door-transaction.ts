import { type Db, inTransaction } from '../platform/db/database.ts'
import { limitConcurrency } from '../platform/runtime/limit-concurrency.ts'

/**
 * Calls that anyone may make take locks: of an account, of an address. Those who wait for the same one must not hold all
 * connections of the pool meanwhile, so that a flood at the door does not reach those inside (P-81).
 */
const oneOfFour = limitConcurrency({ concurrency: 4, maxQueue: 200 })

/** A transaction of a call that anyone may make; `server.busy` when too many wait. */
export function inDoorTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return oneOfFour(() => inTransaction(db, work))
}
