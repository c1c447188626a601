import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type DatabaseUser, databaseUser } from '@coverdesk/embedded-postgres/database-user.ts'
import { databaseEnvironment } from '@coverdesk/embedded-postgres/ensure-cluster.ts'
import { ensureRoles } from '@coverdesk/embedded-postgres/ensure-roles.ts'
import { disposableSettings, thisMachine } from '@coverdesk/embedded-postgres/server-settings.ts'
import { databaseProduct } from '../platform/config/database-product.ts'
import { withConnection } from '../platform/db/connection.ts'
import { setSessionLimits } from '../platform/db/session-limits.ts'

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
  const user = databaseUser(databaseProduct, folder)
  const made = (name: string) => {
    mkdirSync(join(folder, name), { mode: 0o700 })
    if (user) chownSync(join(folder, name), user.uid, user.gid)
    return join(folder, name)
  }
  if (user) chownSync(folder, user.uid, user.gid)
  const [data, run, pool] = [made('data'), made('run'), made('pool')]
  const initdb = spawnSync(
    join(programs, 'initdb'),
    [`--pgdata=${data}`, `--username=${ownerRole}`, '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...as(user), encoding: 'utf8' },
  )
  if (initdb.status !== 0) throw new Error(initdb.stderr)
  const settings = Object.entries(disposableSettings(thisMachine(folder))).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const start = () =>
    spawn(join(programs, 'postgres'), ['-D', data, '-c', 'listen_addresses=', '-k', run, '-p', '5432', ...settings], {
      ...as(user),
      stdio: 'ignore',
    })
  let postgres = start()
  const ownerUrlOf = (base: string) => urlOf(ownerRole, run, 5432, base)
  await answering(ownerUrlOf('postgres'))
  await ensureRoles(databaseProduct, ownerUrlOf, 'app')
  await setSessionLimits(ownerUrlOf(database), appRole)
  const bouncer = pgbouncer ? startBouncer(pgbouncer, { run, pool, user }) : null
  const appUrlOf = (base: string) => (bouncer ? urlOf(appRole, pool, 6432, base) : urlOf(appRole, run, 5432, base))
  await answering(appUrlOf('postgres'))
  return {
    url: ownerUrlOf(database),
    appUrl: appUrlOf(database),
    /** Takes PostgreSQL away from under its clients for a while; PgBouncer stays. */
    restart: async (pauseMs: number, signal: 'SIGINT' | 'SIGKILL') => {
      await ended(postgres, signal)
      await wait(pauseMs)
      postgres = start()
      await answering(ownerUrlOf('postgres'))
    },
    stop: async () => {
      for (const child of [bouncer, postgres]) if (child) await ended(child)
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

const as = (user: DatabaseUser | undefined) => ({
  cwd: '/',
  env: databaseEnvironment(),
  ...(user ? { uid: user.uid, gid: user.gid } : {}),
})

const urlOf = (role: string, folder: string, port: number, base: string) =>
  `postgresql://${role}:app@${encodeURIComponent(folder)}:${port}/${base}`

async function answering(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await withConnection(url, 'test', async (connection) => void (await connection.query('select 1')))
    } catch (error) {
      if (tries > 300) throw error
      await wait(50)
    }
  }
}

async function ended(child: ChildProcess, signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}
