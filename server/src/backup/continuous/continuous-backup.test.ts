import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { runningDatabase } from '@coverdesk/embedded-postgres/running-database.ts'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { databaseProduct } from '../../platform/config/database-product.ts'
import { projectRoot } from '../../platform/runtime/project-root.ts'
import { startTestObjectStore } from '../../testing/object-store/test-object-store.ts'
import { makeTestFolder, removeTestFolder } from '../../testing/test-folder.ts'
import { startOn, startTimeout } from '../../testing/test-start.ts'
import { readProofNote } from '../proof-note.ts'
import { archiveFiles } from './archive-files.ts'
import { coveredFile } from './covered-note.ts'

let folder: string
let dataDir: string
let backupDir: string
let target: Awaited<ReturnType<typeof startTestObjectStore>>

beforeEach(async () => {
  folder = makeTestFolder('coverdesk moment ')
  dataDir = join(folder, 'data')
  backupDir = join(folder, 'backups')
  target = await startTestObjectStore(join(folder, 's3'))
})
afterEach(async () => {
  await target.stop()
  await removeTestFolder(folder)
})

const settings = () => {
  const { url, bucket, keyId, secret } = target.settings()
  return {
    BACKUP_DIR: backupDir,
    BACKUP_S3_URL: url,
    BACKUP_S3_BUCKET: bucket,
    BACKUP_S3_KEY_ID: keyId,
    BACKUP_S3_SECRET: secret,
  }
}

const Secrets = z.object({ databaseOwner: z.string() })

