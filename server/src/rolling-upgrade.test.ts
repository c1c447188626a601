import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { claimAreas } from '@coverdesk/domain/access/rights.ts'
import { freePort } from '@coverdesk/embedded-postgres/open-embedded-postgres.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { hashPassword } from './platform/auth/password-hash.ts'
import { withConnection } from './platform/db/connection.ts'
import { type Db, openPool } from './platform/db/database.ts'
import { firstMarkedMigration, readMigrations } from './platform/db/migrate.ts'
import { projectRoot } from './platform/runtime/project-root.ts'
import { type TestDatabase, testDatabase } from './testing/test-database.ts'
import { makeTestFolder, removeTestFolder } from './testing/test-folder.ts'
import { startOn, startTimeout } from './testing/test-start.ts'

/** What the nodes run before the upgrade: with `npm run test:previous` another version, else this one. */
const previous = process.env.TEST_PREVIOUS ?? projectRoot
const isUpgrade = previous !== projectRoot
const drainSeconds = 2
const probeMs = 200
const clients = 4

const user = { user: 'clerk@agency.test', pass: 'Rolling-Kettle-41' }
let folder: string
let database: TestDatabase

beforeAll(async () => {
  folder = makeTestFolder('coverdesk rolling ')
  database = await testDatabase()
  // An older version makes its own tables, which its nodes still use while the first new one migrates them.
  if (isUpgrade) await withConnection(database.url, 'test', (connection) => connection.query(emptied))
})
afterAll(async () => {
  await database?.drop()
  await removeTestFolder(folder)
})

const emptied = 'drop schema public cascade; drop schema extensions cascade; create schema public'

interface Node {
  port: number
  started: ReturnType<typeof startOn>
  /** What the load balancer has last seen. */
  isReady: boolean
}

const secretOf = (use: string) => `a-${use}-secret-for-tests-0123456789-abcdefghij`

/** Starts a node and waits until its readiness says so, as a load balancer sees it. */
async function startNode(version: string): Promise<Node> {
  const settings = {
    DATABASE_URL: database.url,
    DRAIN_SECONDS: String(drainSeconds),
    SECOND_FACTOR: 'optional',
    TOKEN_SECRET: secretOf('token'),
    FIELD_SECRET: secretOf('field'),
    AUDIT_SECRET: secretOf('audit'),
  }
  const port = await freePort()
  const started = startOn(join(folder, randomUUID()), { ...settings, PORT: String(port) }, version)
  await expect.poll(started.said, { timeout: startTimeout, interval: 50 }).toContain('Coverdesk is ready')
  const node = { port, started, isReady: false }
  await expect.poll(() => probe(node), { timeout: 20_000 }).toBe(true)
  return node
}

async function probe(node: Node): Promise<boolean> {
  node.isReady = await send(node, 'GET', '/health/ready').then(
    ({ status }) => status === 200,
    () => false,
  )
  return node.isReady
}

/** Sends on a new connection, as a load balancer without kept ones, and answers the status. */
async function send({ port }: Node, method: string, path: string, call: { token?: string; body?: object } = {}) {
  const sent = request({ port, method, path, agent: false, host: '127.0.0.1', timeout: 30_000 })
  sent.setHeader('content-type', 'application/json')
  if (call.token) sent.setHeader('authorization', `Bearer ${call.token}`)
  sent.end(call.body ? JSON.stringify(call.body) : undefined)
  const [answer] = await once(sent, 'response')
  const text: string = (await answer.setEncoding('utf8').toArray()).join('')
  return { status: Number(answer.statusCode), text }
}

async function makeUser(db: Db): Promise<void> {
  const claims = claimAreas.flatMap((area) => [`view.${area}`, `admin.${area}`])
  await sql`
    insert into users (user_name, password_hash, roles, claims, has_full_agent_access)
    values (${user.user}, ${await hashPassword(user.pass)}, '{agent,administrator}', ${claims}::text[], true)`.execute(
    db,
  )
}

