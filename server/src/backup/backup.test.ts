import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { alerts } from '@coverdesk/domain/alerts/alert-contract.ts'
import { emergency } from '@coverdesk/domain/emergency/emergency-contract.ts'
import { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { locationFile } from '@coverdesk/embedded-postgres/resolve-location.ts'
import { serversOn } from '@coverdesk/embedded-postgres/server-processes.ts'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mariaVega, spouse, testCard } from '../offline/offline-test-people.ts'
import { startJobs } from '../platform/jobs/start-jobs.ts'
import { isBootFailure } from '../platform/runtime/boot-failure.ts'
import { projectRoot } from '../platform/runtime/project-root.ts'
import { mountSmallDisk } from '../testing/faults/small-disk.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { databaseAt } from '../testing/test-database-setup.ts'
import { makeTestFolder, removeTestFolder } from '../testing/test-folder.ts'
import { startTimeout } from '../testing/test-start.ts'
import { backUp } from './back-up.ts'
import { newBackupFile } from './backup-folder.ts'
import { backupJob, isDue } from './backup-job.ts'
import { backupSecrets } from './backup-secrets.ts'
import { backupAlerts } from './failures/backup-alerts.ts'
import { readProofNote } from './proof-note.ts'
import { isProofDue, proveJob } from './prove-job.ts'
import { checkBackup, readBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'

let folder: string
let agency: TestApp
let agent: Person

beforeEach(async () => {
  folder = makeTestFolder('coverdesk backup ')
  agency = await startTestApp({
    backupDir: join(folder, 'backups'),
    backupRetention: { newest: 2, days: 0, weeks: 0, months: 0 },
  })
  agent = await agency.person({ roles: ['agent'], claims: ['view.OfflineApp'], npn: '7001' })
})
afterEach(async () => {
  await agency.close()
  await removeTestFolder(folder)
})

const quiet = () => undefined
const secrets = () => backupSecrets(agency.services.config)
const secretSettings = () => {
  const { fieldSecret, auditSecret, backupSecret } = agency.services.config
  return { FIELD_SECRET: fieldSecret, AUDIT_SECRET: auditSecret, BACKUP_SECRET: backupSecret ?? '' }
}
const agencySettings = () => ({
  ...secretSettings(),
  DATABASE_URL: agency.ownerUrl,
  TOKEN_SECRET: agency.services.config.tokenSecret,
})
const backUpNow = (now = new Date()) => backUp(agency.ownerUrl, agency.services.config, now)

async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A database with nothing in it, beside the agency's own; gone when the work is done. */
async function withEmptyDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const name = `${new URL(agency.ownerUrl).pathname.slice(1)}_restored`
  const elsewhere = databaseAt(agency.ownerUrl, 'postgres')
  await onDatabase(elsewhere, (client) => client.query(`create database ${name} template coverdesk`))
  try {
    await work(databaseAt(agency.ownerUrl, name))
  } finally {
    await onDatabase(elsewhere, (client) => client.query(`drop database ${name} with (force)`))
  }
}

const submit = () => agent.call(offline.submit, mariaVega({ ...testCard, offlineAppMembers: [spouse] }))

const numbers = ['900123456', '900-12-3456', '900654321', '4111111111111111', '4111 1111 1111 1111'].flatMap((text) => [
  text,
  Buffer.from(text).toString('hex'),
])

async function rowsInside(file: string): Promise<Buffer> {
  const found: Buffer[] = []
  await readBackup(file, secrets(), {
    contents: async () => undefined,
    table: async (_, rows) => {
      for await (const bytes of rows) found.push(bytes)
    },
  })
  return Buffer.concat(found)
}

