import { type Db, poolOf } from '../database.ts'

/** Shorter than what load balancers and Prometheus wait for an answer. */
const maxMs = 4_000

const asking = new WeakMap<Db, Promise<boolean>>()

/**
 * Whether the database answers a query within four seconds, also if it accepts connections and then says nothing. Asks once
 * at a time, and a connection without an answer is closed: a hung database takes no connection from the pool for good.
 */
export async function databaseAnswers(db: Db, text = 'select 1'): Promise<boolean> {
  const asked = asking.get(db) ?? ask(db, text)
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), maxMs)
  try {
    return await Promise.race([asked, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function ask(db: Db, text: string): Promise<boolean> {
  // The driver gives up on the query and on its connection, but knows the setting only in its code.
  const query: { text: string; query_timeout: number } = { text, query_timeout: maxMs }
  const asked = poolOf(db)
    .query(query)
    .then(
      ({ rows }) => !rows.some((row) => Object.values(row).includes(false)),
      () => false,
    )
    .finally(() => asking.delete(db))
  asking.set(db, asked)
  return asked
}
