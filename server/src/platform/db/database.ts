import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { CompiledQuery, type IsolationLevel, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { hasCode } from '../runtime/boot-failure.ts'
import { connectionsPerExport, exportLimits, limitExports, type TakeExportSlot } from '../runtime/limit-exports.ts'
import { DatabaseClient } from './cluster/database-client.ts'
import type { Connection } from './connection.ts'
import { holdsConnection, NestedConnection, whileHolding } from './connection-guard.ts'
import type { DB } from './database-schema.gen.ts'
import { reportSlow, type SlowQueries } from './report-slow.ts'
import { awaitStandby } from './standby/await-standby.ts'

/** Pool or transaction: the first argument of every query. */
export type Db = Kysely<DB>
export type { Transaction }

/** Receives the text of a query that has ended, without its values, with its milliseconds. */
type QueryObserver = (text: string, milliseconds: number) => void

/** How queries are measured. */
export interface QueryWatch {
  /** Receives slow queries; without it they are not measured. */
  slow?: SlowQueries | undefined
  onQuery?: QueryObserver | undefined
}

/** Resources behind a handle of `openPool`. */
interface OpenedPool {
  pool: pg.Pool
  exports: ExportConnections
  /** Throws when the current task already holds a connection of this pool. */
  refuseNested: () => void
  /** Called after each query. */
  observe: QueryObserver | undefined
}

/** Connections of a pool, for metrics. */
export type PoolCounts = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>

/** Connections reserved for exports. */
export interface ExportConnections {
  pool: PoolCounts
  /** Waits for a user's export slot, which has two connections. */
  takeSlot: TakeExportSlot
  connect: () => Promise<pg.PoolClient>
  /** To be called after each long query of such a connection, with its text without values. */
  observe: QueryObserver | undefined
}

interface PoolOptions extends QueryWatch {
  size?: number
  /** Receives errors of idle connections. */
  onError?: (error: Error) => void
  /** Receives the error of a nested connection request; without it, the request fails. */
  onNested?: (error: NestedConnection) => void
  /** Prepares a new connection; an error closes it. */
  onConnect?: (connection: Connection) => Promise<void>
}

const pools = new WeakMap<object, OpenedPool>()

/** bigint as number (ids and counts stay below 2^53); numeric and date as text: no float, no time zone. */
const types = new pg.TypeOverrides()
const asText = (text: string) => text
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.NUMERIC, asText)
types.setTypeParser(pg.types.builtins.DATE, asText)
types.setTypeParser(pg.types.builtins.JSON, asText)
types.setTypeParser(1016, (text) => text.replace(/[{}]/g, '').split(',').filter(Boolean).map(Number))
types.setTypeParser(1231, (text) => text)

/**
 * Opens the application's pool of at most `size` connections; waiting more than 5 s for one fails with 503. Exports
 * have connections of their own.
 */
export function openPool(
  url: string,
  { size = 10, onError, onNested, onConnect = awaitStandby, slow, onQuery }: PoolOptions = {},
): Db {
  const config = {
    connectionString: url,
    Client: DatabaseClient,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: 'coverdesk',
    types,
    onConnect,
    // Idle connections notice a machine that is gone, which closes none of them.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
  const open = (max: number) => {
    const pool = new pg.Pool({ ...config, max })
    pool.on('error', (error) => onError?.(error))
    // Without a listener, the error of a checked-out connection would end the process; the pending query reports it.
    pool.on('connect', (client) => client.on('error', () => undefined))
    return pool
  }
  const pool = open(size)
  const exportPool = open(exportLimits.all.concurrency * connectionsPerExport)
  const end = async () => void (await Promise.all([pool.end(), exportPool.end()]))
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
  const observe: QueryObserver | undefined =
    slow || onQuery
      ? (text, milliseconds) => {
          reportSlow(slow, text, milliseconds)
          onQuery?.(text, milliseconds)
        }
      : undefined
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { options: pool.options, connect, end } }),
    ...(observe ? { log: ({ query, queryDurationMillis }) => observe(query.sql, queryDurationMillis) } : {}),
  })
  const exports = {
    pool: exportPool,
    observe,
    takeSlot: limitExports(),
    connect: async () => {
      refuseNested()
      return await exportPool.connect()
    },
  }
  pools.set(db, { pool, exports, refuseNested, observe })
  return db
}