test('P-88 P-61 a backup made during writes restores a consistent state, contains no readable personal number, and leaves every user signed out', async () => {
  await submit()
  await agent.call(emergency.ask, { reason: 'Client is in the hospital', minutes: 60 })
  let writing = true
  const writers = [1, 2, 3].map(async () => {
    for (; writing; ) await submit()
  })
  const { file, contents } = await backUpNow()
  writing = false
  await Promise.all(writers)
  const rowsOf = (table: string) => contents.tables.find(({ name }) => name === table)?.proof.rows ?? 0
  expect(rowsOf('offline_applications')).toBeGreaterThan(0)
  expect(contents.tables.length).toBeGreaterThan(60)
  const bytes = readFileSync(file)
  for (const text of [...numbers, 'Vega', agency.services.config.fieldSecret])
    expect(bytes.includes(text), text).toBe(false)
  // The backup's secret reveals names; personal numbers have a second secret.
  const inside = await rowsInside(file)
  expect(inside.includes('Vega')).toBe(true)
  for (const text of numbers) expect(inside.includes(text), text).toBe(false)

  await withEmptyDatabase(async (url) => {
    const checked = await checkBackup(file, secrets())
    await restoreBackup(url, file, checked, secrets(), quiet)
    await onDatabase(url, async (client) => {
      const counted = async (sql: string) => Number((await client.query<{ n: string }>(sql)).rows[0]?.n)
      expect(await counted('select count(*) as n from offline_applications')).toBe(rowsOf('offline_applications'))
      expect(await counted('select count(*) as n from offline_app_members')).toBe(rowsOf('offline_app_members'))
      // Sessions and emergency accesses of the time of the backup have ended.
      expect(await counted('select count(*) as n from sessions where ended_at is null')).toBe(0)
      expect(await counted('select count(*) as n from emergency_accesses')).toBe(1)
      expect(await counted('select count(*) as n from emergency_accesses where ended_at is null')).toBe(0)
      // The next number given out is a new one.
      const next = "select nextval(pg_get_serial_sequence('offline_applications', 'id')) as n"
      expect(await counted(next)).toBeGreaterThan(await counted('select max(id) as n from offline_applications'))
      // All that a freshly migrated database has is there: triggers, indexes, references.
      const shape = `select json_build_array(
        (select json_agg(indexdef order by indexname) from pg_indexes where schemaname = 'public'),
        (select json_agg(conrelid::regclass || conname || pg_get_constraintdef(oid) order by conrelid::regclass::text, conname)
          from pg_constraint where connamespace = 'public'::regnamespace),
        (select json_agg(tgrelid::regclass || tgname || tgenabled::text order by tgrelid::regclass::text, tgname)
          from pg_trigger where not tgisinternal),
        (select json_agg(relname || relacl::text order by relname) from pg_class where relnamespace = 'public'::regnamespace))::text as shape`
      const fresh = await onDatabase(agency.ownerUrl, (original) => original.query(shape))
      expect((await client.query(shape)).rows).toEqual(fresh.rows)
    })
    await expect(restoreBackup(url, file, checked, secrets(), quiet)).rejects.toThrow(
      'A backup is only restored into a new data folder or an empty database. Nothing was changed.',
    )
  })
})

test('P-88 a backup of a newer version is refused as such, and the empty database stays empty', async () => {
  const { file } = await backUpNow(new Date('2020-01-01T00:00:00Z'))
  const checked = await checkBackup(file, secrets())
  const later = { number: 9999, name: '9999-of-next-year.sql', checksum: '' }
  const newer = { ...checked, contents: { ...checked.contents, migrations: [...checked.contents.migrations, later] } }
  await withEmptyDatabase(async (url) => {
    await expect(restoreBackup(url, file, newer, secrets(), quiet)).rejects.toThrow(
      'This backup was made by a newer version of Coverdesk: it holds the migration 9999-of-next-year.sql',
    )
    await restoreBackup(url, file, checked, secrets(), quiet)
  })
})

test('a restore to a day that does not exist, or to a day without a time, is refused before anything is read', async () => {
  const env = { ...secretSettings(), TOKEN_SECRET: agency.services.config.tokenSecret, DATA_DIR: join(folder, 'back') }
  const said = async (to: string) => (await command('restore', env, '--to', to)).said
  expect(await said('2026-02-30T10:00:00Z')).toContain('There is no day 2026-02-30.')
  expect(await said('2026-02-28')).toContain('--to takes a time such as')
})

