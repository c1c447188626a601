import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { runningDatabase } from '@coverdesk/embedded-postgres/running-database.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { sessionKeeper } from '../platform/auth/session.ts'
import type { Config } from '../platform/config/config.ts'
import { databaseProduct } from '../platform/config/database-product.ts'
import { openPool } from '../platform/db/database.ts'

/** HTTP clients that call without a pause, and database sessions with long statements. */
const httpClients = 24
const longSessions = 12

/** Load on a server whose processes are killed, and the record of what it acknowledged. */
export interface KillLoad {
  /** Comments of the requests for time off that were answered with 200. */
  acknowledged: ReadonlySet<string>
  /** Number of answers so far, by status; 0 means a broken connection. */
  answers: ReadonlyMap<number, number>
  /** Pauses the calls; resolves when none is under way. */
  stop: () => Promise<void>
}

/** Address of the owner's database of a running instance; fails when its database isn't running. */
export function ownerUrlOf(dataDir: string, config: Config): string {
  const { database } = config
  const url = database.kind === 'embedded' ? runningDatabase(databaseProduct, dataDir, database.ownerPassword) : null
  if (url === null) throw new Error('The database is not running')
  return url
}

/** Makes an administrator and returns a token of theirs. */
export async function makeAdministrator(dataDir: string, config: Config): Promise<string> {
  const db = openPool(ownerUrlOf(dataDir, config), { size: 1 })
  try {
    const { id } = await db
      .insertInto('users')
      .values({
        user_name: `${randomUUID()}@agency.test`,
        password_hash: 'none',
        roles: ['agent', 'administrator'],
        claims: ['view.PTO', 'admin.PTO', 'view.Policy', 'admin.Policy', 'admin.UploadFile'],
        has_full_agent_access: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return await sessionKeeper({ ...config, secondFactor: 'optional' }).begin(db, id, {
      address: '127.0.0.1',
      userAgent: 'test',
    })
  } finally {
    await db.destroy()
  }
}

/**
 * Starts clients that read and write over HTTP, and sessions with long statements and open transactions. They go on across
 * kills until stopped.
 */
export function startKillLoad(options: {
  dataDir: string
  config: Config
  url: () => string
  token: string
}): KillLoad {
  const acknowledged = new Set<string>()
  const answers = new Map<number, number>()
  let stopping = false
  const headers = { authorization: `Bearer ${options.token}`, 'content-type': 'application/json' }

  async function call(method: string, path: string, body?: object): Promise<number> {
    const status = await fetch(options.url() + path, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(30_000),
    })
      .then(async (answer) => {
        await answer.arrayBuffer()
        return answer.status
      })
      // Also where a kill cuts an answer off in the middle.
      .catch(() => 0)
    answers.set(status, (answers.get(status) ?? 0) + 1)
    // A refused connection answers at once; without a pause the clients would take the machine from the restart.
    if (status === 0 || status >= 500) await wait(200)
    return status
  }

  async function client(number: number): Promise<void> {
    while (!stopping) {
      if (number % 3 === 0) {
        const comment = randomUUID()
        const status = await call('POST', '/api/PTO', { startDate: '2030-01-07', endDate: '2030-01-08', comment })
        if (status === 200) acknowledged.add(comment)
      } else await call('GET', number % 3 === 1 ? '/api/PTO' : '/api/Policies')
    }
  }

  async function longSession(number: number): Promise<void> {
    while (!stopping) {
      const session = await openSession(options).catch(() => null)
      if (session) {
        const work = longWork[number] ?? 'select pg_sleep(600)'
        await session.query('begin; set local statement_timeout = 0').catch(() => undefined)
        const working = session.query(work).catch(() => undefined)
        await Promise.race([working, ended(session)])
        void session.end().catch(() => undefined)
      }
      await wait(500)
    }
  }

  const running = [
    ...Array.from({ length: httpClients }, (_, number) => client(number)),
    ...Array.from({ length: longSessions }, (_, number) => longSession(number)),
  ]

  async function ended(session: pg.Client): Promise<void> {
    let killed = false
    session.once('end', () => {
      killed = true
    })
    while (!killed && !stopping) await wait(50)
  }

  return {
    acknowledged,
    answers,
    stop: async () => {
      stopping = true
      await Promise.all(running)
    },
  }
}

/** One session computes, one fills a temporary table, one sorts on disk; the others keep a transaction open. */
const longWork = [
  'select count(*) from generate_series(1, 1e9::bigint)',
  "create temporary table held as select n, repeat('x', 200) as t from generate_series(1, 300000) n",
  'select n, md5(n::text) as h from generate_series(1, 500000) n order by h limit 1',
]

async function openSession({ dataDir, config }: { dataDir: string; config: Config }): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: ownerUrlOf(dataDir, config),
    connectionTimeoutMillis: 5_000,
    application_name: 'load',
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Numbers of acknowledged writes that are not stored, and of writes that are stored twice, acknowledged or not. */
export async function writesStored(
  url: string,
  acknowledged: ReadonlySet<string>,
): Promise<{ lost: number; doubled: number }> {
  const db = openPool(url, { size: 1 })
  try {
    const { rows } = await sql<{ comment: string; n: number }>`
      select comment, count(*)::int as n from pto_requests group by comment`.execute(db)
    const stored = new Map(rows.map(({ comment, n }) => [comment, n]))
    return {
      lost: [...acknowledged].filter((comment) => !stored.has(comment)).length,
      doubled: rows.filter(({ n }) => n > 1).length,
    }
  } finally {
    await db.destroy()
  }
}
