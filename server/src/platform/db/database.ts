import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { CompiledQuery, type IsolationLevel, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { hasCode } from '../runtime/boot-failure.ts'
import { connectionsPerExport, exportLimits, limitExports, type TakeExportSlot } from '../runtime/limit-exports.ts'
import { holdsConnection, NestedConnection, whileHolding } from './connection-guard.ts'
import type { DB } from './database-schema.gen.ts'
import { openPipelinedConnections, type PipelinedConnections } from './pipelined-connections.ts'

/** The pool or a transaction: every query takes it as its first argument. */
export type Db = Kysely<DB>
export type { Transaction }

/** What a handle of `openPool` stands for. */
interface OpenedPool {
  pool: pg.Pool
  lanes: PipelinedConnections
  exports: ExportConnections
  /** Refuses when the current task holds a connection of this pool already. */
  refuseNested: () => void
}

/** Connections that only exports use, so that they never take those of other calls. */
export interface ExportConnections {
  /** A user's turn; two connections are free for whoever has it. */
  takeSlot: TakeExportSlot
  connect: () => Promise<pg.PoolClient>
}

interface PoolOptions {
  size?: number
  /** Connections that break while idle. */
  onError?: (error: Error) => void
  /** A task that holds a connection and asks for another; without it that fails. */
  onNested?: (error: NestedConnection) => void
}

const pools = new WeakMap<object, OpenedPool>()

/** bigint as a number (ids and counts stay below 2^53), numeric and date as PostgreSQL writes them: no float, no time zone. */
const types = new pg.TypeOverrides()
const asText = (text: string) => text
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.NUMERIC, asText)
types.setTypeParser(pg.types.builtins.DATE, asText)
types.setTypeParser(pg.types.builtins.JSON, asText)
types.setTypeParser(1016, (text) => text.replace(/[{}]/g, '').split(',').filter(Boolean).map(Number))
types.setTypeParser(1231, (text) => text)

/**
 * Opens the application’s pool. `size` connections at most; waiting longer than 5 s for one fails, which the http part
 * answers as 503. Beside them, as needed, the quick lanes and the connections of exports.
 */
export function openPool(url: string, { size = 10, onError, onNested }: PoolOptions = {}): Db {
  const config = { connectionString: url, connectionTimeoutMillis: 5_000, application_name: 'coverdesk', types }
  const open = (max: number) => {
    const pool = new pg.Pool({ ...config, max, idleTimeoutMillis: 30_000 })
    pool.on('error', (error) => onError?.(error))
    // The pool hears of its idle connections only. One that breaks while it is used fails what it was used for; without a listener
    // it would end the process.
    pool.on('connect', (client) => client.on('error', () => undefined))
    return pool
  }
  const pool = open(size)
  const exportPool = open(exportLimits.all.concurrency * connectionsPerExport)
  const lanes = openPipelinedConnections(config)
  const end = async () => void (await Promise.all([pool.end(), exportPool.end(), lanes.end()]))
  const refuseNested = () => {
    if (!holdsConnection(pool)) return
    const error = new NestedConnection()
    if (!onNested) throw error
    onNested(error)
  }
  const connect = async () => {
    refuseNested()
    return await pool.connect()
  }
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: { options: pool.options, connect, end } }) })
  const exports = {
    takeSlot: limitExports(),
    connect: async () => {
      refuseNested()
      return await exportPool.connect()
    },
  }
  pools.set(db, { pool, lanes, exports, refuseNested })
  return db
}

function openedPool(db: Db): OpenedPool {
  const opened = pools.get(db)
  if (!opened) throw new Error('This handle is a transaction, not the pool')
  return opened
}

/** The pool under a handle of `openPool`, for looking at it. */
export function poolOf(db: Db): pg.Pool {
  return openedPool(db).pool
}

/** The connections of exports that belong to a handle of `openPool`. */
export function exportConnections(db: Db): ExportConnections {
  return openedPool(db).exports
}

/** What is to be done once a transaction is committed. */
const following = new WeakMap<Db, ((pool: Db) => void)[]>()

/** Runs last in a transaction, with what its work returned. */
type BeforeCommit = (db: Db, result: unknown) => Promise<void>
const beforeCommit = new AsyncLocalStorage<BeforeCommit>()

/** Runs `work`, and `hook` at the end of each transaction that it begins: what the hook writes commits with it, and its error rolls it back. */
export async function beforeEachCommit<T>(hook: BeforeCommit, work: () => Promise<T>): Promise<T> {
  return await beforeCommit.run(hook, work)
}

