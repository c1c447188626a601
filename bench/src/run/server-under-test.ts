import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { access } from '@coverdesk/domain/access/access-contract.ts'
import { resolveLocation } from '@coverdesk/embedded-postgres/resolve-location.ts'
import { databaseProduct } from '@coverdesk/server/src/platform/config/database-product.ts'
import { loadSecretsFile } from '@coverdesk/server/src/platform/config/secrets-file.ts'
import { projectRoot } from '@coverdesk/server/src/platform/runtime/project-root.ts'
import pg from 'pg'
import { memoryOf } from './processes.ts'

/** The server as `npm start` runs it: a process of its own, with its own PostgreSQL and the settings of production. */
export interface ServerUnderTest {
  url: string
  dataDir: string
  pid: number
  /** Resident memory before the first request, in bytes. */
  idleMemory: number
  /** Connections as the owner of the database, for reference queries and set-up. */
  owner: pg.Pool
  token: (user: string) => Promise<string>
  stop: () => Promise<void>
}

/** Starts the server on a data folder; `size` policies are seeded the first time. */
export async function startServer(
  dataDir: string,
  size: number,
  { env = {}, execArgv = [] }: { env?: Record<string, string>; execArgv?: readonly string[] } = {},
): Promise<ServerUnderTest> {
  const port = await freePort()
  const child = spawn(process.execPath, [...execArgv, join(projectRoot, 'server/src/main.ts')], {
    cwd: projectRoot,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      DEMO: 'on',
      DEMO_SIZE: String(size),
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  await ready(child)
  const url = `http://127.0.0.1:${port}`
  const owner = new pg.Pool({ connectionString: ownerUrl(dataDir), max: 4 })
  // The database stops with the server.
  owner.on('error', () => undefined)
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    idleMemory: memoryOf(child.pid ?? 0),
    owner,
    token: (user) => signIn(url, user),
    stop: async () => {
      await owner.end()
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

async function ready(child: ChildProcess): Promise<void> {
  if (!child.stdout) throw new Error('The server has no output')
  for await (const line of createInterface(child.stdout)) {
    console.log(`  ${line}`)
    if (line.includes('is ready at')) {
      child.stdout.resume()
      return
    }
  }
  throw new Error('The server ended before it was ready')
}

function ownerUrl(dataDir: string): string {
  const { run } = resolveLocation(databaseProduct, dataDir, () => undefined)
  const password = encodeURIComponent(loadSecretsFile(dataDir).databaseOwner)
  return `postgresql://${databaseProduct.ownerRole}:${password}@${encodeURIComponent(run)}:5432/${databaseProduct.database}`
}

async function signIn(url: string, user: string): Promise<string> {
  const answer = await fetch(url + access.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user, pass: 'Coverdesk-Demo1' }),
  })
  const body: unknown = await answer.json()
  if (typeof body === 'object' && body && 'token' in body && typeof body.token === 'string') return body.token
  throw new Error(`${user} could not sign in: ${answer.status}`)
}

/** A free port of the loopback interface. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
