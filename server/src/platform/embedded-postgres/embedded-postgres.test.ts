import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeTestFolder, removeTestFolder } from '../../testing/test-folder.ts'
import { killOwner, type Owner, startOwner, stopOwner } from '../../testing/test-owner.ts'
import { proveSessionLimits, sessionLimits } from '../db/session-limits.ts'
import { databaseBinaries } from './embedded-binaries.ts'
import { resolveLocation } from './embedded-place.ts'
import { serversOn } from './embedded-processes.ts'

let dataDir: string
let cluster: string
let owner: Owner

beforeAll(async () => {
  dataDir = makeTestFolder('coverdesk owner ')
  cluster = join(dataDir, 'postgres')
  owner = await startOwner(dataDir)
  await query('create table kept (n bigint generated always as identity)')
})

afterAll(async () => {
  await stopOwner(owner)
  await removeTestFolder(dataDir)
})

async function query(sql: string, url = owner.url): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const postmaster = () => Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])

const kills: [string, () => Promise<void>][] = [
  ['our process', () => killOwner(owner)],
  [
    'our process and the database at once',
    async () => {
      process.kill(postmaster(), 'SIGKILL')
      await killOwner(owner)
    },
  ],
  [
    'our process, then the database with its workers busy',
    async () => {
      void query('select count(*) from generate_series(1, 1e9::bigint)').catch(() => undefined)
      await wait(150)
      await killOwner(owner)
      process.kill(postmaster(), 'SIGKILL')
    },
  ],
]

/** The second time what a kill left is killed once more; `npm run endure` makes it 51 rounds in all, as the promise says. */
const rounds = process.env.ENDURE === '1' ? 17 : 2

test.each(kills)(
  'P-76 after a kill -9 of %s the next start is ready within 30 s and has all rows',
  async (_, kill) => {
    for (let round = 0; round < rounds; round++) {
      const before = await query('insert into kept default values').then(lastCount)
      await kill()
      const started = performance.now()
      owner = await startOwner(dataDir)
      expect(performance.now() - started).toBeLessThan(30_000)
      expect(await lastCount()).toBe(before)
    }
  },
  rounds * 31_000,
)

const lastCount = async () => (await query('select count(*)::int as n from kept'))[0]?.n

test('P-76 a killed database is restarted', async () => {
  process.kill(postmaster(), 'SIGKILL')
  await expect.poll(() => query('select 1 as n').catch(() => []), { timeout: 20_000 }).toEqual([{ n: 1 }])
})

test('P-76 a second instance on the same data folder fails with a message, and the first keeps running', async () => {
  await expect(startOwner(dataDir)).rejects.toThrow(
    `Another instance of Coverdesk (process ${owner.child.pid}) runs on this data folder.`,
  )
  expect(await query('select 1 as n')).toEqual([{ n: 1 }])
})

test('P-76 a foreign process named in postmaster.pid is never signaled', async () => {
  await stopOwner(owner)
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore' })
  const lines = [stranger.pid, cluster, Math.floor(Date.now() / 1000), 5432, '', '', '', 'ready', '']
  writeFileSync(join(cluster, 'postmaster.pid'), lines.join('\n'), { mode: 0o600 })
  owner = await startOwner(dataDir)
  expect(postmaster()).not.toBe(stranger.pid)
  expect(stranger.signalCode).toBeNull()
  expect(stranger.kill('SIGTERM')).toBe(true)
  await once(stranger, 'exit')
  expect(stranger.signalCode).toBe('SIGTERM')
})