test('P-88 the record tells of a backup, the oldest go beyond the number that is kept, and no second one runs beside the first', async () => {
  const { backupDir } = agency.services.config
  mkdirSync(backupDir, { recursive: true })
  writeFileSync(join(backupDir, 'coverdesk-2026-01-01T00-00-00Z.backup.part'), 'left by a killed run')
  writeFileSync(join(backupDir, 'notes.txt'), 'of another program')
  await backUpNow(new Date('2019-01-01T00:00:00Z'))
  await onDatabase(agency.ownerUrl, async (client) => {
    await client.query('begin; select pg_advisory_xact_lock(7316088)')
    await expect(backUpNow()).rejects.toThrow('Another backup of this database is under way.')
  })
  await backUpNow(new Date('2019-01-02T00:00:00Z'))
  expect(readdirSync(backupDir).toSorted()).toEqual([
    'coverdesk-2019-01-01T00-00-00Z.backup',
    'coverdesk-2019-01-02T00-00-00Z.backup',
    'notes.txt',
  ])
  const events = await agency.db.selectFrom('audit_events').select('entity_id').where('entity', '=', 'Backup').execute()
  expect(events.map(({ entity_id }) => entity_id)).toContain('coverdesk-2019-01-02T00-00-00Z.backup')
})

test('P-88 a backup with any byte altered or missing, of a newer version, of other secrets, or that is none at all is refused with a sentence', async () => {
  const { file } = await backUpNow(new Date('2020-01-01T00:00:00Z'))
  const bytes = readFileSync(file)
  const copy = join(folder, 'copy.backup')
  const refusal = async (content: Buffer | string) => {
    writeFileSync(copy, content)
    return await checkBackup(copy, secrets()).then(
      () => 'none',
      (error: Error) => `${isBootFailure(error) ? 'BootFailure: ' : ''}${error.message}`,
    )
  }
  const damaged = `BootFailure: The backup ${copy} is damaged`
  const flipped = (at: number) => Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)))
  const head = bytes.indexOf('}') + 1
  const places = [20, 40, head, head + 3, head + 4, Math.floor(bytes.length / 2), bytes.length - 1]
  for (const at of places)
    expect(await refusal(flipped(at)), `byte ${at} of ${bytes.length}`).toContain('BootFailure: ')
  expect(await refusal(flipped(Math.floor(bytes.length / 2)))).toContain(damaged)
  for (const length of [19, head - 10, head, head + 2, bytes.length - 1, Math.floor(bytes.length / 2)])
    expect(await refusal(bytes.subarray(0, length)), `${length} bytes`).toContain(damaged)
  expect(await refusal(Buffer.concat([bytes, Buffer.from('more')]))).toContain(damaged)
  expect(await refusal(bytes.toString('latin1').replace('backup 1', 'backup 2'))).toContain('a newer version')
  expect(await refusal('policy,agent\n1,2\n')).toContain('is no backup of Coverdesk')
  const others = { ...secrets(), backup: 'another-secret-0123456789-abcdefghijklmnop', audit: 'x'.repeat(32) }
  await expect(checkBackup(file, others)).rejects.toThrow('was made with another BACKUP_SECRET and AUDIT_SECRET')
  const rotated = { ...secrets(), field: 'n'.repeat(32), fieldEarlier: [secrets().field] }
  expect((await checkBackup(file, rotated)).contents.tables.length).toBeGreaterThan(60)
})

test(
  'P-88 one command backs up a running server; one command restores it into a new data folder with its secrets, verifies the data and reports the time',
  async () => {
    const backups = { BACKUP_DIR: join(folder, 'by command') }
    const made = await command('backup', { ...agencySettings(), ...backups })
    const report = /^(\S.*\.backup) holds [\d,]+ rows of \d+ tables in \d+ MB, made in [\d.]+ s\.\n$/.exec(made.said)
    expect(report, made.said).not.toBeNull()
    const file = report?.[1] ?? ''
    expect(await isDue(backups.BACKUP_DIR, 24)).toBe(false)

    const dataDir = join(folder, 'new')
    expect(await command('restore', { DATA_DIR: dataDir }, file)).toEqual({
      code: 1,
      said: expect.stringContaining(`Put its secrets.json at ${dataDir}/secrets.json, and start again.`),
    })
    expect(existsSync(dataDir)).toBe(false)
    const done = await command('restore', { DATA_DIR: dataDir, ...secretSettings() }, file)
    expect(done.said).toMatch(
      /A new database was made\..*The audit record is whole: \d+ events.*\nRestored and proven in [\d.]+ s\.\n$/s,
    )
    expect(done.code).toBe(0)
    expect(await command('restore', { DATA_DIR: dataDir, ...secretSettings() }, file)).toEqual({
      code: 1,
      said: expect.stringContaining('The database holds something already.'),
    })
  },
  startTimeout,
)