function openedPool(db: Db): OpenedPool {
  const opened = pools.get(db)
  if (!opened) throw new Error('This handle is a transaction, not the pool')
  return opened
}

/** Pool behind a handle of `openPool`, for inspection. */
export function poolOf(db: Db): pg.Pool {
  return openedPool(db).pool
}

/** Export connections of a handle of `openPool`. */
export function exportConnections(db: Db): ExportConnections {
  return openedPool(db).exports
}

/** Callbacks to run after the commit of a transaction. */
const following = new WeakMap<Db, ((pool: Db) => void)[]>()

/** Runs at the end of a transaction with the result of its work. */
type BeforeCommit = (db: Db, result: unknown) => Promise<void>
const beforeCommit = new AsyncLocalStorage<BeforeCommit>()

/** Runs `work`, and `hook` at the end of each transaction that it starts. An error of the hook rolls the transaction back. */
export async function beforeEachCommit<T>(hook: BeforeCommit, work: () => Promise<T>): Promise<T> {
  return await beforeCommit.run(hook, work)
}

/**
 * Runs `work` in a transaction; name the inner handle `db` too. Requesting another connection of the pool inside fails
 * (`connection-guard.ts`).
 */
export async function inTransaction<T>(
  db: Db,
  work: (db: Db) => Promise<T>,
  isolation: IsolationLevel = 'read committed',
): Promise<T> {
  const { pool } = openedPool(db)
  const hook = beforeCommit.getStore()
  const calls: ((pool: Db) => void)[] = []
  /** Original error: on a broken connection the rollback fails too, with a less useful error. */
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
 * Calls `call` with the pool after the commit of `inTransaction`, or immediately outside a transaction. Not called after a
 * rollback or when the outcome of the commit is unknown.
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

/** Statement of a hot path. */
export interface HotStatement {
  name?: string | undefined
  text: string
}

/** Pools behind a pooler without support for prepared statements. */
const withoutPreparedStatements = new WeakSet<pg.Pool>()
/** SQLSTATEs for a statement that was prepared on another connection of a pooler. */
const preparedStatementErrors = ['26000', '42P05']

/**
 * Runs a named prepared statement without the query builder: parsed and planned once per connection. In a transaction or
 * without a name it runs unnamed and is planned for its values. A pooler without prepared statements (PgBouncer before
 * 1.21) is detected by its first error.
 */
export async function prepared<Row extends object>(
  db: Db,
  { name, text }: HotStatement,
  values: unknown[],
): Promise<Row[]> {
  const opened = pools.get(db)
  if (!opened) return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
  opened.refuseNested()
  const began = performance.now()
  try {
    return await runPrepared<Row>(opened.pool, { name, text }, values)
  } finally {
    opened.observe?.(text, performance.now() - began)
  }
}

async function runPrepared<Row extends object>(
  pool: pg.Pool,
  { name, text }: HotStatement,
  values: unknown[],
): Promise<Row[]> {
  if (name !== undefined && !withoutPreparedStatements.has(pool)) {
    const statement = { name: nameWithText(name, text), text, values }
    try {
      return (await pool.query<Row>(statement)).rows
    } catch (error) {
      // With either error the statement was not executed, so running it again is safe.
      if (!hasCode(error, ...preparedStatementErrors)) throw error
      withoutPreparedStatements.add(pool)
    }
  }
  return (await pool.query<Row>(text, values)).rows
}

const named = new Map<string, { text: string; full: string }>()

/** Adds a hash of the text, so that behind a pooler another process's statement of the same name can never run instead. */
function nameWithText(name: string, text: string): string {
  const known = named.get(name)
  if (known?.text === text) return known.full
  const full = `${name}-${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
  named.set(name, { text, full })
  return full
}

/**
 * Runs a statement that is planned for its values with the page costs of cached data. With disk costs, PostgreSQL prefers
 * an index scan of a million entries (100 ms) to 11,000 rows by trigrams (20 ms); with these it switches where both take
 * the same time, at about one row in fifteen.
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
/** Maximum prepared statements per connection; further ones run unnamed. */
const maxNames = 500

/** Short name of a statement shape, because PostgreSQL truncates names at 63 bytes. Undefined above the maximum. */
export function statementName(shape: string): string | undefined {
  const known = names.get(shape)
  if (known || names.size >= maxNames) return known
  const name = `statement-${names.size + 1}`
  names.set(shape, name)
  return name
}