test('P-76 shared memory that a process of unknown identity still holds is waited for, and the process is not signaled', async (context) => {
  // Only Linux shows the program of a process by itself.
  if (process.platform !== 'linux') context.skip()
  await stopOwner(owner)
  const place = resolveLocation(dataDir, () => undefined)
  const { postgres } = databaseBinaries(place.user, () => undefined)
  const programs = makeTestFolder('coverdesk owner programs ')
  onTestFinished(() => removeTestFolder(programs))
  mkdirSync(join(programs, 'bin'))
  for (const part of ['lib', 'share']) symlinkSync(join(dirname(dirname(postgres)), part), join(programs, part))
  const program = join(programs, 'bin', 'unknown')
  copyFileSync(postgres, program)
  chmodSync(program, 0o755)
  const holder = spawn(program, ['-D', cluster, '-k', place.run, '-p', '6543', '-c', 'listen_addresses='], {
    ...(place.user ? { uid: place.user.uid, gid: place.user.gid } : {}),
    cwd: '/',
    env: { LC_ALL: 'C' },
    stdio: 'ignore' as const,
  })
  const note = join(cluster, 'postmaster.pid')
  await expect.poll(() => existsSync(note) && readFileSync(note, 'utf8')).toMatch(/ready/)
  const logged = statSync(place.log).size
  const starting = startOwner(dataDir)
  const refusals = () =>
    readFileSync(place.log, 'utf8').slice(logged).split('pre-existing shared memory block').length - 1
  await expect.poll(refusals).toBeGreaterThan(1)
  expect([holder.exitCode, holder.signalCode]).toEqual([null, null])
  holder.kill('SIGINT')
  owner = await starting
  expect(await query('select 1 as n')).toEqual([{ n: 1 }])
})

test('a clean stop takes seconds and leaves no process', async () => {
  const started = performance.now()
  await stopOwner(owner)
  expect(serversOn(cluster)).toEqual([])
  // After 20 s it would have been ended less kindly.
  expect(performance.now() - started).toBeLessThan(15_000)
  owner = await startOwner(dataDir)
})

test('P-78 SHOW proves every limit of abandoned work for the role of the application', async () => {
  expect(await proveSessionLimits(owner.appUrl)).toEqual(sessionLimits)
})

test('P-78 a start with a disabled limit fails and names it', async () => {
  await query('alter role coverdesk_app set statement_timeout = 0')
  await expect(proveSessionLimits(owner.appUrl)).rejects.toThrow('statement_timeout is off')
  await query("alter role coverdesk_app set statement_timeout = '30s'")
})

test('P-78 a client killed in the middle of a long statement leaves 0 rows', async () => {
  const insert = 'insert into kept select from generate_series(1, 3000000)'
  const program = `import pg from 'pg'; const c = new pg.Client({ connectionString: process.argv[1] });
    await c.connect(); process.send('on'); await c.query(${JSON.stringify(insert)})`
  const client = spawn(process.execPath, ['--input-type=module', '-e', program, owner.appUrl], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const before = await lastCount()
  await once(client, 'message')
  await expect.poll(running).toBe(1)
  client.kill('SIGKILL')
  await expect.poll(running).toBe(0)
  expect(await lastCount()).toBe(before)
})

const running = async () =>
  (
    await query(
      "select count(*)::int as n from pg_stat_activity where state = 'active' and query like 'insert into kept select%'",
    )
  )[0]?.n

test('the cluster is as it is promised: scram, checksums, fsync, builtin C.UTF-8, no network, no superuser', async () => {
  const settings = ['password_encryption', 'data_checksums', 'fsync', 'listen_addresses', 'server_encoding', 'jit']
  const shown = await Promise.all(
    settings.map(async (name) => Object.values((await query(`show ${name}`))[0] ?? {})[0]),
  )
  expect(shown).toEqual(['scram-sha-256', 'on', 'on', '', 'UTF8', 'off'])
  const [locale] = await query(
    'select datlocprovider as provider, datlocale as locale from pg_database where datname = current_database()',
  )
  expect(locale).toEqual({ provider: 'b', locale: 'C.UTF-8' })
  const [rules] = await query('select array_agg(distinct auth_method) as methods from pg_hba_file_rules')
  expect(rules).toEqual({ methods: ['scram-sha-256'] })
  const [role] = await query('select rolsuper as super from pg_roles where rolname = current_user', owner.appUrl)
  expect(role).toEqual({ super: false })
})
