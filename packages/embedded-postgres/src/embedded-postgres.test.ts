import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { databaseBinaries } from './database-binaries.ts'
import type { Product } from './product.ts'
import { resolveLocation } from './resolve-location.ts'
import { serversOn } from './server-processes.ts'
import { killOwner, type Owner, startOwner, stopOwner } from './test-owner.ts'

const product: Product = {
  name: 'example',
  title: 'Example',
  ownerRole: 'example_owner',
  appRole: 'example_app',
  database: 'example',
  folderSetting: 'EXAMPLE_FOLDER',
  databaseSetting: 'EXAMPLE_URL',
  passwordFile: 'example.json',
}

let dataDir: string
let cluster: string
let owner: Owner

const start = () =>
  startOwner({ product, dataDir, database: { ownerPassword: 'owner secret', appPassword: 'app secret' } })

beforeAll(async () => {
  dataDir = makeFolder('embedded postgres ')
  cluster = join(dataDir, 'postgres')
  owner = await start()
  await query('create table kept (n bigint generated always as identity)')
})

afterAll(async () => {
  await stopOwner(owner)
  rmSync(dataDir, { recursive: true })
})

/** A folder that the user who runs the database for root may enter. */
function makeFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(folder, 0o755)
  return folder
}

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
      owner = await start()
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
  await expect(start()).rejects.toThrow(
    `Another instance of Example (process ${owner.child.pid}) runs on this data folder.`,
  )
  expect(await query('select 1 as n')).toEqual([{ n: 1 }])
})

test('P-76 a foreign process named in postmaster.pid is never signaled', async () => {
  await stopOwner(owner)
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore' })
  const lines = [stranger.pid, cluster, Math.floor(Date.now() / 1000), 5432, '', '', '', 'ready', '']
  writeFileSync(join(cluster, 'postmaster.pid'), lines.join('\n'), { mode: 0o600 })
  owner = await start()
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
  const place = resolveLocation(product, dataDir, () => undefined)
  const { postgres } = databaseBinaries(product, place.user, () => undefined)
  const programs = makeFolder('embedded postgres programs ')
  onTestFinished(() => rmSync(programs, { recursive: true }))
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
  const starting = start()
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
  owner = await start()
})

test('a cluster has scram, checksums, fsync, builtin C.UTF-8, no network and an application role without superuser', async () => {
  const settings = ['password_encryption', 'data_checksums', 'fsync', 'listen_addresses', 'server_encoding', 'jit']
  const values = await Promise.all(
    settings.map(async (name) => Object.values((await query(`show ${name}`))[0] ?? {})[0]),
  )
  expect(values).toEqual(['scram-sha-256', 'on', 'on', '', 'UTF8', 'off'])
  const [locale] = await query(
    'select datlocprovider as provider, datlocale as locale from pg_database where datname = current_database()',
  )
  expect(locale).toEqual({ provider: 'b', locale: 'C.UTF-8' })
  const [rules] = await query('select array_agg(distinct auth_method) as methods from pg_hba_file_rules')
  expect(rules).toEqual({ methods: ['scram-sha-256'] })
  const [role] = await query('select rolsuper as super from pg_roles where rolname = current_user', owner.appUrl)
  expect(role).toEqual({ super: false })
})

test('a folder with a comma in its name, which separates the folders of sockets, holds a database', async () => {
  const folder = makeFolder('embedded,postgres-')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const other = await startOwner({
    product,
    dataDir: folder,
    database: { ownerPassword: 'owner secret', appPassword: 'app secret' },
  })
  expect(await query('select 1 as n', other.url)).toEqual([{ n: 1 }])
  await stopOwner(other)
})
