import { execFile } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { alerts } from '@coverdesk/domain/alerts/alert-contract.ts'
import { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { mariaVega, testCard } from '../../offline/offline-test-people.ts'
import type { OffSite } from '../../platform/config/config.ts'
import { startJobs } from '../../platform/jobs/start-jobs.ts'
import { serverMetrics } from '../../platform/metrics/server-metrics.ts'
import { projectRoot } from '../../platform/runtime/project-root.ts'
import { startTestObjectStore } from '../../testing/object-store/test-object-store.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeTestFolder, removeTestFolder } from '../../testing/test-folder.ts'
import { startTimeout } from '../../testing/test-start.ts'
import { backUp } from '../back-up.ts'
import { backupAlerts } from '../failures/backup-alerts.ts'
import { offSiteJob } from './off-site-job.ts'
import { uploadBackups } from './upload-backups.ts'

let folder: string
let agency: TestApp
let target: Awaited<ReturnType<typeof startTestObjectStore>>

beforeEach(async () => {
  folder = makeTestFolder('coverdesk off-site ')
  agency = await startTestApp({ backupDir: join(folder, 'backups') })
  target = await startTestObjectStore(join(folder, 's3'))
})
afterEach(async () => {
  await agency.close()
  await target.stop()
  await removeTestFolder(folder)
})

const backUpNow = () => backUp(agency.ownerUrl, agency.services.config, new Date('2019-01-31T03:00:00Z'))
const upload = (changes: Partial<OffSite> = {}, parts = {}) =>
  uploadBackups(target.settings(changes), agency.services.config, parts)
/** Names of the complete backups in the bucket. */
const copies = () =>
  target.files().flatMap(([path]) => /\/(coverdesk-\d[^/]*\.backup)\._S3rver_object$/.exec(path)?.[1] ?? [])

function settings(offSite = target.settings()): Record<string, string> {
  const { tokenSecret, fieldSecret, auditSecret, backupSecret, backupDir } = agency.services.config
  return {
    TOKEN_SECRET: tokenSecret,
    FIELD_SECRET: fieldSecret,
    AUDIT_SECRET: auditSecret,
    BACKUP_SECRET: backupSecret ?? '',
    BACKUP_DIR: backupDir,
    BACKUP_S3_URL: offSite.url,
    BACKUP_S3_BUCKET: offSite.bucket,
    BACKUP_S3_KEY_ID: offSite.keyId,
    BACKUP_S3_SECRET: offSite.secret,
  }
}

test(
  'P-88 a backup is copied off-site sealed, and an installation that lost its disk is restored straight from there',
  async () => {
    const agent = await agency.person({ roles: ['agent'], claims: ['view.OfflineApp'], npn: '7001' })
    await agent.call(offline.submit, mariaVega(testCard))
    const { file } = await backUpNow()
    const uploaded = await command('upload-backups', { ...settings(), DATA_DIR: join(folder, 'server') })
    expect(uploaded).toEqual({
      code: 0,
      said: expect.stringContaining(`The newest backup in bucket backups is ${basename(file)}; 1 copied in`),
    })
    const bytes = readFileSync(file)
    expect(target.files().filter(([, stored]) => stored.equals(bytes))).toHaveLength(1)
    for (const [path, stored] of target.files()) expect(stored.includes('Vega'), path).toBe(false)

    rmSync(agency.services.config.backupDir, { recursive: true })
    const restored = await command('restore', { ...settings(), DATA_DIR: join(folder, 'new') }, '--off-site')
    expect(restored.said).toMatch(
      /Copying coverdesk-.*All rows, sums of amounts and references are as they were saved.*Restored and proven/s,
    )
    expect(restored.code).toBe(0)
    const other = await command('restore', { ...settings(), DATA_DIR: join(folder, 'b') }, '--off-site', 'none.backup')
    expect([other.code, other.said]).toEqual([1, expect.stringContaining(`but:\n  ${basename(file)}`)])
  },
  startTimeout,
)

test('P-88 an upload that the target ends half way continues there later, and the copy is whole', async () => {
  const { file } = await backUpNow()
  const { length } = readFileSync(file)
  const minPart = Math.ceil(length / 6)
  await target.restart(3)
  await expect(upload({}, { minPart })).rejects.toThrow(`The storage at ${target.settings().url} does not answer`)
  expect(copies()).toEqual([])
  await target.restart()
  expect(await upload({}, { minPart })).toMatchObject({ uploaded: [basename(file)], newest: basename(file) })
  expect(target.parts()).toEqual([4, 5, 6])
  expect(target.files().filter(([, stored]) => stored.equals(readFileSync(file)))).toHaveLength(1)
  expect(readdirSync(agency.services.config.backupDir).filter((name) => name.endsWith('.upload'))).toEqual([])
})

test('P-88 a target that is down or refuses the key is logged by the server, counted as failed and alerts, and its next upload succeeds', async () => {
  const administrator = await agency.person({ roles: ['administrator'] })
  const counted: boolean[] = []
  const { file } = await backUpNow()
  const run = (offSite: OffSite) =>
    new Promise<string>((resolve) => {
      const end = (sentence: string) => void jobs.stop().then(() => resolve(sentence))
      const log = {
        note: (_: string, sentence: string) => end(`copied: ${sentence}`),
        failed: (_category: string, _facts: object, sentence: string) => end(sentence),
      }
      const env = { ...process.env, DATABASE_URL: agency.ownerUrl, ...settings(offSite) }
      const { backupDir } = agency.services.config
      const alert = backupAlerts(agency.db, agency.services, log)
      const found = offSiteJob({ backupDir, offSite }, log, alert, { env, firstAfterMs: 0, failingMs: 0 })
      const jobs = startJobs(found, {
        report: (_, error) => end(String(error)),
        countRun: (_, succeeded) => counted.push(succeeded),
      })
    })
  expect(await run(target.settings({ keyId: 'AnotherKey' }))).toMatch(
    /^The backups could not be copied off-site: The storage at .* refuses access to bucket backups \(InvalidAccessKeyId\)\. Check BACKUP_S3_KEY_ID/,
  )
  expect(await run(target.settings({ bucket: 'other-bucket' }))).toContain('has no bucket other-bucket.')
  await target.stop()
  expect(await run(target.settings())).toContain('does not answer.')
  await target.restart()
  expect(copies()).toEqual([])
  expect(await run(target.settings())).toContain(`copied: The newest backup in bucket backups is ${basename(file)}`)
  expect(counted).toEqual([false, false, false, true])
  expect((await administrator.call(alerts.list, {})).data).toMatchObject([
    { kind: 'backup-copy', user: null, details: expect.stringContaining('refuses access to bucket backups') },
  ])
})

test('P-88 the target retains the newest backup of each of the last days, weeks and months', async () => {
  const { file } = await backUpNow()
  const madeOn = (day: string) => basename(file).replace('2019-01-31', day)
  const days = ['2018-11-30', '2018-12-30', '2018-12-31', '2019-01-20', '2019-01-25', '2019-01-29', '2019-01-30']
  for (const day of days) cpSync(file, join(agency.services.config.backupDir, madeOn(day)))
  const retention = { newest: 1, days: 2, weeks: 2, months: 2 }
  expect((await upload({ retention })).uploaded.toSorted()).toEqual(
    ['2018-12-31', '2019-01-25', '2019-01-30'].map(madeOn).concat(basename(file)),
  )
  cpSync(file, join(agency.services.config.backupDir, madeOn('2019-02-01')))
  expect((await upload({ retention })).removed).toEqual(['2019-01-30', '2018-12-31'].map(madeOn))
  expect(copies().toSorted()).toEqual(['2019-01-25', '2019-01-31', '2019-02-01'].map(madeOn))
})

test('P-61 a file that is not sealed, sealed with another key or damaged never leaves the machine', async () => {
  const { file } = await backUpNow()
  const { backupDir } = agency.services.config
  const bytes = readFileSync(file)
  const later = (hour: string) => join(backupDir, basename(file).replace('T03', `T${hour}`))
  writeFileSync(later('04'), 'Maria Vega, 900-12-3456')
  writeFileSync(later('05'), Buffer.concat([bytes, Buffer.from('Maria Vega, 900-12-3456')]))
  const other = { ...agency.services.config, backupDir: join(folder, 'other'), backupSecret: 'x'.repeat(40) }
  cpSync((await backUp(agency.ownerUrl, other, new Date())).file, later('06'))
  await expect(upload({ retention: { newest: 9, days: 1, weeks: 0, months: 0 } })).rejects.toThrow('is damaged')
  expect(copies()).toEqual([basename(file)])
  for (const [path, stored] of target.files()) expect(stored.includes('Vega'), path).toBe(false)
})

test('P-88 two installations in one bucket do not delete each other’s backups', async () => {
  await backUpNow()
  await upload()
  const other = { ...agency.services.config, backupDir: join(folder, 'other'), backupSecret: 'y'.repeat(40) }
  await backUp(agency.ownerUrl, other, new Date('2020-01-31T03:00:00Z'))
  await uploadBackups(target.settings(), other)
  expect(copies()).toHaveLength(2)
})

test('the time of the newest off-site backup is a metric', async () => {
  await backUpNow()
  await upload()
  const token = 'a-metrics-token-for-tests-0123456789-abcdef'
  const services = { ...agency.services, config: { ...agency.services.config, offSite: target.settings() } }
  const app = await buildApp(services, { metrics: { of: serverMetrics(), token } })
  try {
    const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
    const value = Number(/^coverdesk_last_off_site_backup_timestamp_seconds (\S+)$/m.exec(body)?.[1])
    expect(value).toBe(Date.parse('2019-01-31T03:00:00Z') / 1000)
  } finally {
    await app.close()
  }
})

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