/** Clients behind a load balancer that asks each node for its readiness and uses those that have it. */
async function startLoad(nodes: readonly Node[]) {
  const [first] = nodes
  const login = first && (await send(first, 'POST', '/identity/login', { body: user }))
  const { token } = z.object({ token: z.string() }).parse(JSON.parse(login?.text ?? ''))
  const failed: string[] = []
  const acknowledged = new Set<string>()
  let answered = 0
  let isOver = false

  async function call(number: number, method: string, path: string, body?: object): Promise<boolean> {
    const ready = nodes.filter(({ isReady }) => isReady)
    const node = ready[(number + answered) % ready.length]
    if (!node) throw new Error('No node is ready')
    const answer = await send(node, method, path, { token, ...(body ? { body } : {}) }).catch(String)
    // Versions without DRAIN_SECONDS close their port at once. What is safe to repeat, load balancers send to the next node.
    if (isUpgrade && (method === 'GET' ? /ECONNRE/ : /ECONNREFUSED/).test(String(answer))) {
      node.isReady = false
      return await call(number, method, path, body)
    }
    answered++
    const ok = typeof answer === 'object' && answer.status === 200
    if (!ok)
      failed.push(`${method} ${path}: ${typeof answer === 'object' ? `${answer.status} ${answer.text}` : answer}`)
    return ok
  }

  async function client(number: number): Promise<void> {
    while (!isOver) {
      const comment = randomUUID()
      const dates = { startDate: '2030-01-07', endDate: '2030-01-08' }
      if (number % 3 > 0) await call(number, 'GET', number % 3 === 1 ? '/api/PTO' : '/api/Policies')
      else if (await call(number, 'POST', '/api/PTO', { ...dates, comment })) acknowledged.add(comment)
      await wait(10)
    }
  }

  async function watch(): Promise<void> {
    while (!isOver) {
      await Promise.all(nodes.map(probe))
      await wait(probeMs)
    }
  }

  const running = [watch(), ...Array.from({ length: clients }, (_, number) => client(number))]
  return {
    failed,
    acknowledged,
    /** Waits for the next hundred answers. */
    untilMoreAnswers: async () => {
      const until = answered + 100
      await expect.poll(() => answered, { timeout: 60_000 }).toBeGreaterThan(until)
    },
    stop: async () => {
      isOver = true
      await Promise.all(running)
    },
  }
}

const migrationsOf = (version: string) => readMigrations(join(version, 'server/migrations'))

/** Versions before decision 288 refuse every newer schema. */
const startsOnNewer = existsSync(join(previous, 'server/migrations/0350-versions-that-may-start.sql'))

/** Without another version to compare with, the next one is a row. */
async function markNewest(db: Db): Promise<void> {
  if (isUpgrade) return
  const last = (await migrationsOf(previous)).at(-1)?.number
  await sql`
    insert into migrations (number, name, checksum, runs_with) values (9999, '9999-next.sql', '', ${last})`.execute(db)
}

test.runIf(isUpgrade)('P-87 each new migration says rightly that the version before runs on its schema', async () => {
  const [before, now] = await Promise.all([migrationsOf(previous), migrationsOf(projectRoot)])
  const last = before.at(-1)?.number ?? 0
  const known = new Set(before.map(({ number }) => number))
  const added = now.filter(({ number }) => !known.has(number) && number >= firstMarkedMigration)
  expect(added.filter(({ runsWith }) => runsWith === null || runsWith > last).map(({ name }) => name)).toEqual([])
})

test(
  'P-86 P-87 two nodes under load are upgraded in turn without a failed request, and one of the version before starts on the new schema',
  async () => {
    const nodes = [await startNode(previous), await startNode(previous)]
    const db = openPool(database.url, { size: 2 })
    try {
      await makeUser(db)
      const load = await startLoad(nodes)
      for (const at of nodes.keys()) {
        await load.untilMoreAnswers()
        const old = nodes[at]
        const exited = old && once(old.started.server, 'exit')
        old?.started.server.kill('SIGTERM')
        expect(await exited).toEqual([0, null])
        nodes[at] = await startNode(projectRoot)
      }
      await load.untilMoreAnswers()
      // A node of the version before that is started again in the meantime.
      if (startsOnNewer) {
        await markNewest(db)
        const back = await startNode(previous)
        nodes.push(back)
        expect(back.started.said()).toContain('The database belongs to a newer version of Coverdesk')
        await load.untilMoreAnswers()
      }
      await load.stop()
      expect(load.failed).toEqual([])
      const { rows } = await sql<{ comment: string }>`select comment from pto_requests order by comment`.execute(db)
      expect(rows.map(({ comment }) => comment)).toEqual([...load.acknowledged].sort())
    } finally {
      await db.destroy()
      for (const { started } of nodes) started.server.kill('SIGKILL')
    }
  },
  2 * startTimeout,
)
