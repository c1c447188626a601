import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseUser } from '@coverdesk/embedded-postgres/database-user.ts'
import { ensureRoles } from '@coverdesk/embedded-postgres/ensure-roles.ts'
import { disposableSettings, thisMachine } from '@coverdesk/embedded-postgres/server-settings.ts'
import { databaseProduct } from '../platform/config/database-product.ts'
import { setSessionLimits } from '../platform/db/session-limits.ts'
import { as, clusterPlace, endProcess, initCluster, spawnCluster, untilAnswering } from './faults/postgres-cluster.ts'

const { ownerRole, appRole, database } = databaseProduct

/** Another PostgreSQL than the embedded one, and perhaps PgBouncer in front of it. */
export interface Elsewhere {
  /** Folder of `initdb` and `postgres`. */
  programs: string
  /** The program; the application then reaches the database through it alone, by transactions. */
  pgbouncer?: string | undefined
}

/** Starts another PostgreSQL for one test run (P-89); all of it is gone when it is stopped. */
export async function openTestElsewhere({ programs, pgbouncer }: Elsewhere) {
  const folder = mkdtempSync('/tmp/coverdesk-elsewhere-')
  const place = clusterPlace(programs, folder)
  const { run, user } = place
  const pool = join(folder, 'pool')
  mkdirSync(pool, { mode: 0o700 })
  if (user) chownSync(pool, user.uid, user.gid)
  await initCluster(place, ownerRole)
  const start = () => spawnCluster(place, disposableSettings(thisMachine(folder)))
  let postgres = start()
  const ownerUrlOf = (base: string) => urlOf(ownerRole, run, 5432, base)
  await untilAnswering(ownerUrlOf('postgres'))
  await ensureRoles(databaseProduct, ownerUrlOf, 'app')
  await setSessionLimits(ownerUrlOf(database), appRole)
  const bouncer = pgbouncer ? startBouncer(pgbouncer, { run, pool, user }) : null
  const appUrlOf = (base: string) => (bouncer ? urlOf(appRole, pool, 6432, base) : urlOf(appRole, run, 5432, base))
  await untilAnswering(appUrlOf('postgres'))
  return {
    url: ownerUrlOf(database),
    appUrl: appUrlOf(database),
    /** Takes PostgreSQL away from under its clients for a while; PgBouncer stays. */
    restart: async (pauseMs: number, signal: 'SIGINT' | 'SIGKILL') => {
      await endProcess(postgres, signal)
      await wait(pauseMs)
      postgres = start()
      await untilAnswering(ownerUrlOf('postgres'))
    },
    stop: async () => {
      for (const child of [bouncer, postgres]) if (child) await endProcess(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Few connections for many clients, so that two transactions of a client do come to different ones. */
function startBouncer(
  program: string,
  at: { run: string; pool: string; user: DatabaseUser | undefined },
): ChildProcess {
  const users = join(at.pool, 'users.txt')
  const settings = join(at.pool, 'pgbouncer.ini')
  writeFileSync(users, [appRole, ownerRole].map((name) => `"${name}" ""`).join('\n'))
  writeFileSync(
    settings,
    [
      '[databases]',
      `* = host=${at.run} port=5432`,
      '[pgbouncer]',
      'listen_addr =',
      'listen_port = 6432',
      `unix_socket_dir = ${at.pool}`,
      'auth_type = trust',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      'max_client_conn = 500',
      'default_pool_size = 12',
      '',
    ].join('\n'),
  )
  return spawn(program, ['-q', settings], { ...as(at.user), env: { ...process.env }, stdio: 'ignore' })
}

const urlOf = (role: string, folder: string, port: number, base: string) =>
  `postgresql://${role}:app@${encodeURIComponent(folder)}:${port}/${base}`