/** A query of the running database, as its owner. */
async function query(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const { databaseOwner } = Secrets.parse(JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')))
  const client = new pg.Client({ connectionString: runningDatabase(databaseProduct, dataDir, databaseOwner) ?? '' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}

/** Writes a carrier, and returns a moment after it and before the next. */
async function write(name: string): Promise<Date> {
  await query('insert into carriers (name, code) values ($1, $1)', [name])
  await wait(1_100)
  const at = new Date()
  await wait(1_100)
  return at
}

/** Waits until the archive and its copy off-site hold everything until now. */
async function archived(): Promise<void> {
  const now = new Date().toISOString()
  const covered = () => {
    const [, note] = target.files().find(([path]) => path.includes(`${coveredFile}._S3rver_object`)) ?? []
    return note ? z.object({ until: z.string() }).parse(JSON.parse(note.toString('utf8'))).until : ''
  }
  await expect.poll(covered, { timeout: 60_000, interval: 200 }).toSatisfy((until) => until > now)
}

/** Exchanges a byte of the oldest piece of the archived log after the base backup while `work` runs. */
async function damageLog(work: () => Promise<void>): Promise<void> {
  const [name = ''] = readdirSync(join(backupDir, 'continuous'))
  const archive = join(backupDir, 'continuous', name)
  const base = (await archiveFiles(archive)).findLast(({ kind }) => kind === 'base') ?? expect.unreachable()
  const piece =
    (await archiveFiles(archive)).find(({ kind, to }) => kind === 'wal' && to > base.to) ?? expect.unreachable()
  const path = join(archive, piece.name)
  const whole = readFileSync(path)
  const damaged = Buffer.from(whole)
  damaged.writeUInt8(damaged.readUInt8(damaged.length >> 1) ^ 1, damaged.length >> 1)
  writeFileSync(path, damaged)
  await work()
  writeFileSync(path, whole)
}

/** Restores into a new data folder with the secrets of the installation, and returns the carriers there. */
async function carriersAt(to: string, ...args: string[]): Promise<unknown[]> {
  const name = `restored ${to.replaceAll(':', '-')}`
  const [old, fresh] = [dataDir, join(folder, name)]
  mkdirSync(fresh, { mode: 0o755 })
  cpSync(join(old, 'secrets.json'), join(fresh, 'secrets.json'))
  const { code, said } = await command('restore', { ...settings(), DATA_DIR: fresh }, '--to', to, ...args)
  expect(said).toContain('The audit record is whole')
  expect(code).toBe(0)
  const { server, until } = startOn(fresh, { ...settings(), BACKUP_CONTINUOUS: 'off' })
  await until('Coverdesk is ready')
  dataDir = fresh
  try {
    const found = await query("select name from carriers where name like 'Carrier %' order by name")
    return found.map((row) => row.name)
  } finally {
    dataDir = old
    server.kill()
    await once(server, 'exit')
  }
}

test(
  'P-88 the embedded database is restored to a chosen second, from the folder and from off-site: what was written before is there, what came after is not',
  async () => {
    const { server, until } = startOn(dataDir, settings())
    await until('Coverdesk is ready')
    await archived()
    const base = await command('base-backup', { ...settings(), DATA_DIR: dataDir })
    expect(base.said).toMatch(/^The base backup base-.* has \d+ MB, made in [\d.]+ s\.\n$/m)
    const afterA = await write('Carrier A')
    const afterB = await write('Carrier B')
    await write('Carrier C')
    await archived()
    // It is copied beside the log.
    const hasBase = () => target.files().some(([path]) => /\/base-[^/]*\._S3rver_object$/.test(path))
    await expect.poll(hasBase, { timeout: 60_000 }).toBe(true)
    // The machine is lost; the last seconds were archived already.
    server.kill('SIGKILL')
    await once(server, 'exit')
    for (const [path, bytes] of target.files()) expect(bytes.includes('Carrier A'), path).toBe(false)

    expect(await carriersAt(afterA.toISOString())).toEqual(['Carrier A'])
    rmSync(backupDir, { recursive: true })
    expect(await carriersAt(afterB.toISOString(), '--off-site')).toEqual(['Carrier A', 'Carrier B'])
    expect(await carriersAt('latest')).toEqual(['Carrier A', 'Carrier B', 'Carrier C'])

    const env = { ...settings(), DATA_DIR: join(folder, 'none') }
    mkdirSync(env.DATA_DIR)
    cpSync(join(dataDir, 'secrets.json'), join(env.DATA_DIR, 'secrets.json'))
    const early = await command('restore', env, '--to', '2020-01-01T00:00:00Z')
    expect([early.code, early.said]).toEqual([
      1,
      expect.stringContaining('The first moment that can be restored is 20'),
    ])
    const late = await command('restore', env, '--to', new Date().toISOString())
    expect([late.code, late.said]).toEqual([1, expect.stringContaining('The last moment that can be restored is 20')])
    expect(readdirSync(env.DATA_DIR)).not.toContain('postgres')
  },
  startTimeout,
)

test(
  'P-88 base backup and log are restored to a moment of the running database and proven beside it, a damaged log is not, and both are noted for the metric',
  async () => {
    const { server, until } = startOn(dataDir, settings())
    await until('Coverdesk is ready')
    expect((await command('base-backup', { ...settings(), DATA_DIR: dataDir })).code).toBe(0)
    await write('Carrier A')
    const proof = () => command('prove-archive', { ...settings(), DATA_DIR: dataDir })
    const proven = await proof()
    expect(proven.said).toMatch(
      /^The archive was restored to 20.* and proven in [\d.]+ s: [\d,]+ rows, [1-9][\d,]* audit events, [\d,]+ sealed fields\.\n$/,
    )
    expect(proven.code).toBe(0)
    const provenAt = (await readProofNote(backupDir, 'archive'))?.provenAt
    expect(Date.now() - Date.parse(provenAt ?? '')).toBeLessThan(startTimeout)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('throw-away-'))).toEqual([])
    await damageLog(async () => {
      const damaged = await proof()
      expect(damaged.code, damaged.said).toBe(1)
      expect(await readProofNote(backupDir, 'archive')).toMatchObject({ provenAt })
    })
    server.kill()
    await once(server, 'exit')
  },
  2 * startTimeout,
)

test(
  'P-88 a data folder that is put back to an earlier state begins a new archive, so that the log of two histories never mixes',
  async () => {
    const archives = () => readdirSync(join(backupDir, 'continuous'))
    const cluster = join(dataDir, 'postgres')
    const run = async (work: () => Promise<unknown>) => {
      const { server, until } = startOn(dataDir, settings())
      await until('Coverdesk is ready')
      await work()
      server.kill()
      await once(server, 'exit')
    }
    await run(archived)
    const [first] = archives()
    spawnSync('cp', ['-a', cluster, `${cluster}.copy`])
    await run(async () => {
      await write('Carrier of a future that is given up')
      await archived()
    })
    expect(archives()).toEqual([first])
    rmSync(cluster, { recursive: true })
    spawnSync('mv', [`${cluster}.copy`, cluster])
    await run(() => expect.poll(() => archives().length, { timeout: 60_000 }).toBe(2))
  },
  startTimeout,
)

/** A command as npm runs it. */
function command(name: string, env: Record<string, string>, ...args: string[]) {
  return new Promise<{ code: number; said: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(projectRoot, `server/src/commands/${name}-command.ts`), ...args],
      { env: { ...process.env, DATABASE_URL: '', ...env } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    )
  })
}
