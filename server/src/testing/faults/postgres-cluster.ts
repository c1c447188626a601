import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type DatabaseUser, databaseUser } from '@coverdesk/embedded-postgres/database-user.ts'
import { databaseEnvironment } from '@coverdesk/embedded-postgres/ensure-cluster.ts'
import { databaseProduct } from '../../platform/config/database-product.ts'
import { withConnection } from '../../platform/db/connection.ts'

/** Where a PostgreSQL that is not the embedded one keeps its files, and who runs it: never root. */
export interface ClusterPlace {
  /** Folder of `initdb`, `postgres` and `pg_basebackup`. */
  programs: string
  data: string
  /** Folder of its socket. */
  run: string
  user: DatabaseUser | undefined
}

/** Makes the folders of a cluster below `folder`, for the user that will run it. */
export function clusterPlace(programs: string, folder: string): ClusterPlace {
  const user = databaseUser(databaseProduct, folder)
  const made = (path: string) => {
    if (!existsSync(path)) mkdirSync(path, { mode: 0o700 })
    chmodSync(path, 0o700)
    if (user) chownSync(path, user.uid, user.gid)
    return path
  }
  made(folder)
  return { programs, user, data: made(join(folder, 'data')), run: made(join(folder, 'run')) }
}

/** Makes an empty cluster that trusts its socket and 127.0.0.1. */
export async function initCluster({ programs, data, user }: ClusterPlace, owner: string): Promise<void> {
  await runProgram(join(programs, 'initdb'), user, [
    `--pgdata=${data}`,
    `--username=${owner}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ])
}

/** Copies a running cluster into an empty place, as its standby by the slot `slot`, which it makes. */
export async function cloneCluster(
  { programs, data, user }: ClusterPlace,
  source: string,
  slot: string,
): Promise<void> {
  await runProgram(join(programs, 'pg_basebackup'), user, [
    `--dbname=${source}`,
    `--pgdata=${data}`,
    '--write-recovery-conf',
    '--checkpoint=fast',
    '--no-sync',
    '--wal-method=stream',
    '--create-slot',
    `--slot=${slot}`,
  ])
}

/** Starts the cluster's PostgreSQL on its socket alone. Does not wait until it answers. */
export function spawnCluster({ programs, data, run, user }: ClusterPlace, settings: Record<string, string>) {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const listener = ['-c', 'listen_addresses=', '-k', run, '-p', '5432']
  return spawn(join(programs, 'postgres'), ['-D', data, ...listener, ...options], { ...as(user), stdio: 'ignore' })
}

/** Waits until a database answers. */
export async function untilAnswering(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await withConnection(url, 'test', async (connection) => void (await connection.query('select 1')))
    } catch (error) {
      if (tries > 300) throw error
      await wait(50)
    }
  }
}

/** Ends a process of PostgreSQL or its pooler and waits for its exit. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

/** Options of a process of the database's user, with nothing of our environment. */
export const as = (user: DatabaseUser | undefined) => ({
  cwd: '/',
  env: databaseEnvironment(),
  ...(user ? { uid: user.uid, gid: user.gid } : {}),
})

/** Runs a program to its end without blocking: what it connects to may be a proxy of this process. */
async function runProgram(program: string, user: DatabaseUser | undefined, options: string[]): Promise<void> {
  const child = spawn(program, options, { ...as(user), stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${program} failed: ${errors}`)
}