/**
 * Everything that `work` does happens or nothing; inside, the handle is again called `db`. Asking the pool for another connection
 * meanwhile fails (`connection-guard.ts`).
 */
export async function inTransaction<T>(
  db: Db,
  work: (db: Db) => Promise<T>,
  isolation: IsolationLevel = 'read committed',
): Promise<T> {
  const { pool } = openedPool(db)
  const hook = beforeCommit.getStore()
  const calls: ((pool: Db) => void)[] = []
  /** What made the work fail: on a broken connection the rollback fails too, with an error that tells less. */
  const failed: unknown[] = []
  const transaction = db.transaction().setIsolationLevel(isolation)
  const result = await transaction
    .execute(async (db) => {
      following.set(db, calls)
      try {
        return await whileHolding(pool, async () => {
          const result = await work(db)
          await hook?.(db, result)
          return result
        })
      } catch (error) {
        failed.push(error)
        throw error
      }
    })
    .catch((error: unknown) => {
      throw failed.length > 0 ? failed[0] : error
    })
  for (const call of calls) call(db)
  return result
}

/**
 * Calls `call` with the pool once what was done through `db` is committed: at once outside of transactions, after the commit of
 * `inTransaction`, and not at all when that is taken back or its end is not known.
 */
export function onceCommitted(db: Db, call: (pool: Db) => void): void {
  if (pools.has(db)) {
    call(db)
    return
  }
  const calls = following.get(db)
  if (!calls) throw new Error('This transaction was not begun by inTransaction')
  calls.push(call)
}

/** A statement of a hot path. `quick` ones are known to take a millisecond or so, and share connections with others such. */
export interface HotStatement {
  name?: string | undefined
  text: string
  quick?: boolean
}

/** Pools behind a pooler that keeps no prepared statements. */
const withoutPreparedStatements = new WeakSet<pg.Pool>()
/** What PostgreSQL says when a statement was prepared on another connection than the one that a pooler gave us now. */
const preparedStatementErrors = ['26000', '42P05']

/**
 * Runs a statement of a hot path as a named prepared one, past the query builder: it is parsed and planned once per
 * connection. In a transaction, or without a name, it runs unnamed and is planned for its values; so does everything from the
 * moment on that a pooler shows that it does not carry prepared statements along (PgBouncer before 1.21).
 */
export async function prepared<Row extends object>(
  db: Db,
  { name, text, quick }: HotStatement,
  values: unknown[],
): Promise<Row[]> {
  const opened = pools.get(db)
  if (!opened) return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
  opened.refuseNested()
  if (name !== undefined && !withoutPreparedStatements.has(opened.pool)) {
    const statement = { name: nameWithText(name, text), text, values }
    try {
      const inLane = quick ? opened.lanes.run<Row>(statement) : null
      return await (inLane ?? opened.pool.query<Row>(statement).then(({ rows }) => rows))
    } catch (error) {
      // Neither was run: the one was not found, the other not made.
      if (!hasCode(error, ...preparedStatementErrors)) throw error
      withoutPreparedStatements.add(opened.pool)
    }
  }
  return (await opened.pool.query<Row>(text, values)).rows
}

const named = new Map<string, { text: string; full: string }>()

/** The name says what is meant, so that behind a pooler another process's statement of that name can never run in its place. */
function nameWithText(name: string, text: string): string {
  const known = named.get(name)
  if (known?.text === text) return known.full
  const full = `${name}-${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
  named.set(name, { text, full })
  return full
}

/**
 * Runs a statement that is planned for its values, taking pages to lie in memory, as those of an index of names do. With the
 * costs of a disk, PostgreSQL reads a million entries of an index (100 ms) rather than 11,000 rows by trigrams (20 ms); with
 * these the border is where both take as long, at about one row of fifteen.
 */
export async function plannedInMemory<Row extends object>(db: Db, text: string, values: unknown[]): Promise<Row[]> {
  const run = async (db: Db) => (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
  if (!pools.has(db)) return await run(db)
  return await inTransaction(db, async (db) => {
    await sql`select set_config('seq_page_cost', '0.4', true), set_config('random_page_cost', '0.44', true)`.execute(db)
    return await run(db)
  })
}

const names = new Map<string, string>()
/** As many statements as a connection keeps planned; what comes later is planned each time. */
const maxNames = 500

/** A short name for what keeps a statement apart from others, since PostgreSQL cuts names at 63 bytes; none when there are too many. */
export function statementName(shape: string): string | undefined {
  const known = names.get(shape)
  if (known || names.size >= maxNames) return known
  const name = `statement-${names.size + 1}`
  names.set(shape, name)
  return name
}