test('P-88 the server makes a backup by itself when the newest is too old; a failed one is counted as failed and alerts the administrators', async () => {
  const administrator = await agency.person({ roles: ['administrator'] })
  const counted: boolean[] = []
  const env = { ...process.env, ...agencySettings(), BACKUP_DIR: join(folder, 'by itself') }
  const toldOf = (settings: NodeJS.ProcessEnv) =>
    new Promise<string>((resolve) => {
      const end = (sentence: string) => void jobs.stop().then(() => resolve(sentence))
      const log = {
        note: (_: string, sentence: string) => end(`made: ${sentence}`),
        failed: (_category: string, _facts: object, sentence: string) => end(sentence),
      }
      const config = { backupDir: env.BACKUP_DIR, backupEveryHours: 24 }
      const alert = backupAlerts(agency.db, agency.services, log)
      const found = backupJob(config, log, alert, { env: { ...env, ...settings }, firstAfterMs: 0 })
      const jobs = startJobs(found, {
        report: (_, error) => end(String(error)),
        countRun: (_, succeeded) => counted.push(succeeded),
      })
    })
  expect(await toldOf({ BACKUP_SECRET: '' })).toContain(
    'No backup could be made: BACKUP_SECRET is required for backups',
  )
  expect(await toldOf({})).toContain(`made: ${env.BACKUP_DIR}/coverdesk-`)
  expect(await isDue(env.BACKUP_DIR, 24)).toBe(false)
  expect(counted).toEqual([false, true])
  expect((await administrator.call(alerts.list, {})).data).toMatchObject([
    { kind: 'backup', user: null, details: expect.stringContaining('BACKUP_SECRET is required for backups') },
  ])
})

test(
  'P-88 the newest backup is restored into a throw-away database and proven, a damaged one is not, and both are noted for the metric',
  async () => {
    await submit()
    const { file } = await backUpNow()
    const { backupDir } = agency.services.config
    const settings = { ...agencySettings(), BACKUP_DIR: backupDir, DATA_DIR: join(folder, 'data') }
    const hours = 24 * 3_600_000
    expect(await isProofDue(backupDir, 24, Date.now())).toBe(true)
    const proven = await command('prove-backup', settings)
    expect(proven.said).toMatch(
      /backup was restored and proven in [\d.]+ s: [\d,]+ rows, [1-9][\d,]* audit events, [1-9][\d,]* sealed fields\.\n$/,
    )
    expect(proven.code).toBe(0)
    expect(readdirSync(settings.DATA_DIR)).toEqual([])
    const provenAt = (await readProofNote(backupDir))?.provenAt
    expect(Date.now() - Date.parse(provenAt ?? '')).toBeLessThan(startTimeout)
    expect(await isProofDue(backupDir, 24, Date.now() + hours / 2)).toBe(false)
    // The disk may have lost what it had a day ago.
    expect(await isProofDue(backupDir, 24, Date.now() + hours)).toBe(true)

    const damaged = newBackupFile(backupDir, new Date(Date.now() + 60_000)).file
    const bytes = readFileSync(file)
    writeFileSync(damaged, bytes.fill(0, bytes.length - 400, bytes.length - 300))
    expect(await isProofDue(backupDir, 24, Date.now())).toBe(false)
    expect(await isProofDue(backupDir, 24, Date.now() + hours)).toBe(true)
    const refused = await command('prove-backup', settings)
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('is damaged')])
    expect(await readProofNote(backupDir)).toMatchObject({ provenAt, file: basename(damaged) })
    // The cause of a failure may pass.
    expect(await isProofDue(backupDir, 24, Date.now() + hours / 48)).toBe(false)
    expect(await isProofDue(backupDir, 24, Date.now() + hours / 24)).toBe(true)
  },
  startTimeout,
)

test('P-88 a backup that the server could not prove by itself alerts the administrators', async () => {
  const administrator = await agency.person({ roles: ['administrator'] })
  const { config } = agency.services
  mkdirSync(config.backupDir, { recursive: true })
  writeFileSync(newBackupFile(config.backupDir, new Date(Date.now() + 60_000)).file, 'of another program')
  const env = { ...process.env, ...agencySettings(), BACKUP_DIR: config.backupDir, DATA_DIR: join(folder, 'data') }
  const log = { note: quiet, failed: quiet }
  const alert = backupAlerts(agency.db, agency.services, log)
  const counted: boolean[] = []
  const found = proveJob({ ...config, backupProveHours: 24 }, log, alert, { env, firstAfterMs: 0 })
  const jobs = startJobs(found, { report: quiet, countRun: (_, succeeded) => counted.push(succeeded) })
  const listed = async () => (await administrator.call(alerts.list, {})).data
  await expect.poll(async () => (await listed()).length, { timeout: 60_000 }).toBe(1)
  await jobs.stop()
  expect(await listed()).toMatchObject([
    { kind: 'backup-proof', user: null, details: expect.stringContaining('is no backup of Coverdesk') },
  ])
  expect(counted).toEqual([false])
})

test(
  'P-88 a proof that is ended by SIGTERM leaves nothing, and the next proof removes what a killed one left',
  async () => {
    await backUpNow()
    const { backupDir } = agency.services.config
    const dataDir = join(folder, 'data')
    const settings = { ...agencySettings(), BACKUP_DIR: backupDir, DATA_DIR: dataDir }
    const left = () => (existsSync(dataDir) ? readdirSync(dataDir) : [])
    const cluster = () => {
      const [name = ''] = left()
      const note = join(dataDir, name, locationFile)
      return existsSync(note) ? readFileSync(note, 'utf8').trim() : join(dataDir, name, 'postgres')
    }
    /** Ends a proof while its database runs, and returns the folder of the database. */
    const endedBy = async (signal: NodeJS.Signals) => {
      const proof = spawn(process.execPath, [join(projectRoot, 'server/src/commands/prove-backup-command.ts')], {
        env: { ...process.env, ...settings },
        stdio: 'ignore',
      })
      const ended = once(proof, 'exit')
      await expect
        .poll(() => left().length > 0 && existsSync(join(cluster(), 'postmaster.pid')), {
          timeout: 60_000,
          interval: 20,
        })
        .toBe(true)
      const found = cluster()
      proof.kill(signal)
      await ended
      return { found, exitCode: proof.exitCode }
    }
    const { found, exitCode } = await endedBy('SIGTERM')
    expect([left(), serversOn(found), exitCode]).toEqual([[], [], 1])
    expect(await readProofNote(backupDir)).toBeNull()

    const killed = await endedBy('SIGKILL')
    expect(serversOn(killed.found).length).toBeGreaterThan(0)
    utimesSync(join(dataDir, left()[0] ?? ''), new Date(0), new Date(0))
    expect((await command('prove-backup', settings)).code).toBe(0)
    expect([left(), serversOn(killed.found)]).toEqual([[], []])
  },
  startTimeout,
)

test('P-88 a proof is refused before it restores when the disk has too little space', async (context) => {
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  if (!mountSmallDisk(disk, 200)) return context.skip('this user may not mount a small disk')
  try {
    await backUpNow()
    const { backupDir } = agency.services.config
    const settings = { ...agencySettings(), BACKUP_DIR: backupDir, DATA_DIR: join(disk, 'data') }
    const refused = await command('prove-backup', settings)
    expect([refused.code, refused.said]).toEqual([
      1,
      expect.stringMatching(/The proof of this backup may need .* and leaves 256 MB free, but only \d+ MB are\./),
    ])
    expect(readdirSync(settings.DATA_DIR)).toEqual([])
  } finally {
    spawnSync('umount', ['--lazy', disk])
  }
})

/** A command as npm runs it. */
function command(name: 'backup' | 'prove-backup' | 'restore', env: Record<string, string>, ...args: string[]) {
  return new Promise<{ code: number; said: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(projectRoot, `server/src/commands/${name}-command.ts`), ...args],
      { env: { ...process.env, DATABASE_URL: '', ...env } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    )
  })
}
